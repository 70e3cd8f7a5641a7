/// @file The statistics registers of the chip, which a read clears.
///
/// Source: 317453, section 13.7 (from memory of it). Octets are counted with the FCS. Good frames
///   have a length of 64 octets or more and a right FCS, and passed the filter.
/// Assumed: counters of 64 bits are cleared by a read of their upper half.
#pragma once

#include <array>

#include "cards/i8254x/layout.h"

namespace niclab::i8254x {

class Statistics {
public:
    /// Offsets from kStatistics, in octets.
    enum Counter : std::uint32_t {
        kFcsErrors = 0x00,
        kMissed = 0x10,
        kDeferred = 0x30,
        kLengthErrors = 0x40,
        kReceivedBySize = 0x5C,
        kGoodReceived = 0x74,
        kBroadcastReceived = 0x78,
        kMulticastReceived = 0x7C,
        kGoodSent = 0x80,
        kGoodOctetsReceived = 0x88,
        kGoodOctetsSent = 0x90,
        kNoBuffer = 0xA0,
        kUndersize = 0xA4,
        kFragments = 0xA8,
        kOversize = 0xAC,
        kOctetsReceived = 0xC0,
        kOctetsSent = 0xC8,
        kReceived = 0xD0,
        kSent = 0xD4,
        kSentBySize = 0xD8,
        kMulticastSent = 0xF0,
        kBroadcastSent = 0xF4,
        kSegmented = 0xF8,
    };
    void count(Counter counter) { ++values_[counter / 4]; }
    /// Adds to a counter of 64 bits.
    void add(Counter counter, std::uint64_t octets) {
        const std::uint64_t sum = (std::uint64_t{values_[counter / 4 + 1]} << 32 | values_[counter / 4]) + octets;
        values_[counter / 4] = std::uint32_t(sum), values_[counter / 4 + 1] = std::uint32_t(sum >> 32);
    }
    /// Counts a frame of `octets` in one of six counters by size.
    void count_size(Counter first, std::size_t octets) {
        static constexpr std::size_t kLimits[] = {64, 127, 255, 511, 1023};
        unsigned k = 0;
        while (k < std::size(kLimits) && octets > kLimits[k]) ++k;
        ++values_[first / 4 + k];
    }
    /// A read by the host. `at` is less than kStatisticsEnd - kStatistics.
    std::uint32_t read(std::uint32_t at) {
        const unsigned number = at / 4;
        const std::uint32_t value = values_[number];
        for (const Counter wide : {kGoodOctetsReceived, kGoodOctetsSent, kOctetsReceived, kOctetsSent}) {
            if (number == wide / 4) return value;
            if (number == wide / 4 + 1) values_[wide / 4] = 0;
        }
        values_[number] = 0;
        return value;
    }
    void reset() { values_ = {}; }

private:
    std::array<std::uint32_t, (kStatisticsEnd - kStatistics) / 4> values_{};
};

}  // namespace niclab::i8254x
