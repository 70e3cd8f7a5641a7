/// @file  Runs an experiment: all its runs in one simulation, after one initialisation.
#pragma once

#include <csignal>
#include <functional>
#include <string>

#include "lab/bench/bench.h"
#include "lab/experiment/experiment.h"
#include "lab/results/results.h"

namespace niclab::lab {

struct RunOptions {
    std::string vcd;  ///< Waveform file (.vcd or .fst), or empty.
    double vcd_from_us = 0, vcd_to_us = 1e18;
    std::string vcd_trigger;        ///< File of a trigger, or empty.
    std::string vcd_signals = "*";  ///< Glob over full names.
    /// Whole, unless somebody wants to see the wires: waveforms, triggers and the analyzer do.
    Links links = Links::Whole;
    bool check = true;                             ///< Watch every bus and line.
    std::string pci_csv;                           ///< File of PCI transactions, or empty.
    std::string pcap;                              ///< Capture file (pcapng), or empty.
    std::string pcap_taps = "cells,pdus,packets";  ///< What it captures.
    bool pcap_split = false;                       ///< A capture file per tap, NAME.TAP.pcapng.
    bool pcap_picoseconds = false;                 ///< Times in it in ps, else in ns, rounded down.
    std::string first_packet;                      ///< Waveform file of the first packet's way, or empty.
    bool observe = true;                           ///< Else nothing is watched, and the results are empty.
    bool digest_lines = false;                     ///< Results::line_digests is filled.
    bool occupancy = false;                        ///< Watch how full each FIFO is.
    std::function<void(double fraction, const std::string& what)> progress;  ///< May be empty.
    std::function<void(const std::string& sentence)> warn;                   ///< May be empty.
    const volatile std::sig_atomic_t* interrupted = nullptr;                 ///< Polled; not 0: stop and report.
};

/// What the simulator's kernel has to know before the first module is made. run() does it itself.
void prepare_simulation();

/// Simulates. Throws core::ConfigError for an output that cannot be written, std::runtime_error when the bench
/// itself fails. One call a process: SystemC has one kernel.
Results run(const Experiment& experiment, const RunOptions& options);

/// niclab's version.
std::string version();

}  // namespace niclab::lab
