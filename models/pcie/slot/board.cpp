#include "pcie/slot/board.h"

namespace niclab::pcie {

namespace {

/// A root port of a server of 2014.
Identity port_identity(const BoardConfig& config) {
    Identity id;
    id.type = DeviceType::RootPort;
    id.vendor = 0x8086, id.device = 0x2F02, id.revision = 2;
    id.class_code = 0x060400;
    id.lanes = config.port_lanes;
    id.mps = config.complex.mps;
    return id;
}

}  // namespace

Board::Board(sc_core::sc_module_name name, const BoardConfig& config, std::uint64_t memory_octets, Femtoseconds phase,
             std::uint64_t seed)
    : sc_module(name),
      clock("clock", {config.card_clock, phase, false}),
      config_(config),
      kernel("kernel", queue_),
      card_end(queue_, config.link, seed, "pcie.card"),
      root_end(queue_, config.link, seed, "pcie.root"),
      memory_(config.memory, 0, memory_octets),
      iommu_(config.iommu),
      complex_(queue_, config.complex, root_end, memory_, iommu_),
      cpu(queue_, config.cpu, port_identity(config), root_end, complex_, payloads) {
    card_end.use(payloads), root_end.use(payloads);
    complex_.written = [this](const Tlp& tlp) { log.add_write(tlp); };
    memory_.warm();
    cpu.port_space.set_link(config.link.lanes);
    kernel.begin();
}

void Board::enter_signal_level() {
    if (up_) return;
    up_ = std::make_unique<SignalLine>(config_.link.lanes), down_ = std::make_unique<SignalLine>(config_.link.lanes);
    card_end.use(*up_), root_end.use(*down_);
}

void Board::describe(core::StatsVisitor& v) const {
    const auto link = [&v](const LinkEnd& end, const char* way, const char* from) {
        const LinkEnd::Stats& s = end.stats();
        const std::string of = std::string(way) + "_";
        v.counter((of + "tlps").c_str(), s.tlps, "packets", (std::string("TLPs from the ") + from + ".").c_str());
        v.counter((of + "octets").c_str(), s.octets, "octets", "Octets of those on the link, with framing.");
        v.counter((of + "dllps").c_str(), s.dllps, "packets", "Acknowledgements and credits, that way.");
        v.counter((of + "replays").c_str(), s.replayed, "packets", "TLPs of those that were sent again.");
    };
    link(card_end, "up", "card"), link(root_end, "down", "root");
    const RootComplex::Stats& s = complex_.stats();
    v.counter("reads", s.reads, "packets", "Read requests of the card that reached memory.");
    v.counter("writes", s.writes, "packets", "Writes of the card that reached memory.");
    v.counter("completions", s.completions, "packets", "Completions to the card.");
    v.counter("unsupported", s.unsupported, "packets", "Requests of the card outside of memory.");
    v.counter("iommu_hits", iommu_.stats().hits, "events", "Translations that the TLB had.");
    v.counter("iommu_misses", iommu_.stats().misses, "events", "Translations with a page walk.");
    v.counter("read_credit_wait_ns", card_end.credit_wait(FlowClass::NonPosted) / base::kNanosecond, "ns",
              "Time that the card's first read waited for credits.");
    v.counter("write_credit_wait_ns", card_end.credit_wait(FlowClass::Posted) / base::kNanosecond, "ns",
              "Time that the card's first write waited for credits.");
}

}  // namespace niclab::pcie
