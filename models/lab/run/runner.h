/// @file  Runs an experiment: all its runs in one simulation, after one initialisation.
#pragma once

#include <algorithm>
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
    double vcd_opens_us = 0;        ///< The viewer opens at the first packet after it, else at this time.
    std::string vcd_trigger;        ///< File of a trigger, or empty.
    std::string vcd_signals = "*";  ///< Glob over full names.
    /// Transaction level, unless an observer needs the wires: waveforms, triggers and the analyzer
    /// do.
    LinkLevel links = LinkLevel::Transaction;
    bool check = true;                             ///< Check every bus and line.
    bool all_paths = false;                        ///< Also trace packets of ATM and coarse cards in hosts with a TCP.
    std::string pci_csv;                           ///< File of PCI transactions, or empty.
    std::string bus_tables;                        ///< Folder for tables of buses other than PCI, or empty.
    std::string pcap;                              ///< Capture file (pcapng), or empty.
    std::string pcap_taps = "cells,pdus,packets";  ///< Taps of the capture.
    bool pcap_split = false;                       ///< A capture file per tap, NAME.TAP.pcapng.
    bool pcap_picoseconds = false;                 ///< Times in it are in ps; false: in ns, rounded down.
    std::string pcap_host;                         ///< Host of the capture where it is of hosts, or empty.
    std::string first_packet;                      ///< Waveform file of the first packet's path, or empty.
    bool observe = true;                           ///< False: nothing is observed, and the results are empty.
    bool digest_lines = false;                     ///< Results::line_digests is filled.
    bool occupancy = false;                        ///< Record the fill level of each FIFO.
    unsigned threads = 1;                          ///< Processes that simulate parts of the bench.
    double earlier_cpu_s = 0;                      ///< CPU time of this process before the command began.
    std::function<void(double fraction, const std::string& what)> progress;  ///< May be empty.
    std::function<void(const std::string& sentence)> warn;                   ///< May be empty.
    const volatile std::sig_atomic_t* interrupted = nullptr;                 ///< Polled; not 0: stop and report.

    /// Shows how much of the time up to `end` is simulated. False: the user wants the end.
    bool goes_on(core::Femtoseconds now, core::Femtoseconds end) const {
        if (interrupted && *interrupted) return false;
        if (progress) progress(std::min(1.0, double(now) / double(end)), "");
        return true;
    }
    /// For another run of the same experiment.
    RunOptions without_outputs() const {
        RunOptions o;
        o.links = links, o.check = check, o.all_paths = all_paths, o.interrupted = interrupted;
        return o;
    }
};

/// Prepares the simulator's kernel before the first module is created. run() calls it itself.
void prepare_simulation();

/// Simulates. Throws core::ConfigError for an output that cannot be written, std::runtime_error if
/// the bench itself fails. One call per context of SystemC's kernel.
Results run(const Experiment& experiment, const RunOptions& options);

inline constexpr unsigned kMostThreads = 256;
/// All processors for more than four hosts, else 1.
unsigned default_threads(const Experiment& experiment);
/// The reason why one process simulates all parts, though `threads` of the options has more; empty:
/// several do.
std::string one_process_reason(const Experiment& experiment, const RunOptions& options);

}  // namespace niclab::lab
