/// @file  PCI initiator: carries whole bursts over the bus.
///
/// Source:        PCI 2.1 chapter 3 (from memory of the standard).
/// Timing:        REQ# goes out with the edge that takes the request; FRAME# with the edge that samples GNT# and an
///                idle bus; IRDY# one clock after FRAME#, and never a wait state. A configuration address is stepped
///                for one clock. After a retry or disconnect REQ# is off for two clocks.
/// Not modelled:  fast back-to-back, dual address cycles, cache line size.
#pragma once

#include "core/clocked.h"
#include "core/stats.h"
#include "core/tap.h"
#include "pci/config_space.h"
#include "pci/dma_if.h"
#include "pci/latency_timer.h"
#include "pci/pins.h"

namespace niclab::pci {

class Initiator : public core::Clocked, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t bursts = 0, dwords = 0, retries = 0, disconnects = 0, master_aborts = 0, target_aborts = 0;
        std::uint64_t wait_clocks = 0;
    };

    /// `config_space` gives the latency timer of a card; a host bridge has none (nullptr): 255 clocks.
    Initiator(sc_core::sc_module_name name, core::Clock& clock, DmaChannel& channel, ConfigSpace* config_space);

    InitiatorPins pins;
    /// A burst is complete.
    core::Tap<Burst> finished;

    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    enum class State { Idle, Request, Address, Data, Backoff };

    void on_clock();
    void on_wire_change() { count_call(), wake(); }
    void idle(const Levels& bus);
    void request(const Levels& bus);
    void address();
    void data(const Levels& bus);
    void stopped(const Levels& bus);
    void end_transaction();
    void complete(BurstStatus status);
    void drive_address();
    void drive_phase();
    bool launch();  ///< True when nothing changed.
    bool write() const { return is_write(burst_.command); }
    std::uint8_t enables(unsigned index) const;
    core::Femtoseconds next_edge() const { return core::now_fs() + clock().period_fs(); }

    DmaChannel& channel_;
    ConfigSpace* config_space_;
    State state_ = State::Idle;
    Burst burst_;
    unsigned index_ = 0;          ///< Next dword to move.
    unsigned attempt_first_ = 0;  ///< First dword of the present attempt.
    unsigned clocks_ = 0;         ///< Since the address phase, for DEVSEL#; or left to back off.
    bool devsel_seen_ = false, stepped_ = false, ending_ = false, abort_ = false;
    LatencyTimer latency_timer_;
    Levels out_;                ///< What is driven now.
    Levels next_;               ///< What the next launch drives.
    bool out_address_ = false;  ///< `out_` is an address phase: C/BE# is a command.
    Stats stats_;
};

}  // namespace niclab::pci
