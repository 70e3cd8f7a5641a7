#include "cards/ether_board/line.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::ether_board {

namespace {

struct Cable {
    const char* name;
    double ns_per_m, most_m;
    unsigned mbps;
    bool pairs;  ///< With pairs of wires: also full duplex.
};
/// The values of medium/segment.h.
constexpr Cable kCables[] = {{"10BASE2", 5.14, 185, 10, false},
                             {"10BASE5", 4.33, 500, 10, false},
                             {"10BASE-T", 5.65, 100, 10, true},
                             {"100BASE-TX", 5.65, 100, 100, true},
                             {"1000BASE-T", 5.65, 100, 1000, true}};
constexpr double kLongest = 500;  ///< Metres.

medium::Cabling::Config cabling_of(const LineConfig& config, const card::LinkPlan::Phase& phase) {
    medium::Cabling::Config c{{config.ns_per_m, !config.kind.full_duplex}, config.kind.mbps};
    if (config.repeater) c.repeater_phase = phase(medium::Hub::kBit);
    return c;
}

}  // namespace

std::string host_of(const card::Card& card) { return card.get_parent_object()->basename(); }

medium::TransceiverConfig transceiver_of(const LineKind& kind) {
    medium::TransceiverConfig c;
    c.sqe_test = kind.mbps == 10;
    c.full_duplex = kind.full_duplex;
    return c;
}

Line::Line(sc_core::sc_module_name name, const std::array<card::Card*, 2>& ends, const LineConfig& config,
           const card::LinkPlan::Phase& phase)
    : sc_module(name),
      kind_(config.kind),
      ends_{&dynamic_cast<Station&>(*ends[0]), &dynamic_cast<Station&>(*ends[1])},
      cabling_(cabling_of(config, phase)),
      use_(ends_[0]->bit_fs(), config.kind.full_duplex) {
    SC_HAS_PROCESS(Line);
    std::array<medium::Segment*, 2> cables{};
    for (const unsigned k : {0u, 1u})
        cables[k] = &cabling_.cable(config.repeater ? "cable" + std::to_string(k) : "cable", config.length_m);
    for (const unsigned k : {0u, 1u}) {
        Station& station = *ends_[k];
        transceivers_[k] = std::make_unique<medium::Transceiver>(
            ("transceiver" + std::to_string(k)).c_str(), station.txc, station.rxc, *cables[k],
            k == 0 || config.repeater ? 0 : config.length_m, transceiver_of(kind_));
        transceivers_[k]->pins.bind(station.wires);
        station.set_peer(host_of(*ends_[1 - k]));
        station.left.listen([this, end = 1 - k](core::Femtoseconds at, const ether::Outcome& outcome) {
            ways_[end].ended.push_back(outcome == ether::Outcome::Sent);
            tell_lost(at, end);
        });
        station.arrived.listen([this, end = k](core::Femtoseconds at, std::uint32_t) {
            ++ways_[end].arrived;
            if (!ways_[end].ended.empty()) ways_[end].ended.pop_front();
            left(at, end, true);
            tell_lost(at, end);
        });
    }
    for (const unsigned k : {0u, 1u})
        cabling_.frames.add({&ends_[k]->mac(), transceivers_[k].get(), nullptr, kind_.full_duplex, true});
    cabling_.frames.set_signal_level(true);
    SC_METHOD(on_txen);
    sensitive << ends_[0]->wires.txen << ends_[1]->wires.txen;
    dont_initialize();
}

void Line::enter_transaction_level() {
    medium::FrameTransactions& frames = cabling_.frames;
    for (std::size_t k = 0; k < frames.stations(); ++k) frames.set_watch(k, ends_[k]->watch());
    frames.set_signal_level(false);
}

/// An aborted frame is reported when those before it have arrived.
void Line::tell_lost(core::Femtoseconds at, unsigned end) {
    std::deque<bool>& ended = ways_[end].ended;
    for (; !ended.empty() && !ended.front(); ended.pop_front()) left(at, end, false);
}

card::UnitAccount Line::towards(unsigned end) const {
    const Station& sender = *ends_[1 - end];
    card::UnitAccount account = sender.given_up();
    std::uint64_t lost = 0;
    for (const auto& [cause, frames] : account.dropped) lost += frames;
    account.held = sender.units_sent() - lost - ways_[end].arrived;
    return account;
}

void Line::on_txen() { use_.set(ends_[0]->wires.txen.read(), ends_[1]->wires.txen.read()); }

std::vector<card::Link::Busy> Line::busy(unsigned end) const { return {{"", use_.busy(1 - end), !kind_.full_duplex}}; }

core::Femtoseconds Line::longest_pause() const {
    return std::max(ends_[0]->longest_backoffs(), ends_[1]->longest_backoffs());
}

LinePlan::LinePlan(core::ConfigTable& line, LineKind kind) {
    config_.kind = kind;
    std::vector<std::string> all;
    std::vector<const Cable*> fitting;
    for (const Cable& c : kCables) {
        all.emplace_back(c.name);
        if (c.mbps == kind.mbps && (c.pairs || !kind.full_duplex)) fitting.push_back(&c);
    }
    const std::string name =
        line.choice("cable", fitting.front()->name, all,
                    "Cable between two Ethernet cards: coax (10 Mb/s, half duplex) or twisted pair.");
    const auto cable = std::find_if(fitting.begin(), fitting.end(), [&](const Cable* c) { return name == c->name; });
    if (cable == fitting.end()) {
        std::string names;
        for (const Cable* c : fitting) names += (names.empty() ? "" : " or ") + std::string(c->name);
        throw line.error("cable", "not a cable for these cards", names);
    }
    config_.ns_per_m = (*cable)->ns_per_m;
    config_.length_m = line.length_m("length", config_.length_m, 0.5, kLongest,
                                     "Length of the cable: 185 m of 10BASE2, 500 m of 10BASE5, 100 m of pairs.");
    if (config_.length_m > (*cable)->most_m)
        throw line.error("length", "longer than the cable may be",
                         fmt::format("at most {} m of {}", (*cable)->most_m, name));
    config_.repeater =
        line.boolean("repeater", false, "Connect the two cables by a repeater (hub), at 10 Mb/s and half duplex.");
    if (config_.repeater && (kind.mbps != 10 || kind.full_duplex))
        throw line.error(
            "repeater",
            fmt::format("a repeater with {} Mb/s, {} duplex", kind.mbps, kind.full_duplex ? "full" : "half"),
            "10 Mb/s and half duplex");
}

std::unique_ptr<card::Link> LinePlan::join(const char* name, const std::array<card::Card*, 2>& ends,
                                           const Phase& phase) const {
    return std::make_unique<Line>(name, ends, config_, phase);
}

}  // namespace niclab::ether_board
