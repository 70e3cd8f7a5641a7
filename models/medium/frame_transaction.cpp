#include "medium/frame_transaction.h"

#include <algorithm>

namespace niclab::medium {

namespace {

constexpr std::uint64_t kProfitableClocks = 16;          ///< Fewer clocks are not profitable; no effect on results.
constexpr unsigned kFirstPause = 4, kLongestPause = 64;  ///< Clocks between two checks; no effect, too.

/// Number of edges of `clock` after `from` and before `to`.
std::uint64_t edges(const core::Clock& clock, core::Femtoseconds from, core::Femtoseconds to) {
    const core::Femtoseconds first = clock.edge_after(from);
    return first < to ? (to - 1 - first) / clock.period_fs() + 1 : 0;
}

}  // namespace

/// A sender that supplies each octet at its time.
class FrameTransaction::SendSide {
public:
    explicit SendSide(FrameTransaction& frame)
        : frame_(frame),
          due_([](void* self) { static_cast<SendSide*>(self)->on_octet(); }, this, &frame.sender().mac->transmitter) {}
    /// Plans the next octet, or the end once the FCS is being sent.
    void plan() {
        const ether::MacTransmitter& mac = frame_.sender().mac->transmitter;
        if (mac.sends_fcs()) return frame_.end_behind(mac.begun_clocks());
        due_.at(mac.clock().edge_after(frame_.sent_.done) + mac.begun_clocks() * mac.clock().period_fs());
    }
    void stop_planning() { due_.cancel(); }

private:
    void on_octet() {
        frame_.send(core::now_fs() + 1);
        plan();
    }
    FrameTransaction& frame_;
    core::Timer due_;
};

/// A station that receives the frame.
class FrameTransaction::ReceiveSide {
public:
    ReceiveSide(FrameTransaction& frame, const ConnectedStations::Station& station)
        : frame_(frame),
          station_(station),
          own_(!station.full_duplex && &station == &frame.sender()),
          due_([](void* self) { static_cast<ReceiveSide*>(self)->on_octet(); }, this, &station.mac->receiver) {}
    const ConnectedStations::Station& station() const { return station_; }
    void begin(core::Femtoseconds at) { run_ = {at, at, 0}, plan(); }
    /// Processes its edges before `to`; what was launched for them was computed before.
    void run(core::Femtoseconds to);
    void notify_watch();
    void stop_planning() { due_.cancel(); }

private:
    void plan() {
        if (!station_.in_time || own_) return;
        const ether::MacReceiver& mac = station_.mac->receiver;
        const std::uint64_t clocks = mac.clocks_to_octet();
        if (clocks > 0) due_.at(mac.clock().edge_after(run_.done) + (clocks - 1) * mac.clock().period_fs());
    }
    void on_octet() {
        run(core::now_fs() + 1);
        plan();
    }
    FrameTransaction& frame_;
    const ConnectedStations::Station& station_;
    const bool own_;
    Run run_;
    core::Timer due_;
};

FrameTransaction::FrameTransaction(sc_core::sc_module_name name, const ConnectedStations& line, std::size_t sender)
    : sc_module(name), line_(line), sender_(sender) {
    SC_HAS_PROCESS(FrameTransaction);
    SC_METHOD(on_time);
    sensitive << time_;
    dont_initialize();
    this->sender().transceiver->begins.connect([this] { pause_ = kFirstPause, look_again(); });
}

FrameTransaction::~FrameTransaction() = default;

void FrameTransaction::end_of_elaboration() {
    if (sender().in_time) send_side_ = std::make_unique<SendSide>(*this);
    for (const ConnectedStations::Station& s : line_.stations)
        if (hears(s)) receive_sides_.push_back(std::make_unique<ReceiveSide>(*this, s));
}

void FrameTransaction::look_again() {
    core::cancel(time_);
    core::fire(time_, pause_ * sender().mac->transmitter.clock().period_fs());
    pause_ = std::min(2 * pause_, kLongestPause);
}

void FrameTransaction::on_time() {
    if (active_) return end();
    if (!sender().transceiver->sends() || !is_profitable()) return;
    if (!alone()) return look_again();
    if (on_an_edge(core::now_fs())) return core::fire(time_, 1);
    begin();
}

/// For a sender with octets in time only the FCS is certain.
bool FrameTransaction::is_profitable() const {
    if (line_.signal_level) return false;
    const ether::MacTransmitter& mac = sender().mac->transmitter;
    return sender().in_time ? mac.keeps_sending() : mac.certain_clocks() >= kProfitableClocks;
}

/// Nothing else is under way, and no station can begin.
bool FrameTransaction::alone() const {
    if (!sender().transceiver->plugged()) return false;
    const auto under_way = [](const Segment* cable) { return cable->under_way(); };
    if (std::any_of(line_.cables.begin(), line_.cables.end(), under_way)) return false;
    if (line_.repeater && !line_.repeater->steady()) return false;
    return std::all_of(line_.stations.begin(), line_.stations.end(), [this](const ConnectedStations::Station& s) {
        if (!s.transceiver->plugged()) return true;
        if (!s.transceiver->quiet()) return false;
        if (&s != &sender() && !s.full_duplex && (s.transceiver->sends() || !s.mac->transmitter.held())) return false;
        return !hears(s) || s.transceiver->follows_one();
    });
}

bool FrameTransaction::on_an_edge(core::Femtoseconds t) const {
    if (sender().mac->transmitter.clock().is_edge(t)) return true;
    if (line_.repeater && line_.repeater->clock().is_edge(t)) return true;
    return std::any_of(line_.stations.begin(), line_.stations.end(), [&](const ConnectedStations::Station& s) {
        return hears(s) && s.mac->receiver.clock().is_edge(t);
    });
}

void FrameTransaction::begin() {
    active_ = true;
    const core::Femtoseconds now = core::now_fs();
    sent_ = {now, now, 0}, repeated_ = now;
    sender().mac->transmitter.suspend(), sender().transceiver->suspend_sending();
    if (sender().watch) sender().watch->suspend(true);
    if (line_.repeater) line_.repeater->suspend();
    receivers_.clear();
    for (const auto& h : receive_sides_)
        if (h->station().transceiver->plugged()) receivers_.push_back(h.get());
    for (ReceiveSide* h : receivers_) {
        const ConnectedStations::Station& s = h->station();
        s.mac->receiver.suspend(), s.transceiver->suspend_receiving();
        if (s.watch) s.watch->suspend(false);
        h->begin(now);
    }
    send_side_ ? send_side_->plan() : end_behind(sender().mac->transmitter.certain_clocks());
}

void FrameTransaction::end_behind(std::uint64_t clocks) {
    const core::Clock& txc = sender().mac->transmitter.clock();
    until_ = txc.edge_after(sent_.done) + (clocks - 1) * txc.period_fs() + 1;
    while (on_an_edge(until_)) ++until_;
    core::fire(time_, until_ - core::now_fs());
}

/// The edges before `to`: each reads the symbols that earlier edges have launched.
void FrameTransaction::run(core::Femtoseconds to) {
    send(to);
    for (ReceiveSide* h : receivers_) h->run(to);
    notify_watches();
}

void FrameTransaction::send(core::Femtoseconds to) {
    if (to <= sent_.done) return;
    ether::MacTransmitter& mac = sender().mac->transmitter;
    const std::uint64_t clocks = edges(mac.clock(), sent_.done, to);
    mac.run(clocks, sender().transceiver->symbols());
    clocks_ += clocks, sent_.unreported += clocks;
    sent_.done = to - 1;
    if (!line_.repeater) return;
    const core::Clock& repeats = line_.repeater->clock();
    line_.repeater->run(repeats.edge_after(repeated_), edges(repeats, repeated_, to));
    repeated_ = to - 1;
}

void FrameTransaction::ReceiveSide::run(core::Femtoseconds to) {
    ether::MacReceiver& mac = station_.mac->receiver;
    const std::uint64_t clocks = edges(mac.clock(), run_.done, to);
    if (!station_.transceiver->has_come(clocks)) frame_.send(to - 1);
    mac.run(station_.transceiver->receive(clocks), clocks, own_);
    run_.unreported += clocks;
    run_.done = to - 1;
}

void FrameTransaction::notify_watches() {
    const core::Clock& txc = sender().mac->transmitter.clock();
    const std::vector<std::uint8_t>& symbols = sender().transceiver->symbols();
    if (sender().watch)
        sender().watch->sent({symbols.data() + symbols.size() - sent_.unreported, std::size_t(sent_.unreported),
                              txc.edge_after(sent_.reported), txc.period_fs()});
    sent_.reported = sent_.done, sent_.unreported = 0;
    for (ReceiveSide* h : receivers_) h->notify_watch();
}

void FrameTransaction::ReceiveSide::notify_watch() {
    const core::Clock& rxc = station_.mac->receiver.clock();
    if (station_.watch)
        station_.watch->heard({station_.transceiver->received(run_.unreported), std::size_t(run_.unreported),
                               rxc.edge_after(run_.reported), rxc.period_fs()});
    run_.reported = run_.done, run_.unreported = 0;
}

void FrameTransaction::end() {
    for (ReceiveSide* h : receivers_) h->stop_planning();
    run(until_);
    active_ = false;
    sender().mac->transmitter.resume(), sender().transceiver->resume_sending();
    if (sender().watch) sender().watch->resume(true);
    if (line_.repeater) line_.repeater->resume();
    for (ReceiveSide* h : receivers_) {
        const ConnectedStations::Station& s = h->station();
        s.mac->receiver.resume(), s.transceiver->resume_receiving();
        if (s.watch) s.watch->resume(false);
    }
}

bool FrameTransaction::enter_signal_level() {
    if (!active_) return true;
    if (on_an_edge(core::now_fs())) return false;
    core::cancel(time_);
    if (send_side_) send_side_->stop_planning();
    until_ = core::now_fs();
    end();
    return true;
}

void FrameTransaction::settle() {
    if (active_ && sent_.done < core::now_fs()) run(core::now_fs());
}

void FrameTransactions::add(ConnectedStations::Station station) {
    if (mbps_ == 100) return;
    station.in_time &= mbps_ == 10;
    line_.stations.push_back(station);
    const std::size_t number = frames_.size();
    frames_.push_back(std::make_unique<FrameTransaction>((name_ + std::to_string(number)).c_str(), line_, number));
}

bool FrameTransactions::enter_signal_level() {
    set_signal_level(true);
    return std::all_of(frames_.begin(), frames_.end(), [](const auto& frame) { return frame->enter_signal_level(); });
}

void FrameTransactions::settle() {
    for (const auto& frame : frames_) frame->settle();
}

std::uint64_t FrameTransactions::clocks() const {
    std::uint64_t sum = 0;
    for (const auto& frame : frames_) sum += frame->clocks();
    return sum;
}

core::Femtoseconds FrameTransactions::time() const {
    core::Femtoseconds sum = 0;
    for (std::size_t k = 0; k < frames_.size(); ++k)
        sum += frames_[k]->clocks() * line_.stations[k].mac->transmitter.clock().period_fs();
    return sum;
}

}  // namespace niclab::medium
