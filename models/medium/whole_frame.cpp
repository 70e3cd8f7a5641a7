#include "medium/whole_frame.h"

#include <algorithm>

#include "medium/whole_frame_sides.h"

namespace niclab::medium {

namespace {

constexpr std::uint64_t kWorth = 16;                     ///< Fewer clocks are not profitable; no effect on results.
constexpr unsigned kFirstPause = 4, kLongestPause = 64;  ///< Clocks between two checks; no effect, too.

}  // namespace

WholeFrame::WholeFrame(sc_core::sc_module_name name, const WholeLine& line, std::size_t sender)
    : sc_module(name), line_(line), sender_(sender) {
    SC_HAS_PROCESS(WholeFrame);
    SC_METHOD(on_time);
    sensitive << time_;
    dont_initialize();
    this->sender().transceiver->begins.connect([this] { pause_ = kFirstPause, look_again(); });
}

WholeFrame::~WholeFrame() = default;

void WholeFrame::end_of_elaboration() {
    if (sender().in_time) asking_ = std::make_unique<Asking>(*this);
    for (const WholeLine::Station& s : line_.stations)
        if (hears(s)) hearing_.push_back(std::make_unique<Hearing>(*this, s));
}

void WholeFrame::look_again() {
    core::cancel(time_);
    core::fire(time_, pause_ * sender().mac->transmitter.clock().period_fs());
    pause_ = std::min(2 * pause_, kLongestPause);
}

void WholeFrame::on_time() {
    if (whole_) return end();
    if (!sender().transceiver->sends() || !worth()) return;
    if (!alone()) return look_again();
    if (on_an_edge(core::now_fs())) return core::fire(time_, 1);
    begin();
}

/// For a sender with octets in time only the FCS is certain.
bool WholeFrame::worth() const {
    if (line_.at_pins) return false;
    const ether::MacTransmitter& mac = sender().mac->transmitter;
    return sender().in_time ? mac.keeps_sending() : mac.certain_clocks() >= kWorth;
}

/// Nothing else is under way, and no station can begin.
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
    if (sender().mac->transmitter.clock().is_edge(t)) return true;
    if (line_.repeater && line_.repeater->clock().is_edge(t)) return true;
    return std::any_of(line_.stations.begin(), line_.stations.end(),
                       [&](const WholeLine::Station& s) { return hears(s) && s.mac->receiver.clock().is_edge(t); });
}

void WholeFrame::begin() {
    whole_ = true;
    const core::Femtoseconds now = core::now_fs();
    sent_ = {now, now, 0}, repeated_ = now;
    sender().mac->transmitter.stand_still(), sender().transceiver->stop_sending();
    if (sender().watch) sender().watch->stand_still(true);
    if (line_.repeater) line_.repeater->stand_still();
    for (const auto& h : hearing_) {
        const WholeLine::Station& s = h->station();
        s.mac->receiver.stand_still(), s.transceiver->stop_receiving();
        if (s.watch) s.watch->stand_still(false);
        h->begin(now);
    }
    asking_ ? asking_->plan() : end_behind(sender().mac->transmitter.certain_clocks());
}

void WholeFrame::end_behind(std::uint64_t clocks) {
    const core::Clock& txc = sender().mac->transmitter.clock();
    until_ = txc.edge_after(sent_.done) + (clocks - 1) * txc.period_fs() + 1;
    while (on_an_edge(until_)) ++until_;
    core::fire(time_, until_ - core::now_fs());
}

/// The edges before `to`: each reads the symbols that earlier edges have launched.
void WholeFrame::run(core::Femtoseconds to) {
    send(to);
    for (const auto& h : hearing_) h->run(to);
    tell_watches();
}

void WholeFrame::send(core::Femtoseconds to) {
    if (to <= sent_.done) return;
    ether::MacTransmitter& mac = sender().mac->transmitter;
    const std::uint64_t clocks = edges(mac.clock(), sent_.done, to);
    mac.run(clocks, sender().transceiver->symbols());
    clocks_ += clocks, sent_.untold += clocks;
    sent_.done = to - 1;
    if (!line_.repeater) return;
    const core::Clock& repeats = line_.repeater->clock();
    line_.repeater->run(repeats.edge_after(repeated_), edges(repeats, repeated_, to));
    repeated_ = to - 1;
}

void WholeFrame::Hearing::run(core::Femtoseconds to) {
    ether::MacReceiver& mac = station_.mac->receiver;
    const std::uint64_t clocks = edges(mac.clock(), run_.done, to);
    if (!station_.transceiver->has_come(clocks)) frame_.send(to - 1);
    mac.run(station_.transceiver->receive(clocks), clocks, own_);
    run_.untold += clocks;
    run_.done = to - 1;
}

void WholeFrame::tell_watches() {
    const core::Clock& txc = sender().mac->transmitter.clock();
    const std::vector<std::uint8_t>& symbols = sender().transceiver->symbols();
    if (sender().watch)
        sender().watch->sent({symbols.data() + symbols.size() - sent_.untold, std::size_t(sent_.untold),
                              txc.edge_after(sent_.told), txc.period_fs()});
    sent_.told = sent_.done, sent_.untold = 0;
    for (const auto& h : hearing_) h->tell_watch();
}

void WholeFrame::Hearing::tell_watch() {
    const core::Clock& rxc = station_.mac->receiver.clock();
    if (station_.watch)
        station_.watch->heard({station_.transceiver->received(run_.untold), std::size_t(run_.untold),
                               rxc.edge_after(run_.told), rxc.period_fs()});
    run_.told = run_.done, run_.untold = 0;
}

void WholeFrame::end() {
    for (const auto& h : hearing_) h->stop_planning();
    run(until_);
    whole_ = false;
    sender().mac->transmitter.go_on(), sender().transceiver->go_on_sending();
    if (sender().watch) sender().watch->go_on(true);
    if (line_.repeater) line_.repeater->go_on();
    for (const auto& h : hearing_) {
        const WholeLine::Station& s = h->station();
        s.mac->receiver.go_on(), s.transceiver->go_on_receiving();
        if (s.watch) s.watch->go_on(false);
    }
}

bool WholeFrame::give_back() {
    if (!whole_) return true;
    if (on_an_edge(core::now_fs())) return false;
    core::cancel(time_);
    if (asking_) asking_->stop_planning();
    until_ = core::now_fs();
    end();
    return true;
}

void WholeFrame::settle() {
    if (whole_ && sent_.done < core::now_fs()) run(core::now_fs());
}

}  // namespace niclab::medium
