/// @file The counters of window 6, and the two of window 4: read by octet; each octet is cleared by
/// its read.
///
/// Source: 3c59x.c of Linux 6.1 and elink3reg.h of NetBSD: their positions, the bits above eight of
///   frames (window 6, 09H) and above sixteen of octets (window 4, 0DH).
/// Assumed: StatsFull means that the top bit of a counter is set. Counters that are read during a
///   count lose nothing. Octets are counted without FCS.
#pragma once

#include <array>
#include <cstdint>

namespace niclab::etherlink {

class Statistics {
public:
    enum Counter {
        kCarrierLost,
        kSqeErrors,
        kMultipleCollisions,
        kSingleCollisions,
        kLateCollisions,
        kOverruns,
        kFramesSent,
        kFramesReceived,
        kDeferrals,
        kOctetsReceived,
        kOctetsSent,
        kBadSsd,
        kCounters
    };

    bool enabled = false;
    /// NetDiagnostic's upperBytesEnable: counters of octets have four bits more.
    bool wide = false;

    void count(Counter which, std::uint32_t by = 1) {
        if (enabled) counters_[which] = (counters_[which] + by) & ((1u << bits(which)) - 1);
    }
    void count_if(bool happened, Counter which) {
        if (happened) count(which);
    }
    /// StatsFull.
    bool nearly_full() const {
        for (unsigned i = 0; i < kCounters; ++i)
            if (counters_[i] >> (bits(Counter(i)) - 1) & 1) return true;
        return false;
    }
    /// Octet `port`, 0 .. 13, of window 6.
    std::uint8_t read(unsigned port) {
        static constexpr std::array<Counter, 9> kOctets = {kCarrierLost,      kSqeErrors,      kMultipleCollisions,
                                                           kSingleCollisions, kLateCollisions, kOverruns,
                                                           kFramesSent,       kFramesReceived, kDeferrals};
        if (port < kOctets.size()) return take(kOctets[port], 0, 8);
        switch (port) {
            case 9:
                return std::uint8_t(take(kFramesReceived, 8, 2) | take(kFramesSent, 8, 2) << 4);
            case 10:
            case 11:
                return take(kOctetsReceived, 8 * (port - 10), 8);
            case 12:
            case 13:
                return take(kOctetsSent, 8 * (port - 12), 8);
            default:
                return 0;
        }
    }
    std::uint8_t read_bad_ssd() { return take(kBadSsd, 0, 8); }
    std::uint8_t read_upper_octets() {
        return std::uint8_t(take(kOctetsReceived, 16, 4) | take(kOctetsSent, 16, 4) << 4);
    }
    void reset() { counters_ = {}, enabled = wide = false; }

private:
    unsigned bits(Counter which) const {
        if (which == kOctetsReceived || which == kOctetsSent) return wide ? 20 : 16;
        return which == kFramesSent || which == kFramesReceived ? 10 : 8;
    }
    std::uint8_t take(Counter which, unsigned shift, unsigned width) {
        const std::uint32_t mask = ((1u << width) - 1) << shift;
        const std::uint32_t value = counters_[which] & mask;
        counters_[which] &= ~mask;
        return std::uint8_t(value >> shift);
    }
    std::array<std::uint32_t, kCounters> counters_{};
};

}  // namespace niclab::etherlink
