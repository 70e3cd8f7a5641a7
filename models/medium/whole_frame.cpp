#include "medium/whole_frame.h"

#include <algorithm>

namespace niclab::medium {

namespace {

constexpr std::uint64_t kWorth = 16;  ///< Fewer clocks are not worth it. Of no consequence for what is simulated.
constexpr unsigned kFirstPause = 4, kLongestPause = 64;  ///< Clocks from look to look. Likewise.

/// Edges of `clock` behind `from` and before `to`; none of the two is one.
std::uint64_t edges(const core::Clock& clock, core::Femtoseconds from, core::Femtoseconds to) {
    const core::Femtoseconds first = clock.edge_after(from);
    return first < to ? (to - 1 - first) / clock.period_fs() + 1 : 0;
}

bool is_edge(const core::Clock& clock, core::Femtoseconds t) { return clock.edge_after(t - 1) == t; }

}  // namespace

WholeFrame::WholeFrame(sc_core::sc_module_name name, const WholeLine& line, std::size_t sender)
    : sc_module(name), line_(line), sender_(sender) {
    SC_HAS_PROCESS(WholeFrame);
    SC_METHOD(on_time);
    sensitive << time_;
    dont_initialize();
    this->sender().transceiver->begins.connect([this] { pause_ = kFirstPause, look_again(); });
}

void WholeFrame::look_again() {
    core::cancel(time_);
    core::fire(time_, pause_ * sender().mac->transmitter.clock().period_fs());
    pause_ = std::min(2 * pause_, kLongestPause);
}

void WholeFrame::on_time() {
    if (whole_) return end();
    if (!sender().transceiver->sends()) return;
    const std::uint64_t clocks = sender().mac->transmitter.certain_clocks();
    if (clocks < kWorth) return;
    if (!alone()) return look_again();
    if (on_an_edge(core::now_fs())) return core::fire(time_, 1);
    begin(clocks);
}

/// Nothing else is on its way, and nobody can begin.
bool WholeFrame::alone() const {
    const auto under_way = [](const Segment* cable) { return cable->under_way(); };
    if (std::any_of(line_.cables.begin(), line_.cables.end(), under_way)) return false;
    if (line_.repeater && !line_.repeater->steady()) return false;
    return std::all_of(line_.stations.begin(), line_.stations.end(), [this](const WholeLine::Station& s) {
        if (!s.transceiver->quiet()) return false;
        if (&s != &sender() && !s.full_duplex && (s.transceiver->sends() || !s.mac->transmitter.held())) return false;
        return !hears(s) || s.transceiver->follows_one();
    });
}

bool WholeFrame::on_an_edge(core::Femtoseconds t) const {
    if (is_edge(sender().mac->transmitter.clock(), t)) return true;
    if (line_.repeater && is_edge(line_.repeater->clock(), t)) return true;
    return std::any_of(line_.stations.begin(), line_.stations.end(),
                       [&](const WholeLine::Station& s) { return hears(s) && is_edge(s.mac->receiver.clock(), t); });
}

void WholeFrame::begin(std::uint64_t clocks) {
    whole_ = true, done_ = core::now_fs();
    const core::Clock& txc = sender().mac->transmitter.clock();
    until_ = txc.edge_after(done_) + (clocks - 1) * txc.period_fs() + 1;
    while (on_an_edge(until_)) ++until_;
    core::fire(time_, until_ - done_);
    sender().mac->transmitter.stand_still(), sender().transceiver->stop_sending();
    if (sender().watch) sender().watch->stand_still(true);
    if (line_.repeater) line_.repeater->stand_still();
    for (const WholeLine::Station& s : line_.stations) {
        if (!hears(s)) continue;
        s.mac->receiver.stand_still(), s.transceiver->stop_receiving();
        if (s.watch) s.watch->stand_still(false);
    }
}

/// The edges before `to`: each reads what those before it have launched.
void WholeFrame::run(core::Femtoseconds to) {
    send(to);
    if (line_.repeater)
        line_.repeater->run(line_.repeater->clock().edge_after(done_), edges(line_.repeater->clock(), done_, to));
    for (const WholeLine::Station& s : line_.stations)
        if (hears(s)) receive(s, to);
    done_ = to - 1;
}

void WholeFrame::send(core::Femtoseconds to) {
    ether::MacTransmitter& mac = sender().mac->transmitter;
    const std::uint64_t clocks = edges(mac.clock(), done_, to);
    std::vector<std::uint8_t>& symbols = sender().transceiver->symbols();
    mac.run(clocks, symbols);
    clocks_ += clocks;
    if (sender().watch)
        sender().watch->sent({symbols.data() + symbols.size() - clocks, std::size_t(clocks),
                              mac.clock().edge_after(done_), mac.clock().period_fs()});
}

void WholeFrame::receive(const WholeLine::Station& s, core::Femtoseconds to) const {
    ether::MacReceiver& mac = s.mac->receiver;
    const std::uint64_t clocks = edges(mac.clock(), done_, to);
    const std::uint8_t* const symbols = s.transceiver->receive(clocks);
    mac.run(symbols, clocks, !s.full_duplex && &s == &sender());
    if (s.watch) s.watch->heard({symbols, std::size_t(clocks), mac.clock().edge_after(done_), mac.clock().period_fs()});
}

void WholeFrame::end() {
    run(until_);
    whole_ = false;
    sender().mac->transmitter.go_on(), sender().transceiver->go_on_sending();
    if (sender().watch) sender().watch->go_on(true);
    if (line_.repeater) line_.repeater->go_on();
    for (const WholeLine::Station& s : line_.stations) {
        if (!hears(s)) continue;
        s.mac->receiver.go_on(), s.transceiver->go_on_receiving();
        if (s.watch) s.watch->go_on(false);
    }
}

void WholeFrame::settle() {
    if (whole_ && done_ < core::now_fs()) run(core::now_fs());
}

}  // namespace niclab::medium
