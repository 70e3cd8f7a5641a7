/// @file The card's packet memory and the window through which the host accesses it.
///
/// Timing: the window supports bursts, with the first data after kFirstWaitClocks and each later
///   one at once (*assumed*).
/// Not modelled: the engines and the window share no port: neither waits for the other (*assumed*,
///   a memory with two ports). A write by the host to data that an engine reads is an error of the
///   driver.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

#include "bus/target_if.h"

namespace niclab::packet_sar {

class PacketMemory : public bus::TargetPort {
public:
    struct Stats {
        std::uint64_t window_reads = 0, window_writes = 0;
    };

    /// `octets`: a power of two; offsets alias modulo this.
    explicit PacketMemory(std::uint32_t octets) : mask_(octets / 4 - 1), dwords_(octets / 4) {
        assert(octets >= 4 && (octets & (octets - 1)) == 0);
    }

    std::uint32_t word(std::uint32_t offset) const { return dwords_[offset / 4 & mask_]; }
    void set_word(std::uint32_t offset, std::uint32_t value) { dwords_[offset / 4 & mask_] = value; }
    const Stats& stats() const { return stats_; }

    Answer begin(const Access&) override { return {false, false, kFirstWaitClocks}; }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return true; }
    std::uint32_t read(const Access& access) override {
        ++stats_.window_reads;
        return word(access.offset);
    }
    void write(const Access& access, std::uint32_t data) override {
        ++stats_.window_writes;
        std::uint32_t mask = 0;
        for (unsigned i = 0; i < 4; ++i)
            if (access.byte_enables >> i & 1u) mask |= 0xFFu << 8 * i;
        set_word(access.offset, (word(access.offset) & ~mask) | (data & mask));
    }

private:
    static constexpr unsigned kFirstWaitClocks = 1;

    std::uint32_t mask_;
    std::vector<std::uint32_t> dwords_;
    Stats stats_;
};

/// A part of packet memory that is used as a circular buffer.
struct Circle {
    std::uint32_t base = 0, octets = 0;
    /// Offset of the octet `distance` (less than `octets`) after `offset`.
    std::uint32_t after(std::uint32_t offset, std::uint32_t distance) const {
        const std::uint32_t place = offset - base + distance;
        return base + (place >= octets ? place - octets : place);
    }
    bool operator==(const Circle& o) const { return base == o.base && octets == o.octets; }
};

}  // namespace niclab::packet_sar
