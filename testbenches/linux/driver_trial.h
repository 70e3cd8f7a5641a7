/// @file The trial of a driver by `niclab driver`: two machines, every kind of connection, and the
/// end.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "runtime/socket.h"
#include "trial.h"
#include "two_machines.h"

namespace niclab::linux_kernel {

class DriverTrial : public Trial {
public:
    struct Config {
        TwoMachines::Config bench;
        unsigned packets = 200;  ///< In each direction.
        std::uint64_t seed = 1;
    };
    explicit DriverTrial(const Config& config) : config_(config), bench_(config.bench) {}

    const MachinePair& pair() const override { return bench_; }

private:
    std::vector<Part> parts() override;
    std::vector<std::string> violations() const override { return bench_.violations(); }
    std::string standards() const override { return "PCI, UTOPIA, SONET and AAL5"; }
    Step probe();
    Step packets();
    Step cells();
    Step constant_rate();
    Step full_queue();
    Step close_in_mid_traffic();
    Step unload();
    std::string trouble() const override;
    /// Simulates until `wanted` packets have been received, or nothing arrives any more.
    void wait_for(std::size_t wanted, const std::function<std::size_t()>& received);

    Config config_;
    std::deque<Socket> sockets_;  ///< A driver that hangs may hold any of them to the end.
    TwoMachines bench_;
};

}  // namespace niclab::linux_kernel
