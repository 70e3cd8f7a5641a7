#include "lab/experiment/bus_keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "lab/buses/bus.h"
#include "lab/experiment/line_keys.h"

namespace niclab::lab {

namespace {

BusConfig::Traffic read_traffic(core::ConfigTable t, const std::string& name) {
    BusConfig::Traffic item;
    const std::string preset = t.choice("preset", "disk", pci::traffic_presets(),
                                        "Device class that sets the defaults of the traffic generator.");
    pci::TrafficConfig& c = item.generator = pci::traffic_preset(preset);
    c.name = name;
    const auto whole = [&t](const char* key, unsigned standard, int min, int max, const char* what) {
        return static_cast<unsigned>(t.integer(key, standard, min, max, what));
    };
    c.block_octets = whole("block_octets", c.block_octets, 4, 65536, "Size of a block in octets.");
    if (c.block_octets % 4 != 0) throw t.error("block_octets", "not a multiple of 4", "a multiple of 4");
    c.burst_dwords = whole("burst_dwords", c.burst_dwords, 1, 16, "Maximum length of a transaction in dwords.");
    c.blocks_per_second = t.number("blocks_per_second", c.blocks_per_second, 1, 1e7, "Mean rate in blocks per second.");
    c.read_share = t.number("read_share", c.read_share, 0, 1, "Share of blocks that are read.");
    c.periodic =
        t.boolean("periodic", c.periodic,
                  "Transfer blocks at equal intervals. Otherwise the intervals have an exponential distribution.");
    c.region_octets = whole("region_octets", std::max(65536u, c.block_octets), 4, 1 << 20,
                            "Size of the memory region that the generator accesses, in octets.");
    if (c.region_octets < c.block_octets)
        throw t.error("region_octets", "smaller than a block", "at least block_octets");
    c.start_us = t.time_ns("start", 0, 0, 1e12, "Simulated time at which the generator starts.") * 1e-3;
    item.to_device = t.choice("target", "memory", {"memory", "device"},
                              "Target of the transfers: host memory or a device on the same bus.") == "device";
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
    const double hz = bus.frequency_hz("clock", 33e6, 1e6, 66.67e6, "Frequency of the PCI clock.");
    if (hz > 33.4e6 && !card_66mhz)
        throw bus.error("clock", "out of range",
                        "at most 33.3 MHz while the card pulls M66EN low (nic.pci.capable_66mhz)");
    c.period_fs = static_cast<core::Femtoseconds>(1e15 / hz);
    c.variant.mhz66 = card_66mhz;
    const std::int64_t width = bus.integer("width", 32, 32, 64, "Width of the PCI bus in bits: 32 or 64.");
    if (width != 32 && width != 64) throw bus.error("width", "out of range", "32 or 64");
    c.variant.wide = width == 64;
    const std::int64_t timer = bus.integer("latency_timer", c.latency_timer, 0, 224,
                                           "Latency timer in PCI clocks since FRAME#, a multiple of 32. A master "
                                           "without a grant ends its burst when it expires.");
    if (timer % 32 != 0) throw bus.error("latency_timer", "not a multiple of 32", "0, 32, 64, ... or 224 clocks");
    c.latency_timer = static_cast<unsigned>(timer);
}

void read_arbiter(core::ConfigTable& bus, pci::ArbiterConfig& c, const std::vector<std::string>& agents) {
    using Policy = pci::ArbiterConfig::Policy;
    using Parking = pci::ArbiterConfig::Parking;
    const std::string policy = bus.choice("policy", "round_robin", {"round_robin", "fixed_priority", "two_level_fair"},
                                          "Arbitration policy of the bus.");
    c.policy = policy == "round_robin"      ? Policy::RoundRobin
               : policy == "fixed_priority" ? Policy::FixedPriority
                                            : Policy::TwoLevelFair;
    c.agents = bus.texts(
        "agents", {}, "Agents in order of priority (fixed_priority), or agents of the second level (two_level_fair).");
    for (const std::string& agent : c.agents) {
        if (std::count(c.agents.begin(), c.agents.end(), agent) > 1)
            throw bus.error("agents", "'" + agent + "' twice", "each agent once");
        if (std::find(agents.begin(), agents.end(), agent) == agents.end())
            throw bus.error("agents", "unknown agent '" + agent + "'",
                            fmt::format("some of {}", fmt::join(agents, ", ")));
    }
    std::vector<std::string> parking = agents;
    parking.insert(parking.end(), {"last", "none"});
    c.parked_agent =
        bus.choice("parking", "host", parking, "Agent that the arbiter grants an idle bus to (bus parking).");
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
                    "Fault: number of the phase that the first card drives as a master with a wrong PAR. 0: none."));
    c.register_load.reads_per_second =
        bus.number("register_reads_per_second", 0, 0, 1e7,
                   "Rate of additional status register reads by the CPU, per card and second.");
    c.register_load.periodic =
        bus.boolean("register_reads_periodic", true,
                    "Read registers at equal intervals. Otherwise the intervals have an exponential distribution.");
    bus.done();
    return c;
}

isa::ControllerConfig read_isa(core::ConfigTable isa) {
    isa::ControllerConfig c;
    c.io_recovery_clocks = static_cast<unsigned>(
        isa.integer("io_recovery_clocks", c.io_recovery_clocks, 0, isa::ControllerConfig::kMostRecovery,
                    "I/O recovery time of the bridge after each port access of the CPU, in BCLK clocks."));
    isa.done();
    return c;
}

namespace {

constexpr double kMostNs = 1e6;

class Keys {
public:
    explicit Keys(core::ConfigTable& table) : t_(table) {}
    base::Femtoseconds time(const char* key, base::Femtoseconds standard, const char* what) {
        return static_cast<base::Femtoseconds>(
            std::llround(t_.time_ns(key, double(standard) * 1e-6, 0, kMostNs, what) * 1e6));
    }
    unsigned whole(const char* key, unsigned standard, unsigned least, unsigned most, const char* what) {
        return static_cast<unsigned>(t_.integer(key, standard, least, most, what));
    }
    /// A power of two.
    unsigned size(const char* key, unsigned standard, unsigned least, unsigned most, const char* expected,
                  const char* what) {
        const unsigned n = whole(key, standard, least, most, what);
        if ((n & (n - 1)) != 0) throw t_.error(key, "not a power of two", expected);
        return n;
    }

private:
    core::ConfigTable& t_;
};

void read_link(core::ConfigTable& t, Keys& keys, const card::PcieWidth& most, pcie::BoardConfig& c) {
    c.port_lanes.generation =
        keys.whole("generation", 3, 1, 5, "Maximum PCI Express generation of the slot. The card may support less.");
    c.port_lanes.width = keys.size("lanes", 8, 1, 16, "1, 2, 4, 8 or 16",
                                   "Maximum number of lanes of the slot. The card may support fewer.");
    c.link.lanes = {std::min(c.port_lanes.generation, most.generation), std::min(c.port_lanes.width, most.lanes)};
    const char* const sizes = "128, 256, 512, 1024, 2048 or 4096";
    c.complex.mps =
        keys.size("mps", 256, 128, 4096, sizes, "Maximum payload size (MPS) in octets. The card may support less.");
    c.assignment.mps = std::min(c.complex.mps, most.mps);
    c.assignment.mrrs = keys.size("mrrs", 512, 128, 4096, sizes, "Maximum read request size (MRRS) in octets.");
    using Flow = pcie::FlowClass;
    pcie::Credits& posted = c.link.credits[unsigned(Flow::Posted)];
    posted.header = keys.whole("posted_headers", posted.header, 1, 127, "Header credits for posted requests.");
    posted.data = keys.whole("posted_data", posted.data, 8, 2047, "Data credits for posted requests, 16 octets each.");
    if (posted.data * pcie::kDataCreditOctets < c.assignment.mps)
        throw t.error("posted_data", "too few for a packet of pcie.mps octets", "at least mps / 16");
    pcie::Credits& reads = c.link.credits[unsigned(Flow::NonPosted)];
    reads.header = keys.whole("read_headers", reads.header, 1, 127, "Header credits for non-posted requests.");
    c.link.tlp_errors = t.number("tlp_error_rate", 0, 0, 0.5, "Share of TLPs that arrive damaged and are replayed.");
    c.link.dllp_errors = t.number("dllp_error_rate", 0, 0, 0.5,
                                  "Share of DLLPs (acknowledgements and credit updates) that arrive damaged.");
    c.link.replay_timeout = std::max(c.link.replay_timeout, pcie::least_replay_timeout(c));
    c.read_tags = keys.whole("tags", c.read_tags, 1, 256, "Maximum number of outstanding reads of the card.");
}

void read_pcie_switch(core::ConfigTable& t, Keys& keys, pcie::BoardConfig& c) {
    c.has_switch = t.boolean("switch", false, "Insert a switch between the root port and the slot.");
    c.switch_config.latency =
        keys.time("switch_latency", c.switch_config.latency,
                  "Latency of the switch from the last symbol of a packet to its output queue. Assumed.");
}

void read_memory(core::ConfigTable& t, Keys& keys, pcie::BoardConfig& c) {
    c.complex.latency =
        keys.time("root_complex", c.complex.latency,
                  "Latency of the root complex from a read request to its first cache line from the LLC.");
    c.memory.ddio = t.boolean("ddio", true, "Writes of the card go to the last level cache (LLC) instead of DRAM.");
    c.memory.llc_octets =
        std::uint64_t{keys.whole("llc_mib", 15, 1, 1024, "Size of the last level cache (LLC) in MiB.")} << 20;
    c.memory.miss =
        keys.time("llc_miss", 40 * base::kNanosecond, "Additional latency of a read from DRAM compared with the LLC.");
    c.memory.hop = keys.time("socket_hop", 0,
                             "Latency to the memory of another CPU socket. 0: memory and card are on one socket.");
    c.iommu.enabled = t.boolean("iommu", false, "Translate addresses of the card by an IOMMU.");
    c.iommu.page_octets = keys.size("page_octets", 4096, 4096, 1u << 30, "4096 or a larger power of two",
                                    "Page size of the IOMMU in octets.");
    c.iommu.entries = keys.whole("tlb_entries", 96, 1, 1 << 16, "Number of entries of the IOMMU's TLB.");
    c.iommu.walk = keys.time("page_walk", 253'300'000, "Latency of a page walk after a TLB miss.");
    c.iommu.walker_time = keys.time("walker", 52'300'000, "Minimum interval between the starts of two page walks.");
}

}  // namespace

pcie::BoardConfig read_pcie(core::ConfigTable t, const card::PcieWidth& most) {
    pcie::BoardConfig c;
    Keys keys(t);
    read_link(t, keys, most, c);
    read_pcie_switch(t, keys, c);
    read_memory(t, keys, c);
    c.cpu.to_port = keys.time("cpu_to_port", c.cpu.to_port, "Latency from a CPU access to the root port.");
    c.cpu.from_port =
        keys.time("port_to_cpu", c.cpu.from_port, "Latency from a completion at the root port to the CPU.");
    const std::string interrupt =
        t.choice("interrupt", "inta", {"inta", "msi", "msix"}, "Interrupt mechanism of the card.");
    if (interrupt == "msix" && !most.has_vectors) throw t.error("interrupt", "the card has no MSI-X", "inta or msi");
    c.interrupt = interrupt == "msix"  ? pcie::Interrupt::Msix
                  : interrupt == "msi" ? pcie::Interrupt::Msi
                                       : pcie::Interrupt::Inta;
    c.card_clock = static_cast<base::Femtoseconds>(
        1e15 / t.frequency_hz("card_clock", 125e6, 10e6, 1e9, "Clock of the card's logic. Assumed."));
    t.done();
    return c;
}

}  // namespace niclab::lab
