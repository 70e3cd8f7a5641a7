#include "free_running.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace niclab::vm {

namespace {

constexpr unsigned kWaitUs = 200;

}  // namespace

std::string FreeRunning::description() const {
    std::string text =
        "time        free: bus, card and cable are exact. The gaps between accesses are those of this computer, so "
        "that no latency of this run is that of a machine.\n";
    constexpr double kFsPerMs = 1e12;
    if (dropped_ > 0)
        text +=
            fmt::format("            The simulation was too slow for this computer's clock: {:.1f} ms were left out.\n",
                        static_cast<double>(dropped_) / kFsPerMs);
    return text;
}

void FreeRunning::serve() {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    core::Femtoseconds origin = core::now_fs();  // Simulated time at `begin`.
    const auto clock = [&] {
        constexpr core::Femtoseconds kFsPerNs = 1'000'000;
        const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();
        return origin + kFsPerNs * static_cast<core::Femtoseconds>(ns);
    };
    const core::Femtoseconds ahead = parts_.slice / 4;  // Below this it waits for the clock, and for a message.
    while (parts_.stop == 0) {
        if (parts_.socket.arrived()) {
            if (!server_.serve(parts_.socket)) return;
            continue;
        }
        const core::Femtoseconds target = clock(), now = core::now_fs();
        if (target <= now + ahead) {
            parts_.socket.arrives_within(kWaitUs);
            continue;
        }
        if (before_advance) before_advance();
        core::Femtoseconds lag = target - now;
        if (lag > kMaxLag) {
            dropped_ += lag - kMaxLag;
            origin -= lag - kMaxLag;
            lag = kMaxLag;
        }
        wait(core::from_fs(std::min(lag, parts_.slice)));
        parts_.memory.synchronize();
    }
}

}  // namespace niclab::vm
