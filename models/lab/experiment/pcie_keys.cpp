#include "lab/experiment/pcie_keys.h"

#include <algorithm>
#include <cmath>

namespace niclab::lab {

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
    c.port_lanes.generation = keys.whole("generation", 3, 1, 5, "Most generation of the slot; the card may have less.");
    c.port_lanes.width =
        keys.size("lanes", 8, 1, 16, "1, 2, 4, 8 or 16", "Most lanes of the slot; the card may have less.");
    c.link.lanes = {std::min(c.port_lanes.generation, most.generation), std::min(c.port_lanes.width, most.lanes)};
    const char* const sizes = "128, 256, 512, 1024, 2048 or 4096";
    c.complex.mps = keys.size("mps", 256, 128, 4096, sizes,
                              "Most octets of data in a packet (maximum payload size); the card may have less.");
    c.assignment.mps = std::min(c.complex.mps, most.mps);
    c.assignment.mrrs = keys.size("mrrs", 512, 128, 4096, sizes, "Most octets that a read asks for.");
    using Flow = pcie::FlowClass;
    pcie::Credits& posted = c.link.credits[unsigned(Flow::Posted)];
    posted.header = keys.whole("posted_headers", posted.header, 1, 127, "Credits for headers of writes.");
    posted.data = keys.whole("posted_data", posted.data, 8, 2047, "Credits for data of writes, of 16 octets each.");
    if (posted.data * pcie::kDataCreditOctets < c.assignment.mps)
        throw t.error("posted_data", "too few for a packet of pcie.mps octets", "at least mps / 16");
    pcie::Credits& reads = c.link.credits[unsigned(Flow::NonPosted)];
    reads.header = keys.whole("read_headers", reads.header, 1, 127, "Credits for reads.");
    c.link.tlp_errors = t.number("tlp_error_rate", 0, 0, 0.5, "Share of damaged packets, which are sent again.");
    c.link.dllp_errors =
        t.number("dllp_error_rate", 0, 0, 0.5, "Share of damaged acknowledgements and updates of credits.");
    c.link.replay_timeout = std::max(c.link.replay_timeout, pcie::least_replay_timeout(c));
    c.read_tags = keys.whole("tags", c.read_tags, 1, 256, "Reads that the card may have outstanding.");
}

void read_switch(core::ConfigTable& t, Keys& keys, pcie::BoardConfig& c) {
    c.has_switch = t.boolean("switch", false, "A switch between the root port and the slot.");
    c.switch_config.latency = keys.time("switch_latency", c.switch_config.latency,
                                        "From the last symbol of a packet to its queue in the switch. Assumed.");
}

void read_memory(core::ConfigTable& t, Keys& keys, pcie::BoardConfig& c) {
    c.complex.latency =
        keys.time("root_complex", c.complex.latency, "From a read request to its first line in the LLC.");
    c.memory.ddio = t.boolean("ddio", true, "Writes of the card go to the last level cache, not to DRAM.");
    c.memory.llc_octets = std::uint64_t{keys.whole("llc_mib", 15, 1, 1024, "Size of the last level cache.")} << 20;
    c.memory.miss = keys.time("llc_miss", 40 * base::kNanosecond, "Time of a read from DRAM, more than from the LLC.");
    c.memory.hop = keys.time("socket_hop", 0, "To the socket of the memory, if it is not that of the card; 0: it is.");
    c.iommu.enabled = t.boolean("iommu", false, "Addresses of the card are translated.");
    c.iommu.page_octets =
        keys.size("page_octets", 4096, 4096, 1u << 30, "4096 or a larger power of two", "Page of the translation.");
    c.iommu.entries = keys.whole("tlb_entries", 96, 1, 1 << 16, "Pages that the IOMMU remembers.");
    c.iommu.walk = keys.time("page_walk", 253'300'000, "Latency of the translation of another page.");
    c.iommu.walker_time = keys.time("walker", 52'300'000, "From the begin of a page walk to that of the next.");
}

}  // namespace

pcie::BoardConfig read_pcie(core::ConfigTable t, const card::PcieWidth& most) {
    pcie::BoardConfig c;
    Keys keys(t);
    read_link(t, keys, most, c);
    read_switch(t, keys, c);
    read_memory(t, keys, c);
    c.cpu.to_port = keys.time("cpu_to_port", c.cpu.to_port, "From an access of the CPU to the root port.");
    c.cpu.from_port = keys.time("port_to_cpu", c.cpu.from_port, "From a completion at the root port to the CPU.");
    const std::string interrupt =
        t.choice("interrupt", "inta", {"inta", "msi", "msix"}, "How the card interrupts the CPU.");
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
