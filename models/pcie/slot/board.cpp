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

/// With a switch, the link of the root port is as wide as the port.
LinkEndConfig link_of_root(const BoardConfig& config) {
    LinkEndConfig link = config.link;
    if (config.has_switch) link.lanes = config.port_lanes;
    return link;
}

}  // namespace

Femtoseconds least_replay_timeout(const BoardConfig& c) {
    constexpr unsigned kOverhead = 28, kInternalOctets = 20;
    const std::uint64_t octets =
        (c.assignment.mps + kOverhead) * 3 / 2 + std::uint64_t{kInternalOctets} * c.link.lanes.width;
    return 3 * Lanes(c.link.lanes).time_of(octets);
}

Board::Fabric::Fabric(base::EventQueue& queue, const BoardConfig& config, const LinkEndConfig& root_link,
                      std::uint64_t seed, Payloads& payloads)
    : up_end(queue, root_link, seed, "pcie.switch_up"),
      down_end(queue, config.link, seed, "pcie.switch_down"),
      ports(queue, config.switch_config, up_end, payloads, config.port_lanes, config.complex.mps) {
    up_end.use(payloads), down_end.use(payloads);
}

Board::Board(sc_core::sc_module_name name, const BoardConfig& config, std::uint64_t memory_octets, Femtoseconds phase,
             std::uint64_t seed)
    : sc_module(name),
      clock("clock", {config.card_clock, phase, false}),
      config_(config),
      root_link_(link_of_root(config)),
      kernel("kernel", queue_),
      card_end(queue_, config.link, seed, "pcie.card"),
      root_end(queue_, root_link_, seed, "pcie.root"),
      fabric_(config.has_switch ? std::make_unique<Fabric>(queue_, config, root_link_, seed, payloads) : nullptr),
      memory_(config.memory, 0, memory_octets),
      iommu_(config.iommu),
      complex_(queue_, config.complex, root_end, memory_, iommu_),
      cpu(queue_, config.cpu, port_identity(config), root_end, complex_, payloads) {
    card_end.use(payloads), root_end.use(payloads);
    complex_.written = [this](const Tlp& tlp) {
        log.add_write(tlp);
        written(tlp.at(Stamp::Translated), tlp);
    };
    memory_.warm();
    cpu.port_space.set_link(root_link_.lanes);
    kernel.begin();
}

void Board::attach(LinkUser& card) {
    card_end.connect(above_card(), card);
    if (!fabric_) return root_end.connect(card_end, complex_);
    fabric_->down_end.connect(card_end, fabric_->ports.add(fabric_->down_end));
    fabric_->ports.space(0).set_link(root_link_.lanes), fabric_->ports.space(1).set_link(config_.link.lanes);
    fabric_->up_end.connect(root_end, fabric_->ports.upstream());
    root_end.connect(fabric_->up_end, complex_);
}

void Board::observe(LinkObserver& observer, BoardLink link) {
    const bool of_root = link == BoardLink::Root && fabric_;
    (of_root ? fabric_->up_end : card_end).observe(observer, Way::Up);
    (of_root ? root_end : above_card()).observe(observer, Way::Down);
}

void Board::enter_signal_level() {
    if (up_) return;
    up_ = std::make_unique<SignalLine>(config_.link.lanes), down_ = std::make_unique<SignalLine>(config_.link.lanes);
    card_end.use(*up_), above_card().use(*down_);
    if (!fabric_) return;
    fabric_->up = std::make_unique<SignalLine>(root_link_.lanes);
    fabric_->down = std::make_unique<SignalLine>(root_link_.lanes);
    fabric_->up_end.use(*fabric_->up), root_end.use(*fabric_->down);
}

void Board::describe(core::StatsVisitor& v) const {
    const auto link = [&v](const LinkEnd& end, const char* way, const char* from) {
        const LinkEnd::Stats& s = end.stats();
        const std::string of = std::string(way) + "_";
        v.counter((of + "tlps").c_str(), s.tlps, "packets", (std::string("TLPs from the ") + from + ".").c_str());
        v.counter((of + "octets").c_str(), s.octets, "octets", "Octets on the link in this direction, with framing.");
        v.counter((of + "dllps").c_str(), s.dllps, "packets",
                  "DLLPs in this direction: acknowledgements and credit updates.");
        v.counter((of + "replays").c_str(), s.replayed, "packets", "TLPs that were replayed.");
    };
    link(card_end, "up", "card"), link(root_end, "down", "root");
    const RootComplex::Stats& s = complex_.stats();
    v.counter("reads", s.reads, "packets", "Read requests of the card that reached memory.");
    v.counter("writes", s.writes, "packets", "Writes of the card that reached memory.");
    v.counter("completions", s.completions, "packets", "Completions to the card.");
    v.counter("unsupported", s.unsupported, "packets", "Requests of the card to addresses outside of memory.");
    if (fabric_) {
        const Switch::Stats& of = fabric_->ports.stats();
        v.counter("switched_up", of.up, "packets", "TLPs that the switch forwarded to the root port.");
        v.counter("switched_down", of.down, "packets", "TLPs that the switch forwarded to the card.");
    }
    v.counter("iommu_hits", iommu_.stats().hits, "events", "Translations found in the TLB.");
    v.counter("iommu_misses", iommu_.stats().misses, "events", "Translations with a page walk.");
    v.counter("read_credit_wait_ns", card_end.credit_wait(FlowClass::NonPosted) / base::kNanosecond, "ns",
              "Time in which the first waiting read of the card waited for credits.");
    v.counter("write_credit_wait_ns", card_end.credit_wait(FlowClass::Posted) / base::kNanosecond, "ns",
              "Time in which the first waiting write of the card waited for credits.");
}

}  // namespace niclab::pcie
