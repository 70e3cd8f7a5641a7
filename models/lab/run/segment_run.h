/// @file Runs an experiment on an Ethernet segment, with every MAC at signal level.
#pragma once

#include <csignal>
#include <functional>

#include "lab/bench/bench.h"
#include "lab/results/segment_results.h"

namespace niclab::lab {

struct SegmentOptions {
    std::string pcap;               ///< Capture of Ethernet frames (pcapng), or empty.
    bool pcap_picoseconds = false;  ///< Times in it are in ps; false: in ns, rounded down.
    std::string pcap_host;          ///< Host of the capture; empty: all.
    LinkLevel links = LinkLevel::Transaction;
    std::function<void(double fraction, const std::string& what)> progress;
    const volatile std::sig_atomic_t* interrupted = nullptr;
};

/// Simulates. Throws core::ConfigError for an output that cannot be written. One call per process.
SegmentResults run_segment(const SegmentExperiment& experiment, const SegmentOptions& options);

}  // namespace niclab::lab
