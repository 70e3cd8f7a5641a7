#include "runtime/poll_loop.h"

#include <fmt/format.h>

namespace niclab::linux_kernel {

namespace {
constexpr core::Femtoseconds kLong = 2'000'000'000'000, kLongestPause = 100'000'000'000;
}

void PollLoop::read(std::uint32_t address, std::uint32_t value, core::Femtoseconds now) {
    if (!runs_ || address != loop_.address || now - loop_.last > kLongestPause) loop_ = {address, value, 0, now, now};
    runs_ = true;
    ++loop_.reads;
    if (now - loop_.begin > kLong) {
        const bool was_long = loop_.last - loop_.begin > kLong;
        stalled_ += now - (was_long ? loop_.last : loop_.begin);
        long_ = loop_;
        long_.value = value, long_.last = now;
    }
    loop_.last = now;
}

std::string PollLoop::sentence() const {
    return fmt::format("read register {:02X}h {} times in {:.1f} ms, the last value {:02X}h", long_.address & 0xFFu,
                       long_.reads, double(long_.last - long_.begin) * 1e-12, long_.value);
}

}  // namespace niclab::linux_kernel
