#include "cards/ether_board/line.h"

#include <algorithm>

namespace niclab::ether_board {

namespace {

struct Cable {
    const char* name;
    double ns_per_m, most_m;
};
/// As medium/segment.h has them.
constexpr Cable kCables[] = {{"10BASE2", 5.14, 185}, {"10BASE5", 4.33, 500}};
constexpr core::Femtoseconds kGapBits = 96;

std::string host_of(const card::Card& card) { return card.get_parent_object()->basename(); }

}  // namespace

Line::Line(sc_core::sc_module_name name, const std::array<card::Card*, 2>& ends, const LineConfig& config)
    : sc_module(name),
      ends_{&dynamic_cast<Station&>(*ends[0]), &dynamic_cast<Station&>(*ends[1])},
      cable_("cable", {config.ns_per_m, true}) {
    SC_HAS_PROCESS(Line);
    for (const unsigned k : {0u, 1u}) {
        Station& station = *ends_[k];
        transceivers_[k] =
            std::make_unique<medium::Transceiver>(("transceiver" + std::to_string(k)).c_str(), station.txc, station.rxc,
                                                  cable_, k == 0 ? 0 : config.length_m);
        transceivers_[k]->pins.bind(station.wires);
        station.set_peer(host_of(*ends_[1 - k]));
        station.left.listen([this, end = 1 - k](core::Femtoseconds at, const bool& sent) {
            ways_[end].ended.push_back(sent);
            tell_lost(at, end);
        });
        station.arrived.listen([this, end = k](core::Femtoseconds at) {
            ++ways_[end].arrived;
            if (!ways_[end].ended.empty()) ways_[end].ended.pop_front();
            left(at, end, true);
            tell_lost(at, end);
        });
    }
    SC_METHOD(on_txen);
    sensitive << ends_[0]->wires.txen << ends_[1]->wires.txen;
    dont_initialize();
}

/// A frame given up is told of when those before it have come.
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

void Line::on_txen() {
    const bool used = ends_[0]->wires.txen.read() || ends_[1]->wires.txen.read();
    if (used == used_) return;
    const core::Femtoseconds now = core::now_fs(), gap = kGapBits * ends_[0]->txc.period_fs();
    busy_ += used_ ? now - changed_ : std::min(now - changed_, gap);
    used_ = used, changed_ = now;
}

std::optional<core::Femtoseconds> Line::busy(unsigned) const { return busy_ + (used_ ? core::now_fs() - changed_ : 0); }

core::Femtoseconds Line::longest_pause() const {
    return std::max(ends_[0]->longest_backoffs(), ends_[1]->longest_backoffs());
}

LinePlan::LinePlan(core::ConfigTable& line) {
    std::vector<std::string> names;
    for (const Cable& c : kCables) names.emplace_back(c.name);
    const std::string name =
        line.choice("cable", names.front(), names, "Coax between two Ethernet cards; 10 Mb/s, half duplex.");
    const Cable& cable =
        *std::find_if(std::begin(kCables), std::end(kCables), [&](const Cable& c) { return name == c.name; });
    config_.ns_per_m = cable.ns_per_m;
    config_.length_m = line.length_m("length", 10, 0.5, cable.most_m, "Length of the cable.");
}

std::unique_ptr<card::Link> LinePlan::join(const char* name, const std::array<card::Card*, 2>& ends) const {
    return std::make_unique<Line>(name, ends, config_);
}

}  // namespace niclab::ether_board
