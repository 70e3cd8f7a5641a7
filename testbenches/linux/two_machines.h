/// @file Two Linux machines back to back: the bench of an experiment, with the kernel's driver
/// instead of niclab's own.
#pragma once

#include "lab/bench/bench.h"
#include "lab/watch/checkers.h"
#include "machine_pair.h"
#include "runtime/socket.h"

namespace niclab::linux_kernel {

class TwoMachines : public MachinePair {
public:
    struct Config {
        std::string module;                   ///< Shared object made by build_driver.sh.
        std::vector<std::string> parameters;  ///< For it: NAME=VALUE[,VALUE...].
        double jiffy_us = 4000;
        std::uint32_t memory_octets = 32u << 20;  ///< Of each machine.
        bool own_server = false;                  ///< niclab's driver runs the server's card, Linux the client's only.
        bool debug = true;                        ///< The kernels check what their driver does.
        unsigned cpus = 1;                        ///< Of each machine: 1 or 2.
        std::uint64_t seed = 1;                   ///< Of the interleavings of two CPUs.
        unsigned fail_nth = 0;                    ///< Of the client: the allocation or mapping that fails; 0: none.
        const volatile std::sig_atomic_t* interrupted = nullptr;  ///< pass() throws when it is not 0.
        std::vector<std::string> assignments;  ///< KEY=VALUE for the bench, such as "nic.sar.sram_words=131072".
    };

    explicit TwoMachines(const Config& config);

    /// Loads the driver on both machines and waits for the cards' lines. Throws std::runtime_error.
    void load();
    /// This connection (of VPI 0) has another payload than AAL5: the checkers must not check it as
    /// AAL5.
    void not_aal5(std::uint16_t vci) { checkers_.exclude_from_aal5(0, vci); }
    /// Results of all checkers up to now: one sentence for each recorded violation, empty without
    /// violations.
    std::vector<std::string> violations() const;

private:
    lab::Experiment experiment_;
    bool own_server_;

public:
    lab::Bench bench;
    lab::Node &client_node = bench.node("client"), &server_node = bench.node("server");
    Machine client, server;

private:
    lab::Checkers checkers_;
};

}  // namespace niclab::linux_kernel
