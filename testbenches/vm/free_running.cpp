#include "free_running.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::vm {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::microseconds kWait = 200us;
/// An interrupt that is still asserted is reported again when the guest has made no access for this
/// time: longer than between two accesses of a driver.
constexpr std::chrono::microseconds kPause = 50us;
/// The longest simulated time between two checks for a message, if something may happen in it.
constexpr core::Femtoseconds kSlice = 20'000'000'000;
/// With less to simulate it waits for the clock, and for a message.
constexpr core::Femtoseconds kAhead = kSlice / 4;

}  // namespace

FreeRunning::FreeRunning(sc_core::sc_module_name name, const Parts& parts) : GuestTime(name, parts) {
    server_.received = [this] { catch_up(); };
    server_.replying = [this] { restart_clock(arrived_at_); };
    server_.notified = [this] { restart_clock(core::now_fs()); };
}

std::string FreeRunning::description() const {
    std::string text =
        "time        free: bus, card and cable are exact. The gaps between accesses are those of this computer, so "
        "that no latency of this run is that of a machine.\n";
    constexpr double kFsPerMs = 1e12;
    if (dropped_ > 0)
        text += fmt::format(
            "            The simulation was too slow for this computer's clock: {:.1f} ms that the guest waited did "
            "not pass at the card.\n",
            static_cast<double>(dropped_) / kFsPerMs);
    return text;
}

/// The time up to which the simulation is to advance.
core::Femtoseconds FreeRunning::clock() const {
    constexpr core::Femtoseconds kFsPerNs = 1'000'000;
    const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin_).count();
    return origin_ + kFsPerNs * static_cast<core::Femtoseconds>(ns);
}

/// Nothing happens before that time; now if it is not known.
core::Femtoseconds FreeRunning::quiet_until() const { return parts_.idle_interval > 0 ? idle_until() : core::now_fs(); }

/// Nothing happens before `target`, and it is too near to be worth a step.
bool FreeRunning::is_quiet(core::Femtoseconds target) const {
    return target < core::now_fs() + parts_.idle_interval && target < quiet_until();
}

/// For a message that has arrived: simulates what the guest has waited since its last access.
void FreeRunning::catch_up() {
    const core::Femtoseconds target = clock(), until = std::min(target, core::now_fs() + kLongestDelay);
    while (core::now_fs() < until && !is_quiet(target)) advance(target);
    arrived_at_ = is_quiet(target) ? target : core::now_fs();
    if (arrived_at_ < target) drop(target - arrived_at_);
}

/// The guest has waited for a reply or an interrupt, and goes on now.
void FreeRunning::restart_clock(core::Femtoseconds at) {
    begin_ = Clock::now();
    origin_ = std::max(at, core::now_fs());
}

void FreeRunning::drop(core::Femtoseconds lag) {
    dropped_ += lag;
    origin_ -= lag;
}

/// One step towards `target`, up to it if nothing happens before.
void FreeRunning::advance(core::Femtoseconds target) {
    if (before_advance) before_advance();
    const core::Femtoseconds now = core::now_fs();
    wait(core::from_fs(std::min(target - now, std::max(kSlice, quiet_until() - now))));
    parts_.memory.synchronize();
}

void FreeRunning::serve() {
    restart_clock(core::now_fs());
    while (parts_.stop == 0) {
        const core::Femtoseconds target = clock(), now = core::now_fs();
        const bool waits = target <= now + kAhead || is_quiet(target), due = server_.interrupt_is_due();
        if (parts_.socket.arrives_within(!waits ? 0us : due ? kPause : kWait)) {
            if (!server_.serve(parts_.socket)) return;
            continue;
        }
        if (due && Clock::now() - begin_ >= kPause) {
            server_.notify_interrupt();
            continue;
        }
        if (waits) continue;
        if (target > now + kMaxLag && quiet_until() < now + kMaxLag) drop(target - now - kMaxLag);
        advance(clock());
    }
}

}  // namespace niclab::vm
