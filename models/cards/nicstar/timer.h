/// @file TMR: a counter of 24 bits with a step of 256 octet times; also the time stamp of the
/// transmit status queue.
///
/// Source: idt.c: some 16 roll-overs per hour on a 155 Mb/s card, which is 256 periods of 19.44 MHz
///   per count.
#pragma once

#include <cstdint>

#include "cards/nicstar/config.h"
#include "core/clock.h"

namespace niclab::nicstar {

class Timer {
public:
    static constexpr std::uint32_t kCounts = 1u << 24;

    explicit Timer(const Config& config)
        : step_fs_(static_cast<core::Femtoseconds>(256e15 / config.timer_octet_hz)), start_(config.timer_start) {}
    std::uint32_t value() const { return static_cast<std::uint32_t>(core::now_fs() / step_fs_ + start_) % kCounts; }
    /// From power-on to the first roll-over, and between two.
    core::Femtoseconds first_roll_over() const { return (kCounts - start_) * step_fs_; }
    core::Femtoseconds lap() const { return kCounts * step_fs_; }

private:
    core::Femtoseconds step_fs_;
    std::uint32_t start_;
};

}  // namespace niclab::nicstar
