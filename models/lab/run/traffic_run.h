/// @file Runs an experiment at the coarse level: without a kernel, with one event queue per run.
#pragma once

#include <csignal>

#include "lab/results/traffic_results.h"
#include "lab/run/runner.h"

namespace niclab::lab {

struct TrafficOptions {
    std::string pcap;               ///< Capture of IP packets (pcapng), or empty.
    bool pcap_picoseconds = false;  ///< Times in it are in ps; false: in ns, rounded down.
    std::string pcap_host;          ///< Host of the captured interface; empty: the initiator of the first flow.
    RunOptions waves;  ///< Waveform of the first run: file, window, trigger and signals; the others are not used.
    std::function<void(double fraction, const std::string& what)> progress;
    const volatile std::sig_atomic_t* interrupted = nullptr;
};

/// Simulates. Throws core::ConfigError for an output that cannot be written.
TrafficResults run_traffic(const Traffic& traffic, const TrafficOptions& options);

}  // namespace niclab::lab
