/// @file  What a driver is put through by `niclab driver`: two machines, every kind of connection, an end.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "runtime/socket.h"
#include "two_machines.h"

namespace niclab::linux_kernel {

class DriverTrial {
public:
    struct Config {
        TwoMachines::Config bench;
        unsigned packets = 200;  ///< Each way.
        std::uint64_t seed = 1;
    };
    struct Step {
        std::string name, result;
        bool passed = false;
    };

    explicit DriverTrial(const Config& config) : config_(config), bench_(config.bench) {}

    /// One step after the other, up to the first after which nothing can go on. `progress` hears a fraction of 1 and
    /// the step's name; false ends the trial.
    void run(const std::function<bool(double, const std::string&)>& progress);
    const std::vector<Step>& steps() const { return steps_; }
    /// All steps were done and passed.
    bool passed() const;
    const TwoMachines& bench() const { return bench_; }

private:
    Step probe();
    Step packets();
    Step cells();
    Step constant_rate();
    Step close_in_mid_traffic();
    Step unload();
    Step rules() const;
    /// What keeps the cards from sending, for the step that failed by it; or nothing.
    std::string trouble() const;
    /// Lets time pass until so many have been received, or nothing comes any more.
    void wait_for(std::size_t wanted, const std::function<std::size_t()>& received);

    Config config_;
    std::deque<Socket> sockets_;  ///< A driver that hangs may hold any of them to the end.
    TwoMachines bench_;
    std::vector<Step> steps_;
    bool complete_ = false;
};

}  // namespace niclab::linux_kernel
