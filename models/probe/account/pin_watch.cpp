#include "probe/account/pin_watch.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::probe {

namespace {

/// C/BE#[7:4] have no group of their own here: in a read they are driven by another agent than
/// AD[63:32].
std::uint16_t upper_groups(std::uint8_t enabled) {
    return static_cast<std::uint16_t>(
        (enabled & pci::kEnAdHigh ? check::kAdHigh : 0) | (enabled & pci::kEnPar64 ? check::kParHigh : 0) |
        (enabled & pci::kEnReq64 ? check::kReq64 : 0) | (enabled & pci::kEnAck64 ? check::kAck64 : 0));
}

PciAccount account_of(const pci::Bus& bus, const check::PciChecker::Config& config,
                      const std::vector<std::string>& cards) {
    std::vector<int> pair_of_agent(config.agents.size(), -1);
    std::vector<PciAccount::Card> known;
    known.reserve(cards.size());
    for (const std::string& card : cards) known.push_back({card, -1});
    for (std::size_t k = 0; k < config.master_agent.size(); ++k) {
        pair_of_agent[static_cast<std::size_t>(config.master_agent[k])] = static_cast<int>(k);
        for (PciAccount::Card& card : known)
            if (card.name == bus.masters()[k]) card.pair = static_cast<int>(k);
    }
    return PciAccount(known, bus.masters(), pair_of_agent);
}

}  // namespace

PciWatch::PciWatch(sc_core::sc_module_name name, const core::Clock& clock, const pci::Bus& bus,
                   const std::string& bus_name, const std::vector<std::string>& cards, check::Report* report)
    : sc_module(name),
      clock_(clock),
      bus_(bus),
      two_level_(dynamic_cast<const pci::TwoLevelBus*>(&bus)),
      config_(config(bus_name)),
      account_(account_of(bus, config_, cards)) {
    if (report) checker_ = std::make_unique<check::PciChecker>(config_, *report);
    clock.observe(core::edge_call<&PciWatch::on_clock>(*this));
    if (two_level_) two_level_->observe_transactions(core::edge_call<&PciWatch::on_transaction>(*this));
}

check::PciChecker::Config PciWatch::config(const std::string& bus_name) {
    check::PciChecker::Config c;
    c.bus = bus_name;
    c.period_fs = clock_.period_fs();
    for (const pci::Bus::Half& half : bus_.halves()) {
        auto at = std::find(c.agents.begin(), c.agents.end(), half.agent);
        if (at == c.agents.end()) at = c.agents.insert(c.agents.end(), half.agent);
        const int agent = static_cast<int>(at - c.agents.begin());
        agent_of_half_.push_back(static_cast<unsigned>(agent));
        if (half.initiator) c.master_agent.push_back(agent);
        if (half.agent == "host") c.host_agent = agent;
    }
    if (c.agents.size() > check::kMaxPciAgents)
        throw std::invalid_argument(bus_name + ": an observer of a bus with " + std::to_string(c.agents.size()) +
                                    " agents; expected at most " + std::to_string(check::kMaxPciAgents));
    return c;
}

[[gnu::flatten]] void PciWatch::on_clock() {  // Inlines its calls: it runs all the time.
    ++calls_;
    if (const pci::TransactionBus* bus = records()) {
        if (bus->is_idle_repeated() || bus->is_wait_repeated() || take_idle(*bus)) return;
        take_wait(*bus);
    }
    if (passed_.timing) {
        if (goes_on()) {
            passed_.clocks = clock_.cycle() - passed_.cycle + 1;
            return;
        }
        synchronize();
    }
    if (two_level_ && two_level_->transaction_bus() && two_level_->transaction_bus()->transaction())
        two_level_->show_each_clock();
    look();
}

void PciWatch::look() {
    const pci::Levels& bus = bus_.now();
    const std::uint32_t req = bus_.requests(), gnt = bus_.grants();
    // An idle bus without changes, on which no agent exceeds a limit, is checked at its next
    // change.
    const bool quiet = bus.idle() && last_.idle() && (req & gnt) == 0 && (gnt == 0 || (bus.enabled & pci::kEnAd));
    if (quiet && req == req_ && gnt == gnt_ && bus == last_) return;
    req_ = req;
    gnt_ = gnt;
    check::PciSample s = sample(bus, clock_.cycle(), core::now_fs());
    for (unsigned h = 0; h < agent_of_half_.size(); ++h) add_drive(s, h, bus_.driven(h));
    report_sample(s);
    last_ = bus;
}

void PciWatch::report_sample(const check::PciSample& s) {
    account_.sample(s);
    if (checker_) checker_->sample(s);
    if (sampled) sampled(s);
}

check::PciSample PciWatch::sample(const pci::Levels& bus, std::uint64_t cycle, core::Femtoseconds at) {
    check::PciSample s;
    s.cycle = cycle;
    s.at = at;
    // C/BE# has a command in address phases and on an idle bus, otherwise byte enables, which are
    // low when enabled.
    const bool address = bus.frame ? !last_.frame || second_address_ : !bus.irdy;
    second_address_ = bus.frame && !last_.frame && bus.cbe == check::kDualAddress;
    s.ad = bus.ad;
    s.cbe = static_cast<std::uint8_t>((address ? bus.cbe : ~bus.cbe) & 0xF);
    s.driven = bus.enabled, s.unknown = bus.unknown;
    s.par = bus.par;
    s.frame = bus.frame, s.irdy = bus.irdy, s.trdy = bus.trdy, s.devsel = bus.devsel, s.stop = bus.stop;
    s.perr = bus.perr, s.serr = bus.serr;
    s.rst = bus_.rst().read();
    s.req = req_;
    s.gnt = gnt_;
    s.m66en = bus_.m66en();
    if (!bus_.wide()) return s;
    s.ad |= std::uint64_t{bus.ad_high} << 32;
    s.cbe |= static_cast<std::uint8_t>(((address ? bus.cbe_high : ~bus.cbe_high) & 0xF) << 4);
    s.par64 = bus.par64, s.req64 = bus.req64, s.ack64 = bus.ack64;
    s.driven |= upper_groups(bus.enabled64);
    return s;
}

void PciWatch::add_drive(check::PciSample& s, unsigned half, const pci::Levels& drive) const {
    std::uint16_t& groups = s.enables[agent_of_half_[half]];
    groups |= drive.enabled;
    if (bus_.wide()) groups |= upper_groups(drive.enabled64);
}

CardWatch::CardWatch(sc_core::sc_module_name name, const Clocks& clocks, const Formats& formats,
                     const std::string& card, const utopia::TxPins<core::Net>& tx, const utopia::RxPins<core::Net>& rx,
                     const fiber::LinePins<core::Net>& launch, const Reports& reports)
    : sc_module(name),
      tx_(tx),
      rx_(rx),
      launch_(launch),
      tx_checker_({card + ".utopia_tx", formats.utopia.octet_level, formats.utopia.width}, reports.utopia),
      rx_checker_({card + ".utopia_rx", formats.utopia.octet_level, formats.utopia.width}, reports.utopia),
      aal5_checker_(card + ".utopia_tx", reports.aal5),
      line_checker_(card + ".phy", reports.line, formats.sts) {
    clocks.utopia.observe(core::edge_call<&CardWatch::on_utopia>(*this));
    clocks.line.observe(core::edge_call<&CardWatch::on_line>(*this));
}

void CardWatch::watch(utopia::TxCellLink& tx, utopia::RxCellLink& rx, phy::OctetLine& launched) {
    whole_ = {&tx, &rx, &launched};
    tx.observe(
        [](void* w, const utopia::TxLevels& l, core::Femtoseconds at) { static_cast<CardWatch*>(w)->take(l, at); },
        this, [](void* w, std::uint64_t cells) { static_cast<CardWatch*>(w)->tx_checker_.pass(cells); },
        &CardWatch::run<utopia::TxLevels>);
    rx.observe(
        [](void* w, const utopia::RxLevels& l, core::Femtoseconds at) { static_cast<CardWatch*>(w)->take(l, at); },
        this, nullptr, &CardWatch::run<utopia::RxLevels>);
    launched.observe_launch(
        [](void* w, phy::LineOctet o, core::Femtoseconds at) {
            static_cast<CardWatch*>(w)->line_checker_.octet(o.octet, o.frame, at);
        },
        this,
        [](void* w, std::uint64_t frames, unsigned cell_octets) {
            static_cast<CardWatch*>(w)->line_checker_.pass(frames, cell_octets);
        },
        [](void* w, const std::uint8_t* octets, unsigned n, core::Femtoseconds at, core::Femtoseconds period) {
            static_cast<CardWatch*>(w)->line_checker_.octets(octets, n, at, period);
        });
}

void CardWatch::on_utopia() {
    const core::Femtoseconds now = core::now_fs();
    if (!whole_.tx || !whole_.tx->active()) {
        ++calls_;
        take(utopia::TxLevels{tx_.data.read(), tx_.soc.read(), tx_.prty.read(), tx_.enb.read(), tx_.clav.read()}, now);
    }
    if (!whole_.rx || !whole_.rx->active())
        take(utopia::RxLevels{rx_.data.read(), rx_.soc.read(), rx_.prty.read(), rx_.clav.read(), rx_.enb.read()}, now);
}

void CardWatch::on_line() {
    if (whole_.launched && whole_.launched->active()) return;
    line_checker_.octet(launch_.octet.read(), launch_.frame.read(), core::now_fs());
}

}  // namespace niclab::probe
