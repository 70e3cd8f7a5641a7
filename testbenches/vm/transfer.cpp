#include "transfer.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace niclab::vm {

namespace {

/// Solaris 2.5 acknowledges every second segment, and retransmits after three duplicates.
const tcp::Policy& policy() { return tcp::policy("solaris25"); }

/// With an MTU of 1500 octets the send buffer fits in the receive ring of a card with 16 KB. So a
/// guest that is slow to read it loses nothing.
tcp::Connection::Config config_of(std::uint16_t mtu) {
    constexpr std::uint16_t kHeaders = 40;
    constexpr std::uint32_t kSegments = 6, kReceiveBuffer = 32768;
    tcp::Connection::Config c;
    c.mss = static_cast<std::uint16_t>(mtu - kHeaders);
    c.send_buffer = kSegments * c.mss;
    c.receive_buffer = std::max(kReceiveBuffer, kSegments * c.mss);
    return c;
}

}  // namespace

Transfer::Transfer(const tcp::Packet& request, std::uint16_t mtu)
    : config_(config_of(mtu)),
      connection_(policy(), config_),
      own_(request.destination),
      guest_(request.source),
      own_port_(request.destination_port),
      guest_port_(request.source_port),
      guest_initial_(request.segment.seq) {
    connection_.listen();
}

bool Transfer::has(const tcp::Packet& packet) const {
    return packet.source == guest_ && packet.source_port == guest_port_ && packet.destination_port == own_port_;
}

bool Transfer::is_over() const {
    return connection_.state() == tcp::State::Closed || connection_.state() == tcp::State::TimeWait;
}

void Transfer::receive(base::Femtoseconds now, const tcp::Packet& packet, const std::uint8_t* payload) {
    if (begin_ == base::kNever) begin_ = now;
    store(packet, payload);
    connection_.receive(now, packet.segment);
    take_octets(now);
    advance(now);
}

void Transfer::expire(base::Femtoseconds now) {
    connection_.expire(now);
    advance(now);
}

/// Keeps the octets of a segment until they are in order.
void Transfer::store(const tcp::Packet& packet, const std::uint8_t* payload) {
    const tcp::Segment& s = packet.segment;
    if (s.length == 0) return;
    const std::uint64_t position = tcp::unwrap(s.seq, guest_initial_, read_ + 1) + (s.syn ? 1 : 0);
    const std::uint64_t window = read_ + config_.receive_buffer;
    if (position == 0 || position - 1 + s.length <= read_ || position - 1 >= window) return;
    Octets& there = early_[position - 1];
    if (there.size() < s.length) there.assign(payload, payload + s.length);
}

void Transfer::take_octets(base::Femtoseconds now) {
    const std::uint64_t before = read_;
    while (read_ < connection_.received()) {
        const auto has_next = [this](const auto& part) {
            return part.first <= read_ && read_ < part.first + part.second.size();
        };
        const auto part = std::find_if(early_.begin(), early_.end(), has_next);
        if (part == early_.end()) throw std::logic_error("a transfer lacks octets that TCP has acknowledged");
        const std::uint64_t skipped = read_ - part->first;
        const std::uint64_t n = std::min(part->second.size() - skipped, connection_.received() - read_);
        const std::uint8_t* octets = part->second.data() + skipped;
        if (own_port_ == kSink)
            hash(octets, n);
        else
            take_line({octets, octets + n});
        read_ += n;
        while (!early_.empty() && early_.begin()->first + early_.begin()->second.size() <= read_)
            early_.erase(early_.begin());
    }
    if (read_ == before) return;
    last_ = now;
    connection_.read(now, read_ - before);
}

void Transfer::hash(const std::uint8_t* octets, std::size_t n) {
    hash_.add({reinterpret_cast<const char*>(octets), n});
}

void Transfer::take_line(const Octets& octets) {
    constexpr std::size_t kLongest = 20;
    for (const std::uint8_t octet : octets) {
        if (line_complete_) return;
        line_complete_ = octet == '\n' || line_.size() == kLongest;
        if (octet != '\n' && octet != '\r') line_ += static_cast<char>(octet);
    }
    if (!line_complete_) return;
    const auto parsed = std::from_chars(line_.data(), line_.data() + line_.size(), to_send_);
    if (parsed.ec == std::errc() && parsed.ptr == line_.data() + line_.size() && to_send_ <= kMaxOctets) return;
    to_send_ = 0;
    remark_ = "its first line is no number of octets up to " + std::to_string(kMaxOctets);
}

/// Writes what has space, closes what is complete, and makes packets of segments.
void Transfer::advance(base::Femtoseconds now) {
    while (written_ < to_send_ && connection_.room() > 0) {
        const auto n = static_cast<std::uint32_t>(std::min<std::uint64_t>(connection_.room(), to_send_ - written_));
        Octets octets(n);
        for (std::uint32_t i = 0; i < n; ++i) octets[i] = tcp::payload_octet(own_, own_port_, written_ + i);
        hash(octets.data(), n);
        written_ += n;
        last_ = now;
        connection_.write(now, n, written_ == to_send_);
    }
    const bool over = own_port_ == kSource && line_complete_ ? written_ == to_send_ : connection_.peer_closed();
    if (over && connection_.established() && !connection_.sender().closing()) connection_.close(now);
    if (digest_.empty() && connection_.sender().closing()) digest_ = hash_.hex();
    for (const tcp::Segment& segment : connection_.outgoing()) {
        tcp::Packet p;
        p.id = next_id_++;
        p.source = own_, p.destination = guest_;
        p.source_port = own_port_, p.destination_port = guest_port_;
        p.segment = segment;
        outgoing_.push_back(p);
    }
    connection_.outgoing().clear();
}

Transfer::Report Transfer::report() const {
    constexpr double kFsPerS = 1e15;
    Report r;
    r.to_guest = own_port_ == kSource;
    r.octets = r.to_guest ? written_ : read_;
    r.again = connection_.sender().stats().retransmitted;
    r.complete = connection_.peer_closed() && connection_.sender().fin_acknowledged();
    r.seconds = begin_ == base::kNever || last_ < begin_ ? 0 : static_cast<double>(last_ - begin_) / kFsPerS;
    if (r.complete) r.sha256 = digest_;
    r.remark = remark_;
    return r;
}

}  // namespace niclab::vm
