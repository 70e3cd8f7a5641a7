/// @file The time that a driver spends in loops that read one register.
///
/// Behaviour: reads of one register with pauses of at most 100 us are a loop. A loop of more than
///   2 ms is long.
#pragma once

#include <cstdint>
#include <string>

#include "core/time.h"

namespace niclab::linux_kernel {

class PollLoop {
public:
    /// A read of a register that ends at `now`.
    void read(std::uint32_t address, std::uint32_t value, core::Femtoseconds now);
    /// An access that is no part of a loop.
    void end() { runs_ = false; }
    /// Sum of the long loops, in us.
    double stalled_us() const { return double(stalled_) * 1e-9; }
    /// The last long loop, as a sentence without its subject.
    std::string sentence() const;

private:
    struct Loop {
        std::uint32_t address = 0, value = 0;
        std::uint64_t reads = 0;
        core::Femtoseconds begin = 0, last = 0;
    };
    bool runs_ = false;
    Loop loop_, long_;
    core::Femtoseconds stalled_ = 0;
};

}  // namespace niclab::linux_kernel
