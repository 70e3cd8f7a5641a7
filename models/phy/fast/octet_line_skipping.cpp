// The skipping of frames with null cells only.
#include <algorithm>

#include "phy/fast/octet_line.h"

namespace niclab::phy {

namespace {

/// Octet times after which UTOPIA has delivered a cell for the one that was taken. Two are to
/// detect the free place, one per word, and one is to pass it on.
constexpr unsigned kRestOctets = 57;
/// A cell that ends with its first octet after the gap between two rows leaves the FIFO at rest no
/// sooner than the next row.
constexpr unsigned kRestSlack = 2 * atm::kCellOctets;
/// No search beyond this.
constexpr std::uint64_t kFarOctets = std::uint64_t{1} << 36;
/// Fewer frames are not worth the return to an earlier frame.
constexpr std::uint64_t kLeastFrames = 3;

/// Number of headers that end among the first `octets` of a stream of cells.
std::uint64_t headers_before(std::uint64_t octets) { return (octets + atm::kPayloadOctets) / atm::kCellOctets; }

}  // namespace

bool OctetLine::carries_only_null_cells() const {
    if (!active_ || frame_ == kNone || !arrival_watches_.empty() || launch_recorder_ || arrival_recorder_) return false;
    if (std::any_of(launch_watches_.begin(), launch_watches_.end(), [](const Watcher& w) { return !w.skip; }))
        return false;
    // The octets under way to the far end, and those that a transmitter counts again when it
    // returns to the begin of its frame.
    const std::uint64_t under_way = std::max<std::uint64_t>(behind_ + to_.pipeline_octets(), launched_ - frame_);
    return from_.sends_nothing() && to_.receives_nothing() &&
           from_.tacp().nulls() > under_way / atm::kCellOctets + 4;  // one in RACP, what UTOPIA has of one
}

core::Femtoseconds OctetLine::idle_until() const {
    const std::uint64_t clean = std::min(fiber_.clean_octets(), kFarOctets), launched = launched_ - corrupted_;
    const core::Femtoseconds spoilt = cursor_.ahead(clean > launched ? clean - launched : 0);
    const core::Femtoseconds alarm = arrival_of(received_ + std::min(to_.octets_to_alarm(), kFarOctets));
    return std::min({spoilt, alarm, fiber_.clean_until(cursor_.edge())});
}

bool OctetLine::at_rest(core::Femtoseconds next_edge) const {
    return from_.tacp().cell_ended() + kRestOctets * (cursor_.ahead(1) - cursor_.edge()) < next_edge;
}

/// Number of frames from the present one to the last one that begins early enough before `until`
/// for its first octets to arrive.
std::uint64_t OctetLine::frames_to(core::Femtoseconds until) const {
    const core::Femtoseconds edge = cursor_.edge(), octet = cursor_.ahead(1) - edge;
    const std::uint64_t least = behind_ + to_.pipeline_octets() + from_.format().columns + kRestSlack;
    const std::uint64_t to_go = until > edge ? (until - edge) / octet + launched_ - frame_ : 0;
    return to_go > least ? (to_go - least) / from_.format().frame_octets : 0;
}

OctetLine::SkipTarget OctetLine::skip_target(std::uint64_t frames) const {
    const sonet::Format& format = from_.format();
    SkipTarget target;
    target.frames = frames;
    target.first = frame_ + frames * format.frame_octets;
    // Counted from some frames before the present one, which is the last that the receiver has
    // begun, or a later one.
    const std::uint64_t before = (behind_ + to_.pipeline_octets()) / format.frame_octets + 1;
    const std::uint64_t at = received_ + before * format.frame_octets - behind_ - to_.pipeline_octets() - frame_;
    const std::uint64_t begun = (at + format.frame_octets - 1) / format.frame_octets;
    target.received.frames = before + frames - begun;
    target.received.octets = target.first + to_.pipeline_octets() + behind_ - received_;
    const std::uint64_t lap = format.payload_octets, cell = from_.cell_start().index;
    // Position in a cell of the first counted octet: before * lap octets before `cell`.
    const std::uint64_t origin = cell + atm::kCellOctets * lap * before - lap * before;
    const std::uint64_t now = origin + at / format.frame_octets * lap +
                              format.payload_before(static_cast<unsigned>(at % format.frame_octets));
    const std::uint64_t then = origin + (before + frames) * lap;
    target.received.headers = headers_before(then) - headers_before(now);
    if (now % atm::kCellOctets != to_.receive_position()) target.frames = 0;  // The receiver found other cells.
    return target;
}

OctetLine::Skipped OctetLine::skip_idle(core::Femtoseconds until) {
    cursor_.settle();
    const std::uint64_t frames = frames_to(until);
    if (frames < kLeastFrames) return {};
    const SkipTarget to = skip_target(frames);
    if (to.frames == 0) return {};
    const std::uint64_t launched = launched_, cells = from_.tacp().cells();
    begin_frame_at(to);
    resume_until(until, to);
    from_.transmits_on();
    return {launched_ - launched, from_.tacp().from_fifo() ? from_.tacp().cells() - cells : 0};
}

/// The transmitter's side.
void OctetLine::begin_frame_at(const SkipTarget& target) {
    fiber_.pass(target.first - corrupted_);
    corrupted_ = target.first;
    cursor_.advance(target.first - launched_);
    launched_ = target.first;
    from_.skip_transmit(target.frames);
    on_pins_ = {};
    for (const Watcher& w : launch_watches_) w.skip(w.watcher, target.frames, from_.cell_start().index);
}

/// Octet by octet from there; the receiver joins when its pipeline is full.
void OctetLine::resume_until(core::Femtoseconds until, SkipTarget target) {
    const core::Femtoseconds octet = cursor_.ahead(1) - cursor_.edge();
    const core::Femtoseconds row = (from_.format().columns + kRestSlack) * octet;
    const std::uint64_t joins = target.first + to_.pipeline_octets();
    for (; launched_ <= joins || cursor_.edge() + row < until || !at_rest(); cursor_.next()) {
        if (launched_ == joins) {
            for (std::uint64_t i = target.first; i < joins; ++i) target.received.pipeline.push_back(at(i).octet);
            received_ = joins + behind_;
            to_.skip_receive(from_, target.received);
        }
        launch(cursor_.edge());
        if (launched_ > joins) receive_due(cursor_.edge());
    }
}

}  // namespace niclab::phy
