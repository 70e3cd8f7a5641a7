/// @file Two Linux machines that run in parallel: time passes for both, and an error of either ends
/// the wait.
#pragma once

#include <array>
#include <csignal>

#include "runtime/machine.h"

namespace niclab::linux_kernel {

class MachinePair {
public:
    /// Simulates `us` microseconds. Throws std::runtime_error: interrupted, a CPU has stopped, or
    /// a driver spends its time in loops that read one register (Accesses::stalled_us).
    void pass(double us);
    /// Runs until both CPUs have done their work. Throws std::runtime_error: work failed, or
    /// `limit_us` is over.
    void finish(double limit_us = 2e5);
    const std::array<Machine*, 2>& machines() const { return machines_; }

protected:
    /// `interrupted`: pass() throws when it is no longer 0; or nullptr.
    explicit MachinePair(const volatile std::sig_atomic_t* interrupted) : interrupted_(interrupted) {}
    static constexpr double kSliceUs = 20;
    static constexpr double kMostStalledUs = 30'000;
    std::array<Machine*, 2> machines_{};

private:
    const volatile std::sig_atomic_t* interrupted_;
};

}  // namespace niclab::linux_kernel
