#include "pcie/signal_line.h"

#include <algorithm>

namespace niclab::pcie {

namespace {

constexpr std::size_t kDllpWithoutCrc = 4;

bool has_good_crc(const Unframed& u) {
    const std::size_t tail = u.is_tlp ? kLcrcOctets : kDllpCrcOctets;
    if (u.packet.size() < tail + (u.is_tlp ? kSequenceOctets : kDllpWithoutCrc)) return false;
    const std::size_t covered = u.packet.size() - tail;
    const std::uint32_t crc = u.is_tlp ? link_crc(u.packet.data(), covered) : dllp_crc(u.packet.data(), covered);
    for (std::size_t k = 0; k < tail; ++k)
        if (u.packet[covered + k] != std::uint8_t(crc >> 8 * k)) return false;
    return true;
}

}  // namespace

SignalLine::SignalLine(const LanesConfig& config)
    : config_(config), framing_(framing_of(config.generation)), lanes_(config), on_lanes_(config.width) {}

void SignalLine::send(const LinkPacket& packet, const std::uint8_t* data) {
    encode(packet, data, octets_);
    frame(octets_, packet.tlp != nullptr, packet.line_octets, framing_, symbols_);
    for (std::size_t k = 0; k < symbols_.size(); ++k) on_lanes_[k % config_.width].push_back(symbols_[k]);
    lengths_.push_back(symbols_.size());
    if (listener) listener({packet.begin, packet.end, symbols_});
}

SignalLine::Received SignalLine::receive() {
    symbols_.resize(lengths_.front());
    lengths_.pop_front();
    for (std::size_t k = 0; k < symbols_.size(); ++k) {
        std::deque<Symbol>& lane = on_lanes_[k % config_.width];
        symbols_[k] = lane.front();
        lane.pop_front();
    }
    Unframed found = unframe(symbols_, framing_);
    const bool good = has_good_crc(found);
    return {good, std::move(found.packet)};
}

Tlp received_tlp(const Tlp& sent, const Octets& octets, std::uint8_t* data) {
    Decoded found = decode_tlp(octets.data() + kSequenceOctets, octets.size() - kSequenceOctets - kLcrcOctets);
    if (data) std::copy(found.data.begin(), found.data.end(), data);
    found.tlp.payload = sent.payload;
    found.tlp.stamps = sent.stamps, found.tlp.purpose = sent.purpose, found.tlp.slot = sent.slot;
    return found.tlp;
}

}  // namespace niclab::pcie
