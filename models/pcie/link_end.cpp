#include "pcie/link_end.h"

#include <algorithm>
#include <iterator>

#include "pcie/signal_line.h"

namespace niclab::pcie {

using base::call;
using base::kNever;

namespace {

constexpr unsigned kSequences = 4096;
constexpr Femtoseconds kUpdateInterval = 30 * base::kMicrosecond;
constexpr unsigned kNakType = 0x10, kUpdateType = 0x80;
// A DLLP as the argument of an event: type, then a sequence number or two limits.
constexpr unsigned kTypeShift = 32, kHeaderShift = 16, kFieldMask = 0xFFFF;

unsigned index_of(FlowClass flow) { return static_cast<unsigned>(flow); }

}  // namespace

LinkEnd::LinkEnd(base::EventQueue& event_queue, const LinkEndConfig& config, std::uint64_t seed, const char* name)
    : event_queue_(event_queue),
      config_(config),
      lanes_(config.lanes),
      random_(seed, name),
      gates_{CreditGate({}), CreditGate({}), CreditGate({})},
      blocked_since_{kNever, kNever, kNever},
      grants_{CreditGrant(config.credits[0]), CreditGrant(config.credits[1]), CreditGrant(config.credits[2])} {}

void LinkEnd::connect(LinkEnd& peer, LinkUser& user) {
    peer_ = &peer;
    user_ = &user;
    for (unsigned k = 0; k < kFlowClasses; ++k) gates_[k] = CreditGate(peer.config_.credits[k]);
    if (config_.dllp_errors > 0) event_queue_.after(kUpdateInterval, call<&LinkEnd::on_update_timer>(this));
}

unsigned LinkEnd::padded_octets(const Tlp& tlp) const {
    const unsigned octets = kTlpFramingOctets + tlp_octets(tlp), unit = config_.padding_octets;
    return (octets + unit - 1) / unit * unit;
}

void LinkEnd::submit(const Tlp& tlp) {
    Waiting& waiting = queues_[index_of(flow_class(tlp))].again();
    waiting.tlp = tlp, waiting.order = order_++;
    ++waiting_;
    wake();
}

void LinkEnd::wake() {
    if (wakes_ || sends_ || !has_more()) return;
    if (event_queue_.now() < free_) {
        wakes_ = true;
        event_queue_.at(free_, call<&LinkEnd::free_line>(this));
        return;
    }
    free_line(0);
}

void LinkEnd::free_line(std::uint64_t) {
    wakes_ = false;
    sends_ = true;
    user_->fill();
    // Without a place after a TLP, acknowledgements would wait for ever.
    const bool dllps_first = config_.gap_octets < kDllpOctets;
    const bool sent = (dllps_first && send_dllp(kNever)) || send_tlp() || send_dllp(kNever);
    sends_ = false;
    if (!sent || !has_more()) return;
    wakes_ = true;
    event_queue_.at(free_, call<&LinkEnd::free_line>(this));
}

/// The oldest TLP that may be sent: only writes overtake.
base::Ring<LinkEnd::Waiting>* LinkEnd::next_queue() {
    if (waiting_ == 0) return nullptr;
    base::Ring<Waiting>* oldest = nullptr;
    const base::Ring<Waiting>& posted = queues_[index_of(FlowClass::Posted)];
    for (unsigned k = 0; k < kFlowClasses; ++k) {
        base::Ring<Waiting>& queue = queues_[k];
        if (queue.empty()) continue;
        const Waiting& first = queue.front();
        if (k != index_of(FlowClass::Posted) && !posted.empty() && posted.front().order < first.order) continue;
        if (!gates_[k].allows(needed_credits(first.tlp))) {
            if (blocked_since_[k] == kNever) blocked_since_[k] = event_queue_.now();
            continue;
        }
        if (!oldest || first.order < oldest->front().order) oldest = &queue;
    }
    return oldest;
}

bool LinkEnd::send_tlp() {
    if (resend_ < replay_.size()) {
        ++stats_.replayed;
        replay_[resend_].repeated = true;
        transmit(replay_[resend_++]);
        return true;
    }
    if (replay_.size() >= config_.replay_tlps) return false;
    base::Ring<Waiting>* queue = next_queue();
    if (!queue) return false;
    if (replay_.empty()) progress_ = event_queue_.now();
    Numbered& numbered = replay_.again();
    numbered.tlp = queue->front().tlp;
    numbered.sequence = next_sequence_, numbered.bad = numbered.repeated = false;
    queue->pop_front(), --waiting_;
    Tlp& tlp = numbered.tlp;
    const unsigned flow = index_of(flow_class(tlp));
    const Femtoseconds now = event_queue_.now();
    const bool request = tlp.type != TlpType::Completion;  // A completion has the stamps of its request.
    if (request) tlp.at(Stamp::Blocked) = tlp.at(Stamp::Allowed) = now;
    if (blocked_since_[flow] != kNever) {
        credit_waits_[flow] += now - blocked_since_[flow];
        if (request) tlp.at(Stamp::Blocked) = blocked_since_[flow];
        blocked_since_[flow] = kNever;
    }
    gates_[flow].use(needed_credits(tlp));
    if (payloads_) payloads_->retain(tlp.payload);
    next_sequence_ = (next_sequence_ + 1) % kSequences;
    resend_ = replay_.size();
    user_->sent(tlp, transmit(numbered));
    return true;
}

/// Returns the end of its last symbol.
Femtoseconds LinkEnd::transmit(const Numbered& numbered) {
    Numbered& copy = flight_.again();
    copy = numbered;
    const Femtoseconds begin = lanes_.begin(event_queue_.now(), free_);
    const unsigned octets = padded_octets(copy.tlp);
    const Femtoseconds end = begin + lanes_.time_of(octets);
    copy.begin = begin;
    copy.tlp.at(copy.tlp.type == TlpType::Completion ? Stamp::Returned : Stamp::Begun) = begin;
    copy.bad = config_.tlp_errors > 0 && random_.chance(config_.tlp_errors);
    free_ = end + lanes_.time_of(config_.gap_octets);
    ++stats_.tlps;
    stats_.octets += octets;
    if (line_) line_->send(packet_of(copy, end), data_of(copy.tlp));
    event_queue_.at(end, call<&LinkEnd::arrive>(this));
    for (unsigned k = 1; k <= config_.gap_octets / kDllpOctets; ++k)
        if (!send_dllp(end + lanes_.time_of(k * kDllpOctets))) break;
    if (!times_replay_) {
        times_replay_ = true;
        event_queue_.after(config_.replay_timeout, call<&LinkEnd::on_replay_timer>(this));
    }
    return end;
}

/// One DLLP that arrives at `end`; kNever: as the next packet on the line.
bool LinkEnd::send_dllp(Femtoseconds end) {
    if (pending_ == 0) return false;
    // Acknowledgements first: their latency is limited.
    const auto type = waits(Dllp::Nak)   ? static_cast<std::uint64_t>(Dllp::Nak)
                      : waits(Dllp::Ack) ? static_cast<std::uint64_t>(Dllp::Ack)
                                         : static_cast<std::uint64_t>(__builtin_ctz(pending_));
    pending_ &= ~(1u << type);
    std::uint64_t packed = type << kTypeShift;
    if (type < kFlowClasses) {
        const Credits limit = grants_[type].granted();
        packed |= std::uint64_t{limit.header} << kHeaderShift | limit.data;
    } else {
        packed |= (expected_ + kSequences - 1) % kSequences;
    }
    if (end == kNever) {
        end = lanes_.begin(event_queue_.now(), free_) + lanes_.time_of(kDllpOctets);
        free_ = end;
    }
    ++stats_.dllps;
    const bool bad = config_.dllp_errors > 0 && random_.chance(config_.dllp_errors);
    if (line_) line_->send(packet_of(packed, end, bad), nullptr);
    if (bad) {
        ++peer_->stats_.bad_dllps;
        if (observer_ || line_) event_queue_.at(end, call<&LinkEnd::lose_dllp>(this, packed));
        return true;
    }
    event_queue_.at(end, call<&LinkEnd::receive_dllp>(peer_, packed));
    return true;
}

void LinkEnd::arrive(std::uint64_t) {
    Numbered numbered = flight_.front();
    flight_.pop_front();
    if (observer_) observer_->packet(packet_of(numbered, event_queue_.now()));
    if (line_) read_tlp(numbered);
    peer_->receive(numbered);
}

LinkPacket LinkEnd::packet_of(const Numbered& numbered, Femtoseconds end) const {
    LinkPacket packet{way_, numbered.begin, end, &numbered.tlp, numbered.sequence};
    packet.bad = numbered.bad, packet.repeated = numbered.repeated;
    packet.line_octets = padded_octets(numbered.tlp);
    return packet;
}

/// What the lanes carried replaces what was sent.
void LinkEnd::read_tlp(Numbered& numbered) {
    const SignalLine::Received received = line_->receive();
    numbered.bad = !received.good;
    if (numbered.bad) return;
    numbered.sequence = std::uint16_t((received.octets[0] << 8 | received.octets[1]) % kSequences);
    std::uint8_t* const data = numbered.tlp.payload == 0 ? nullptr : payloads_->at(numbered.tlp.payload);
    numbered.tlp = received_tlp(numbered.tlp, received.octets, data);
}

std::uint64_t LinkEnd::read_dllp() {
    const Octets o = line_->receive().octets;
    if ((o[0] & kUpdateType) == 0) {
        const Dllp type = o[0] == kNakType ? Dllp::Nak : Dllp::Ack;
        return std::uint64_t(type) << kTypeShift | unsigned{o[2]} << 8 | o[3];
    }
    const unsigned header = (o[1] & 0x3Fu) << 2 | o[2] >> 6u, data = (o[2] & 0xFu) << 8 | o[3];
    return std::uint64_t((o[0] & ~kUpdateType) >> 4) << kTypeShift | std::uint64_t{header} << kHeaderShift | data;
}

void LinkEnd::lose_dllp(std::uint64_t packed) {
    if (observer_) report_dllp(packed, true);
    if (line_) line_->receive();
}

void LinkEnd::report_dllp(std::uint64_t packed, bool bad) {
    observer_->packet(packet_of(packed, event_queue_.now(), bad));
}

LinkPacket LinkEnd::packet_of(std::uint64_t packed, Femtoseconds end, bool bad) const {
    const auto type = static_cast<Dllp>(packed >> kTypeShift);
    LinkPacket packet{way_, end - lanes_.time_of(kDllpOctets), end};
    packet.bad = bad, packet.line_octets = kDllpOctets;
    const unsigned header = unsigned(packed >> kHeaderShift) & kFieldMask, low = unsigned(packed) & kFieldMask;
    if (type == Dllp::Ack || type == Dllp::Nak)
        packet.dllp = {std::uint8_t(type == Dllp::Nak ? kNakType : 0), 0, std::uint8_t(low >> 8), std::uint8_t(low)};
    else
        packet.dllp = {std::uint8_t(kUpdateType | unsigned(type) << 4), std::uint8_t(header >> 2),
                       std::uint8_t((header & 3) << 6 | low >> 8), std::uint8_t(low)};
    return packet;
}

void LinkEnd::receive(Numbered& numbered) {
    const unsigned ahead = (numbered.sequence + kSequences - expected_) % kSequences;
    if (numbered.bad || (ahead > 0 && ahead < kSequences / 2)) {
        if (numbered.bad) ++stats_.bad_tlps;
        if (!nak_sent_) request(Dllp::Nak);
        nak_sent_ = true;
        return wake();
    }
    request(Dllp::Ack);
    if (ahead > 0) {
        ++stats_.repeated_tlps;
        return wake();
    }
    expected_ = (expected_ + 1) % kSequences;
    nak_sent_ = false;
    Tlp& tlp = numbered.tlp;
    tlp.at(tlp.type == TlpType::Completion ? Stamp::Delivered : Stamp::Arrived) = event_queue_.now();
    user_->receive(tlp);
    wake();
}

void LinkEnd::release(const Tlp& tlp) {
    if (payloads_) payloads_->release(tlp.payload);
    const unsigned flow = index_of(flow_class(tlp));
    if (!grants_[flow].is_finite()) return;
    grants_[flow].free(needed_credits(tlp));
    request(static_cast<Dllp>(flow));
    wake();
}

void LinkEnd::receive_dllp(std::uint64_t packed) {
    if (peer_->line_) packed = peer_->read_dllp();
    const auto type = static_cast<Dllp>(packed >> kTypeShift);
    if (peer_->observer_) peer_->report_dllp(packed, false);
    if (type == Dllp::Ack || type == Dllp::Nak) {
        acknowledge(static_cast<std::uint16_t>(packed & kFieldMask));
        if (type == Dllp::Nak) resend_ = 0;
    } else {
        gates_[packed >> kTypeShift].set_limit(
            {unsigned(packed >> kHeaderShift) & kFieldMask, unsigned(packed) & kFieldMask});
    }
    wake();
}

void LinkEnd::acknowledge(std::uint16_t sequence) {
    while (!replay_.empty() && (sequence + kSequences - replay_.front().sequence) % kSequences < kSequences / 2) {
        if (payloads_) payloads_->release(replay_.front().tlp.payload);
        replay_.pop_front();
        if (resend_ > 0) --resend_;
        progress_ = event_queue_.now();
    }
}

void LinkEnd::on_replay_timer(std::uint64_t) {
    times_replay_ = !replay_.empty();
    if (!times_replay_) return;
    const Femtoseconds now = event_queue_.now();
    if (now - progress_ >= config_.replay_timeout) {
        ++stats_.timeouts;
        progress_ = now;
        resend_ = 0;
        wake();
    }
    event_queue_.at(progress_ + config_.replay_timeout, call<&LinkEnd::on_replay_timer>(this));
}

void LinkEnd::on_update_timer(std::uint64_t) {
    for (unsigned k = 0; k < kFlowClasses; ++k)
        if (grants_[k].is_finite()) request(static_cast<Dllp>(k));
    wake();
    event_queue_.after(kUpdateInterval, call<&LinkEnd::on_update_timer>(this));
}

}  // namespace niclab::pcie
