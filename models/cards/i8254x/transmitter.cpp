#include "cards/i8254x/transmitter.h"

#include <algorithm>

namespace niclab::i8254x {

namespace {
constexpr unsigned kPaddedOctets = 60;
}

bool Transmitter::clock(core::Femtoseconds now, std::uint32_t size) {
    size_ = size;
    if (timers_.take(now)) due_ = true, ring.flush();
    if (due_ && !ring.has_results()) interrupts_.raise(cause::kSent), due_ = false;
    if (buffer_.done.has_item()) {
        if (!disowned_) sent(now, buffer_.done.item());
        buffer_.done.take();
        sending_ = disowned_ = false;
    }
    while (!fetching_ && ring.available()) begin(now, ring.take());
    return give(now);
}

bool Transmitter::give(core::Femtoseconds now) {
    if (sending_ || waiting_.empty() || !r_.link || !r_.has(kTctl, tctl::kEnable) || buffer_.job.full()) return false;
    const Waiting& frame = waiting_.front();
    const Address to = destination(*frame.frame);
    group_ = ether_board::is_group(to), broadcast_ = ether_board::is_broadcast(to);
    buffer_.job.post({frame.frame, frame.options});
    taps.offered(now, to, frame.taken);
    return sending_ = true;
}

void Transmitter::sent(core::Femtoseconds now, const ether::TransmitStatus& status) {
    queued_ -= std::uint32_t(waiting_.front().frame->size());
    waiting_.pop_front();
    ++stats_.frames, stats_.octets += status.octets;
    statistics_.count(Statistics::kSent), statistics_.count(Statistics::kGoodSent);
    statistics_.add(Statistics::kOctetsSent, status.octets),
        statistics_.add(Statistics::kGoodOctetsSent, status.octets);
    statistics_.count_size(Statistics::kSentBySize, status.octets);
    if (broadcast_)
        statistics_.count(Statistics::kBroadcastSent);
    else if (group_)
        statistics_.count(Statistics::kMulticastSent);
    taps.closed(now);
}

void Transmitter::begin(core::Femtoseconds now, const Descriptor& descriptor) {
    if (is_context(descriptor)) {
        const SendContext context(descriptor);
        (context.segments ? segments_ : checksums_) = context;
        return close(descriptor, descriptor[11]);
    }
    descriptor_ = descriptor, now_ = SendBuffer(descriptor);
    if (!in_packet_) {
        in_packet_ = true, dropped_ = false, taken_ = now;
        maker_.begin(now_, checksums_, segments_);
        ++stats_.packets;
        stats_.segmented += maker_.segments();
        if (maker_.segments()) statistics_.count(Statistics::kSegmented);
    }
    fetching_ = true, fetched_ = 0;
    if (now_.octets == 0) end_buffer();
}

bool Transmitter::next(Transfer& t) {
    if (!fetching_ || moving_) return false;
    const std::uint32_t at = now_.address + fetched_;
    const unsigned octets = std::min(transfer_octets - (at & 3), now_.octets - fetched_);
    const auto held = std::uint32_t(maker_.packet.size()) + maker_.overhead();
    if (!dropped_ && held + queued_ + octets > size_) {
        if (queued_ > 0 || maker_.segments()) return false;
        dropped_ = true, maker_.packet.clear(), ++stats_.oversized;
    }
    t = {};
    t.purpose = bus::Purpose::PayloadRead;
    t.address = at, t.octets = octets;
    return moving_ = true;
}

void Transmitter::done(const Transfer& t) {
    moving_ = false;
    fetched_ += t.octets;
    if (!dropped_) maker_.packet.insert(maker_.packet.end(), t.data.begin(), t.data.begin() + t.octets);
    make_frames(nullptr);
    if (fetched_ == now_.octets) end_buffer();
}

void Transmitter::end_buffer() {
    fetching_ = false;
    if (now_.ends()) {
        make_frames(&now_);
        in_packet_ = false;
    }
    close(descriptor_, now_.command);
}

/// Returns a descriptor to the host, with DD if it has requested a report.
void Transmitter::close(const Descriptor& descriptor, std::uint8_t command) {
    Descriptor result = descriptor;
    result[12] |= txd::kDone;
    const bool report = (command & txd::kReport) != 0, delay = (command & txd::kDelay) != 0;
    if (report && delay) timers_.start(core::now_fs(), ring.read(ring::kDelay), r_[kTadv] & 0xFFFF);
    ring.complete(result, report, !report ? Notice::None : delay ? Notice::Delayed : Notice::AtOnce);
    if (ring.drained()) interrupts_.raise(cause::kSendQueueEmpty);
}

void Transmitter::make_frames(const SendBuffer* last) {
    if (dropped_) return;
    const std::uint32_t vlan_type = r_.has(kCtrl, ctrl::kVlanMode) ? r_[kVet] : 0;
    while (FramePtr frame = maker_.next(last, vlan_type)) {
        queued_ += std::uint32_t(frame->size());
        waiting_.push_back({frame, {now_.is(txd::kAppendFcs), r_.has(kTctl, tctl::kPad) ? kPaddedOctets : 0}, taken_});
    }
}

void Transmitter::written(Notice notice) {
    if (notice == Notice::AtOnce) interrupts_.raise(cause::kSent);
    if (r_.has(kIvar, kEachWriteBack)) interrupts_.raise(cause::kSendQueue);
    if (ring.drained()) interrupts_.raise(cause::kSendQueueEmpty);
}

void Transmitter::stop() {
    ring.reset();
    timers_.stop();
    waiting_.clear();
    maker_.packet.clear();
    checksums_ = segments_ = SendContext();
    fetching_ = in_packet_ = moving_ = dropped_ = due_ = false;
    queued_ = 0;
    disowned_ = sending_;
}

}  // namespace niclab::i8254x
