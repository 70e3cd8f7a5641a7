/// @file Loading and unloading of a module on two machines, for a module that only accesses
/// registers.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "trial.h"

namespace niclab::linux_kernel {

/// `Bench`: TwoStations or TwoMachines.
template <class Bench>
class LoadTrial : public Trial {
public:
    /// `standards`: names of the standards of the checked rules.
    LoadTrial(const typename Bench::Config& config, std::string standards)
        : bench_(config), standards_(std::move(standards)) {}
    const MachinePair& pair() const override { return bench_; }

private:
    std::vector<Part> parts() override {
        return {{"load", [this] { return load(); }, true}, {"unload", [this] { return unload(); }, true}};
    }
    std::vector<std::string> violations() const override { return bench_.violations(); }
    std::string standards() const override { return standards_; }

    Step load() {
        bench_.load();
        const Accesses &client = bench_.client.accesses, &server = bench_.server.accesses;
        return {"",
                fmt::format("{} + {} reads, {} + {} writes of registers", client.reads(), server.reads(),
                            client.writes(), server.writes()),
                true};
    }
    Step unload() {
        for (Machine* machine : bench_.machines()) machine->post([machine] { machine->unload(); });
        bench_.finish();
        std::size_t left = 0;
        for (const Machine* machine : bench_.machines())
            left += machine->packet_buffers() + machine->heap.blocks() + machine->arena.live().size();
        return {"", fmt::format("{} blocks of memory not given back", left), left == 0};
    }

    Bench bench_;
    std::string standards_;
};

}  // namespace niclab::linux_kernel
