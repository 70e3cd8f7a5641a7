/// @file Two Linux machines that run in parallel: time passes for both, and an error of either ends
/// the wait.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>

#include "runtime/machine.h"

namespace niclab::linux_kernel {

class MachinePair {
public:
    /// Simulates `us` microseconds. Throws std::runtime_error: interrupted, a CPU has stopped, a
    /// driver spends its time in loops that read one register (Accesses::stalled_us), or it has
    /// delivered more frames than expect_at_most().
    void pass(double us);
    /// Runs until both CPUs have done their work. Throws std::runtime_error: work failed, or
    /// `limit_us` is over.
    void finish(double limit_us = 5e5);
    /// How many frames a driver can deliver at most until those that were received are cleared.
    void expect_at_most(std::size_t frames) { most_frames_ = frames; }
    const std::array<Machine*, 2>& machines() const { return machines_; }

protected:
    /// `interrupted`: pass() throws when it is no longer 0; or nullptr.
    explicit MachinePair(const volatile std::sig_atomic_t* interrupted) : interrupted_(interrupted) {}
    static constexpr double kSliceUs = 20;
    static constexpr double kMostStalledUs = 30'000;
    std::array<Machine*, 2> machines_{};

private:
    const volatile std::sig_atomic_t* interrupted_;
    std::size_t most_frames_ = ~std::size_t{0};
};

}  // namespace niclab::linux_kernel
