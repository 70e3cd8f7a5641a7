#include "cards/etherlink/transmitter.h"

namespace niclab::etherlink {

namespace {
constexpr std::size_t kStatuses = 31;
}

Transmitter::Transmitter(const Config& config, ether_board::TransmitSide& side, Statistics& statistics)
    : side_(side),
      statistics_(statistics),
      memory_(config.transmit_octets()),
      frames_(config.transmit_octets() / kHeaderOctets),
      statuses_(kStatuses) {}

void Transmitter::write(std::uint8_t octet) {
    const bool within = !frames_.empty() && !frames_.back().whole();
    if (within && frames_.back().dead) return within_frame(octet);
    if (memory_.full()) {
        if (!overrun_) ++stats_.overruns;
        overrun_ = must_reset_ = true, enabled_ = false;
        return;
    }
    memory_.push(octet);
    if (within) return within_frame(octet);
    header_ |= std::uint32_t{octet} << 8 * header_octets_;
    if (++header_octets_ == kHeaderOctets) begin_frame();
}

void Transmitter::within_frame(std::uint8_t octet) {
    Frame& f = frames_.back();
    store_address(f, octet);
    if (f.whole()) copied(core::now_fs(), true, f.taken);
}

void Transmitter::store_address(Frame& f, std::uint8_t octet) {
    if (f.written < f.to.size()) f.to[f.written] = octet;
    ++f.written;
}

void Transmitter::begin_frame() {
    Frame frame;
    frame.taken = core::now_fs();
    frame.header = header_, frame.octets = header_ & kLength;
    header_ = 0, header_octets_ = 0;
    if (frame.octets == 0) return memory_.take_back(kHeaderOctets);
    frames_.push(frame);
    demanded(frame.taken);
}

void Transmitter::begin(std::uint32_t header, bool whole_first, core::Femtoseconds taken) {
    Frame frame;
    frame.header = header, frame.header_octets = 0;
    frame.whole_first = whole_first, frame.taken = taken;
    frames_.push(frame);
}

void Transmitter::append(std::uint8_t octet) {
    Frame& f = frames_.back();
    if (!f.dead) memory_.push(octet);
    store_address(f, octet);
}

void Transmitter::set_length(unsigned octets) { frames_.back().octets = octets; }

bool Transmitter::replace(unsigned index, std::uint8_t octet) {
    const Frame& f = frames_.back();
    if (f.dead || f.given > 0) return false;
    memory_.from_back(f.written - 1 - index) = octet;
    return true;
}

void Transmitter::abandon() {
    Frame& f = frames_.back();
    const bool with_mac = frames_.size() == 1 && posted_ && !disowned_ && !f.dead;
    if (with_mac) return f.abandoned = true, void();
    memory_.take_back(f.dead ? 0 : f.written - f.given);
    frames_.take_back(1);
}

bool Transmitter::clock(bool link) {
    if (side_.heartbeat_seen.has_item()) {
        statistics_.count_if(!side_.heartbeat_seen.item(), Statistics::kSqeErrors);
        side_.heartbeat_seen.take();
    }
    if (side_.done.has_item()) {
        if (!disowned_) end(side_.done.item());
        posted_ = disowned_ = false;
        side_.done.take();
    }
    if (!frames_.empty() && frames_.front().dead && frames_.front().whole()) frames_.pop();
    if (posted_ && !disowned_) feed();
    while (!link && !posted_ && enabled_ && may_begin()) {
        memory_.skip(frames_.front().header_octets);
        end({ether::Outcome::Sent, 0, 0, 0, false, false, true});
    }
    if (posted_ || !enabled_ || !may_begin() || side_.job.full()) return false;
    memory_.skip(frames_.front().header_octets);
    const bool fcs = (frames_.front().header & kNoCrc) == 0;
    side_.job.post({{fcs, kShortestFrame}, ++frame_});
    taps.offered(core::now_fs(), frames_.front().to, frames_.front().taken);
    posted_ = true;
    feed();
    return true;
}

bool Transmitter::may_begin() const {
    if (frames_.empty() || frames_.front().dead) return false;
    const Frame& f = frames_.front();
    if (f.whole() || (f.of_list() && list_space() == 0)) return true;
    return !f.whole_first && f.written >= 4 * start_threshold;
}

void Transmitter::feed() {
    Frame& f = frames_.front();
    if (f.dead) return;
    while (f.given < f.available() && side_.fifo.free() > 0) {
        ++f.given;
        side_.fifo.push({memory_.pop(), f.given == f.octets, frame_});
    }
}

void Transmitter::count(const ether::TransmitStatus& s) {
    const bool sent = s.outcome == ether::Outcome::Sent && !s.carrier_lost;
    statistics_.count_if(sent, Statistics::kFramesSent);
    if (sent) statistics_.count(Statistics::kOctetsSent, s.octets - kFcsOctets);
    statistics_.count_if(sent && s.collisions == 1, Statistics::kSingleCollisions);
    statistics_.count_if(sent && s.collisions > 1, Statistics::kMultipleCollisions);
    statistics_.count_if(s.late_collisions > 0, Statistics::kLateCollisions);
    statistics_.count_if(s.deferred, Statistics::kDeferrals);
    statistics_.count_if(s.carrier_lost, Statistics::kCarrierLost);
    stats_.frames += sent, stats_.octets += sent ? s.octets : 0;
    stats_.collisions += s.collisions, stats_.carrier_lost += s.carrier_lost;
}

void Transmitter::end(const ether::TransmitStatus& s) {
    using ether::Outcome;
    count(s);
    const bool asked = (frames_.front().header & kTellSuccess) != 0;
    std::uint8_t status = asked ? tx::kComplete | tx::kInterrupt : 0;
    if (s.outcome == Outcome::ExcessiveCollisions) {
        status |= tx::kComplete | tx::kMaxCollisions;
        ++stats_.given_up, enabled_ = false;
    } else if (s.outcome == Outcome::Underrun) {
        status |= tx::kComplete | tx::kUnderrun;
        ++stats_.underruns, enabled_ = false, must_reset_ = true;
    }
    if (status != 0) push_status(status);
    drop_front();
    taps.closed(core::now_fs());
}

/// The rest of the frame is dropped; the part that the host has not written yet is dropped at its
/// write.
void Transmitter::drop_front() {
    Frame& f = frames_.front();
    memory_.skip(f.written - f.given);
    if (f.whole() || f.abandoned)
        frames_.pop();
    else
        f.dead = true;
}

void Transmitter::push_status(std::uint8_t status) {
    if (!statuses_.full()) return statuses_.push(status);
    statuses_.back() |= tx::kStatusOverflow;
    enabled_ = false;
}

bool Transmitter::take_available() {
    if (available_ == kThresholdOff || free_octets() < 4 * available_) return false;
    available_ = kThresholdOff;
    return true;
}

void Transmitter::reset() {
    memory_.clear(), frames_.clear(), statuses_.clear();
    header_ = 0, header_octets_ = 0;
    enabled_ = must_reset_ = overrun_ = false;
    if (posted_ && !disowned_) side_.withdraw(frame_);
    disowned_ = posted_;
    start_threshold = available_ = kThresholdOff;
}

}  // namespace niclab::etherlink
