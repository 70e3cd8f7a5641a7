#include "check/csma_checker.h"

#include <algorithm>
#include <array>

namespace niclab::check {

namespace {
constexpr std::uint32_t kResidue = 0xDEBB20E3;  ///< Of the reflected CRC-32 over a frame and its FCS.

constexpr std::uint32_t crc_of_bit(std::uint32_t crc, bool bit) {
    return crc >> 1 ^ (((crc ^ std::uint32_t{bit}) & 1u) ? 0xEDB88320u : 0u);
}

constexpr std::array<std::uint32_t, 16> nibble_crcs() {
    std::array<std::uint32_t, 16> table{};
    for (std::uint32_t nibble = 0; nibble < 16; ++nibble) {
        table[nibble] = nibble;
        for (unsigned k = 0; k < 4; ++k) table[nibble] = crc_of_bit(table[nibble], false);
    }
    return table;
}
constexpr std::array<std::uint32_t, 16> kNibbleCrcs = nibble_crcs();

/// The wires of a symbol, the lowest first.
std::uint32_t crc_of_symbol(std::uint32_t crc, unsigned symbol, unsigned width) {
    if (width == 1) return crc_of_bit(crc, (symbol & 1u) != 0);
    for (unsigned k = 0; k < width; k += 4) crc = crc >> 4 ^ kNibbleCrcs[(crc ^ symbol >> k) & 0xFu];
    return crc;
}

constexpr CsmaRule kOwnGap = CsmaRule::OwnGap, kDefers = CsmaRule::Defers, kGap = CsmaRule::Gap;
}  // namespace

CsmaGap::CsmaGap(const CsmaConfig& c)
    : gap_(c.limits.gap_bits / c.width),
      part1_(c.limits.part1_bits / c.width),
      echo_(c.limits.echo_bits / c.width),
      full_duplex_(c.full_duplex) {}

void CsmaGap::idle(bool crs, bool fell) {
    ++now_;
    if (full_duplex_) crs = false;
    if (fell) fell_ = now_, own_ = true, running_ = long_ago_ = false, heard_until_ = 0;
    if (crs) {
        if (running_ && (long_ago_ || now_ > base_ + gap_ || (!own_ && now_ <= base_ + part1_)))
            running_ = own_ = long_ago_ = false;
        heard_until_ = now_ - fell_ + 1;
    } else if (!running_) {
        const bool echo = own_ && now_ - fell_ + 1 <= echo_;
        running_ = true, base_ = echo ? fell_ - 1 : now_;
    }
}

const CsmaRule* CsmaGap::judge() const {
    if (long_ago_) return nullptr;
    if (own_ && now_ < fell_ - 1 + gap_) return &kOwnGap;
    if (!running_) return &kDefers;
    return now_ < base_ + gap_ ? &kGap : nullptr;
}

void CsmaTxChecker::fail(CsmaRule r, core::Femtoseconds at, const char* seen) {
    report_.add(rule(r), at, config_.bus, std::string(seen) + ", bit " + std::to_string(bits_));
}

void CsmaTxChecker::sample(const CsmaSample& s, core::Femtoseconds at) {
    if (s.txen) {
        if (!p_.txen) begin(at);
        bits_of(s, at);
    } else {
        const bool fell = p_.txen;
        if (fell) end(at);
        gap_.idle(s.crs, fell);
        outside(s, at);
    }
    p_ = s;
}

void CsmaTxChecker::samples(const CsmaSample& s, std::uint64_t n, core::Femtoseconds first, core::Femtoseconds period) {
    for (std::uint64_t k = 0; k < n; ++k) {
        sample(s, first + k * period);
        if (s.txen || (s.col && !s.crs) || !gap_.steady(s.crs && !config_.full_duplex)) continue;
        gap_.pass(n - 1 - k), since_fall_ += n - 1 - k;
        return;
    }
}

void CsmaTxChecker::begin(core::Femtoseconds at) {
    ++attempts_;
    bits_ = 0;
    if (const CsmaRule* broken = gap_.judge()) fail(*broken, at, "TXEN rises");
    judge_backoff(at);
    collided_bits_ = 0, crc_ = ~std::uint32_t{0};
    header_wrong_ = carrier_wrong_ = late_ = false;
}

void CsmaTxChecker::judge_backoff(core::Femtoseconds at) {
    const CsmaLimits& l = config_.limits;
    const std::uint64_t slot = l.slot_bits / config_.width, gap = l.gap_bits / config_.width;
    if (collisions_ == 0 || gap_.heard_until() + gap >= slot) return;
    const std::uint64_t waited = gap_.off(), most = (1u << std::min(collisions_, l.backoff_limit)) - 1;
    if (waited >= (most + 1) * slot) fail(CsmaRule::BackoffRange, at, "a back-off above the largest number of slots");
    if (waited % slot != 0 && !gap_.ends_now()) fail(CsmaRule::BackoffSlots, at, "not a whole number of slots");
}

void CsmaTxChecker::bits_of(const CsmaSample& s, core::Femtoseconds at) {
    const unsigned header = config_.limits.preamble_bits + 8;
    if (bits_ >= header) {
        crc_ = crc_of_symbol(crc_, s.txd, config_.width);
        bits_ += config_.width;
    } else {
        for (unsigned i = 0; i < config_.width; ++i) {
            const bool bit = (s.txd >> i & 1u) != 0;
            bits_ < header ? header_bit(bit, at) : data_bit(bit);
        }
    }
    if (config_.full_duplex) return;
    if (!s.crs && bits_ > config_.limits.carrier_bits && !carrier_wrong_) {
        carrier_wrong_ = true;
        fail(CsmaRule::Carrier, at, "no carrier while TXEN is on");
    }
    if (s.col && collided_bits_ == 0) collided_bits_ = bits_;
}

void CsmaTxChecker::header_bit(bool bit, core::Femtoseconds at) {
    const unsigned k = bits_++;
    const bool expected = k + 1 == config_.limits.preamble_bits + 8 || k % 2 == 0;
    if (bit == expected || header_wrong_) return;
    header_wrong_ = true;
    fail(CsmaRule::Header, at, "no preamble and SFD");
}

void CsmaTxChecker::data_bit(bool bit) { ++bits_, crc_ = crc_of_bit(crc_, bit); }

void CsmaTxChecker::end(core::Femtoseconds at) {
    since_fall_ = 0;
    collided_bits_ > 0 ? end_of_collision(at) : end_of_frame(at);
}

void CsmaTxChecker::end_of_frame(core::Femtoseconds at) {
    const CsmaLimits& l = config_.limits;
    const unsigned header = l.preamble_bits + 8, data = bits_ - std::min(bits_, header);
    collisions_ = 0;
    if (data % 8 != 0) fail(CsmaRule::Octets, at, "TXEN falls inside an octet");
    if (data / 8 < l.least_octets) fail(CsmaRule::Shortest, at, "a short frame");
    if (data / 8 > l.most_octets) fail(CsmaRule::Longest, at, "a long frame");
    if (crc_ != kResidue) fail(CsmaRule::Fcs, at, "a wrong FCS");
}

void CsmaTxChecker::end_of_collision(core::Femtoseconds at) {
    const CsmaLimits& l = config_.limits;
    const unsigned sent = std::max(collided_bits_, l.preamble_bits + 8);
    if (bits_ < sent + l.jam_least || bits_ > sent + l.jam_most) fail(CsmaRule::Jam, at, "a jam of a wrong length");
    // Late ones end their frame, or not; and the sixteenth ends it.
    if (collided_bits_ > l.slot_bits || ++collisions_ >= l.attempts) collisions_ = 0;
}

void CsmaTxChecker::outside(const CsmaSample& s, core::Femtoseconds at) {
    const CsmaLimits& l = config_.limits;
    ++since_fall_;
    const bool test = s.col && !s.crs;
    if (!test || config_.full_duplex) {
        test_clocks_ = 0;
        return;
    }
    // If carrier ends before COL after a collision, this is not a test.
    if (test_clocks_ == 0 && p_.col) return;
    const std::uint64_t bits = since_fall_ * config_.width;
    if (++test_clocks_ == 1 && (!config_.sqe_test || bits < l.sqe_first || bits > l.sqe_last))
        fail(CsmaRule::Collision, at, "COL without carrier");
    // It has lasted from the first of the samples to this one, and longer by up to two clocks.
    const unsigned lasted = (test_clocks_ - 1) * config_.width;
    if (lasted >= l.sqe_longest && lasted < l.sqe_longest + config_.width)
        fail(CsmaRule::Collision, at, "a long SQE test");
}

void CsmaRxChecker::sample(const CsmaRxSample& s, core::Femtoseconds at) {
    if (s.rxdv && !p_rxdv_) {
        if (!s.crs) report_.add(rule(CsmaRule::ReceivedCarrier), at, config_.bus, "RXDV without carrier");
        header_over_ = false, first_ = true;
    }
    if (s.rxdv && s.col) header_over_ = true;  // Not checked any more.
    if (s.rxdv)
        for (unsigned i = 0; i < config_.width; ++i) take(s.rxd >> i & 1u, i + 1 == config_.width, at);
    p_rxdv_ = s.rxdv;
}

/// After the header nothing is checked.
void CsmaRxChecker::symbols(const std::uint8_t* rxd, std::size_t n, bool crs, bool col, core::Femtoseconds first,
                            core::Femtoseconds period) {
    for (std::size_t k = 0; k < n && !(header_over_ && p_rxdv_); ++k)
        sample({true, rxd[k], crs, col}, first + k * period);
}

void CsmaRxChecker::take(bool bit, bool last_wire, core::Femtoseconds at) {
    if (header_over_) return;
    if (!first_ && bit == last_) {
        header_over_ = true;
        if (!bit)
            report_.add(rule(CsmaRule::ReceivedHeader), at, config_.bus, "two zeros before the SFD");
        else if (!last_wire)
            report_.add(rule(CsmaRule::ReceivedAlignment), at, config_.bus, "the SFD ends within a nibble");
    }
    first_ = false, last_ = bit;
}

}  // namespace niclab::check
