#include "lab/experiment/bus_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "lab/buses/bus.h"
#include "lab/experiment/line_keys.h"

namespace niclab::lab {

namespace {

BusConfig::Traffic read_traffic(core::ConfigTable t, const std::string& name) {
    BusConfig::Traffic item;
    const std::string preset =
        t.choice("preset", "disk", pci::traffic_presets(), "Device whose habits are taken over.");
    pci::TrafficConfig& c = item.generator = pci::traffic_preset(preset);
    c.name = name;
    const auto whole = [&t](const char* key, unsigned standard, int min, int max, const char* what) {
        return static_cast<unsigned>(t.integer(key, standard, min, max, what));
    };
    c.block_octets = whole("block_octets", c.block_octets, 4, 65536, "Octets moved at a time.");
    if (c.block_octets % 4 != 0) throw t.error("block_octets", "not a multiple of 4", "a multiple of 4");
    c.burst_dwords = whole("burst_dwords", c.burst_dwords, 1, 16, "Dwords of a transaction.");
    c.blocks_per_second = t.number("blocks_per_second", c.blocks_per_second, 1, 1e7, "Mean rate of blocks.");
    c.read_share = t.number("read_share", c.read_share, 0, 1, "Share of blocks that are read.");
    c.periodic = t.boolean("periodic", c.periodic, "Blocks come at equal distances, else at exponential ones.");
    c.region_octets =
        whole("region_octets", std::max(65536u, c.block_octets), 4, 1 << 20, "Octets of memory it works in.");
    if (c.region_octets < c.block_octets)
        throw t.error("region_octets", "smaller than a block", "at least block_octets");
    c.start_us = t.time_ns("start", 0, 0, 1e12, "Simulated time before which it is silent.") * 1e-3;
    item.to_device =
        t.choice("target", "memory", {"memory", "device"}, "Host memory, or a device's on the same bus.") == "device";
    t.done();
    return item;
}

/// Device memory of a generator is a module next to it, named after it.
std::string memory_of(const std::string& name) { return name + "_memory"; }

/// A generator's name is that of a module, a column and a key: letters, digits and _, unique on its
/// bus.
void check_name(const core::ConfigTable& traffic, const std::string& name, const std::vector<std::string>& agents,
                const std::vector<BusConfig::Traffic>& others) {
    std::vector<std::string> taken = {"last", "none", "pci", "pci_clock", "register_load", "register_load1"};
    for (const buses::Kind* kind : buses::kinds())
        taken.insert(taken.end(), kind->modules.begin(), kind->modules.end());
    const auto refuse = [&](const char* problem, const char* expected) {
        throw traffic.error(name, problem, expected);
    };
    const bool word =
        !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) &&
        std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (!word) refuse("not a name", "letters, digits and _, a letter first");
    bool free = std::find(taken.begin(), taken.end(), name) == taken.end() &&
                std::find(agents.begin(), agents.end(), name) == agents.end();
    for (const BusConfig::Traffic& other : others)
        free = free && name != memory_of(other.generator.name) && memory_of(name) != other.generator.name;
    if (!free) refuse("a name in use", "another name for this generator");
}

void read_clock(core::ConfigTable& bus, bool card_66mhz, BusConfig& c) {
    const double hz = bus.frequency_hz("clock", 33e6, 1e6, 66.67e6, "PCI clock.");
    if (hz > 33.4e6 && !card_66mhz)
        throw bus.error("clock", "out of range",
                        "at most 33.3 MHz while the card pulls M66EN low (nic.pci.capable_66mhz)");
    c.period_fs = static_cast<core::Femtoseconds>(1e15 / hz);
    c.variant.mhz66 = card_66mhz;
    const std::int64_t width = bus.integer("width", 32, 32, 64, "Data wires of the bus: 32 or 64.");
    if (width != 32 && width != 64) throw bus.error("width", "out of range", "32 or 64");
    c.variant.wide = width == 64;
    const std::int64_t timer =
        bus.integer("latency_timer", c.latency_timer, 0, 224,
                    "Clocks from FRAME# until a card that lost its grant ends its burst: a multiple of 32.");
    if (timer % 32 != 0) throw bus.error("latency_timer", "not a multiple of 32", "0, 32, 64, ... or 224 clocks");
    c.latency_timer = static_cast<unsigned>(timer);
}

void read_arbiter(core::ConfigTable& bus, pci::ArbiterConfig& c, const std::vector<std::string>& agents) {
    using Policy = pci::ArbiterConfig::Policy;
    using Parking = pci::ArbiterConfig::Parking;
    const std::string policy = bus.choice("policy", "round_robin", {"round_robin", "fixed_priority", "two_level_fair"},
                                          "Who gets the bus next.");
    c.policy = policy == "round_robin"      ? Policy::RoundRobin
               : policy == "fixed_priority" ? Policy::FixedPriority
                                            : Policy::TwoLevelFair;
    c.agents = bus.texts("agents", {}, "fixed_priority: order of agents; two_level_fair: agents of the second level.");
    for (const std::string& agent : c.agents) {
        if (std::count(c.agents.begin(), c.agents.end(), agent) > 1)
            throw bus.error("agents", "'" + agent + "' twice", "each agent once");
        if (std::find(agents.begin(), agents.end(), agent) == agents.end())
            throw bus.error("agents", "unknown agent '" + agent + "'",
                            fmt::format("some of {}", fmt::join(agents, ", ")));
    }
    std::vector<std::string> parking = agents;
    parking.insert(parking.end(), {"last", "none"});
    c.parked_agent = bus.choice("parking", "host", parking, "Who keeps the grant of an idle bus.");
    c.parking = c.parked_agent == "host"   ? Parking::First
                : c.parked_agent == "last" ? Parking::Last
                : c.parked_agent == "none" ? Parking::None
                                           : Parking::Agent;
}

}  // namespace

std::uint32_t BusConfig::memory_octets() const {
    std::uint32_t octets = 0;
    for (const Traffic& t : traffic)
        if (!t.to_device) octets += t.generator.region_octets + 4096;
    return octets;
}

BusConfig read_bus(core::ConfigTable bus, bool card_66mhz, unsigned cards) {
    BusConfig c;
    read_clock(bus, card_66mhz, c);
    core::ConfigTable traffic = bus.table("traffic");
    std::vector<std::string> agents{"host"};
    for (unsigned k = 0; k < cards; ++k) agents.push_back(card_name(k));
    const std::vector<std::string> taken = agents;
    for (const std::string& name : traffic.table_names()) {
        check_name(traffic, name, taken, c.traffic);
        c.traffic.push_back(read_traffic(traffic.table(name), name));
        agents.push_back(name);
    }
    if (c.traffic.size() > 6) throw bus.error("traffic", std::to_string(c.traffic.size()) + " generators", "at most 6");
    traffic.done();
    read_arbiter(bus, c.arbiter, agents);
    c.wrong_parity = static_cast<std::uint64_t>(
        bus.integer("parity_error_phase", 0, 0, INT64_MAX,
                    "Fault: the phase the card drives as a master whose PAR is wrong; 0: none."));
    c.register_load.reads_per_second = bus.number("register_reads_per_second", 0, 0, 1e7,
                                                  "Rate at which the CPU reads each card's status beside the driver.");
    c.register_load.periodic =
        bus.boolean("register_reads_periodic", true, "At equal distances, else at exponential ones.");
    bus.done();
    return c;
}

isa::ControllerConfig read_isa(core::ConfigTable isa) {
    isa::ControllerConfig c;
    c.io_recovery_clocks = static_cast<unsigned>(
        isa.integer("io_recovery_clocks", c.io_recovery_clocks, 0, isa::ControllerConfig::kMostRecovery,
                    "Clocks of BCLK in which the bridge lets ports recover after each port access of the CPU."));
    isa.done();
    return c;
}

}  // namespace niclab::lab
