/// @file  The commands that run foreign code: drivers, and guests in QEMU.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace niclab::cli {

struct DriverArguments {
    std::string card = "idt77901", source, kernel, out;
    std::vector<std::string> assignments, module_parameters;
    std::vector<std::string> steps;    ///< Names; none: all.
    unsigned packets = 0, frames = 0;  ///< 0: the default.
    unsigned mbps = 0;                 ///< 0: 10.
    unsigned cpus = 1;                 ///< Of each machine: 1 or 2.
    std::uint64_t seed = 1;
    bool load_only = false, record = false;
    std::vector<std::string> versions;  ///< Two sources to compare, the good one first; or none.
    unsigned fail_nth = 0;              ///< 0: none.
    bool list_allocations = false;      ///< Print the line of each number that fail_nth may be.
    bool no_debug = false;              ///< The simulated kernels do not check what the driver does.
    bool signal_level = false;          ///< Of buses and frames.
};

struct VmArguments {
    static constexpr const char *kFree = "free", *kGated = "gated";
    std::string card, serve, time = kFree, frames, kernel = "6.1", guest, out, pcap, vcd, vcd_at = "access:1";
    std::optional<std::string> command;  ///< For the guest's shell; nothing: a shell on the terminal.
    std::vector<std::string> module_parameters;
    unsigned address = 1, memory_mb = 256, mbps = 0, limit_s = 300, vcd_us = 1000;
    std::uint64_t seed = 1;
};

/// Runs the trial of a Linux driver on two simulated machines.
int driver(const DriverArguments& arguments);
/// Lets a kernel in QEMU drive a card.
int vm(const VmArguments& arguments);

}  // namespace niclab::cli
