/// @file  Two Linux machines with an Ethernet card each, on one cable.
#pragma once

#include "backplane.h"
#include "machine_pair.h"
#include "medium/attachment.h"
#include "medium/frame_transaction.h"
#include "probe/ether/mac_watch.h"
#include "tester.h"

namespace niclab::linux_kernel {

/// A machine, its bus, its card and the card's transceiver, with checkers on the bus and on the
/// MAC's pins.
class Station : public sc_core::sc_module, public medium::Attachment {
public:
    struct Config {
        Machine::Config machine;
        MakeCard make;
        unsigned number = 1;              ///< Of the station.
        std::uint64_t seed = 1;           ///< Of back-offs.
        double at_m = 0;                  ///< Of the cable.
        core::Femtoseconds phase_fs = 0;  ///< Of its oscillators.
        unsigned mbps = 10;
    };
    Station(sc_core::sc_module_name name, medium::Segment& segment, const Config& config);

    check::Report report;
    std::unique_ptr<Backplane> backplane;
    std::unique_ptr<EthernetCard> card;
    Machine machine;
    probe::MacWatch mac_watch;
};

class TwoStations : public MachinePair {
public:
    struct Config {
        std::string module;                   ///< Shared object made by build_driver.sh.
        std::vector<std::string> parameters;  ///< For it: NAME=VALUE[,VALUE...].
        MakeCard make;
        unsigned mbps = 10;  ///< Of the cable; 10, or 100 by MII.
        double jiffy_us = 4000;
        double frame_us = 0;  ///< CPU time of the layers above the driver per frame to be sent.
        double cable_m = 100;
        std::uint64_t seed = 1;  ///< Of back-offs.
        bool debug = true;       ///< The kernels check what their driver does.
        /// Buses and frames stay at signal level. Results are the same, later.
        bool signal_level = false;
        unsigned cpus = 1;      ///< Of each machine: 1 or 2.
        unsigned fail_nth = 0;  ///< Of the client: the allocation or mapping that fails; 0: none.
        const volatile std::sig_atomic_t* interrupted = nullptr;
    };
    explicit TwoStations(const Config& config);

    /// Loads the driver on both machines. Throws std::runtime_error.
    void load();
    /// From now on, or no longer, damaged frames on the cable are expected: from the tester, or from a
    /// card that its driver stops during a frame. They are no violations of CSMA/CD then.
    void expect_damage(bool expected);
    /// Sentences of the checkers of the bus and of CSMA/CD.
    std::vector<std::string> violations() const;
    /// Clocks of frames at transaction level.
    std::uint64_t clocks_at_transaction_level() const { return frames_.clocks(); }

    medium::Segment segment;
    Station client_node, server_node;
    Tester tester;
    Machine &client = client_node.machine, &server = server_node.machine;

private:
    void enter_transaction_level(bool full_duplex);
    bool damage_expected_at(core::Femtoseconds at) const;
    struct Span {
        core::Femtoseconds begin, end;
    };
    std::vector<Span> damage_;
    medium::FrameTransactions frames_;
};

}  // namespace niclab::linux_kernel
