/// @file  What a PCI initiator does at a clock edge: from what it samples to what it drives, without a pin.
///
/// Source:        PCI 2.1 chapter 3 (from memory of the standard).
/// Timing:        REQ# goes out with the edge that takes the request; FRAME# with the edge that samples GNT# and an
///                idle bus; IRDY# one clock after FRAME# plus the wait states of the Config. A configuration address
///                is stepped for one clock. After a retry or disconnect REQ# is off for two clocks.
/// Parity:        wrong PAR of read data is answered with PERR# two clocks after the data; PERR# of write data is
///                looked for at the same place. The last data of a write may be complained of one clock after its
///                burst was handed back: then it shows in the status register and the counter, not in the burst,
///                unless Config.hold_for_parity makes the burst wait.
/// RST#:          outputs tri-state at once, the burst under way and those asked for during reset end with
///                BurstStatus::Reset (not shown to `finished`); no FRAME# for five clocks after RST# rises.
/// Not modelled:  LOCK#; the master enable bit of the command register is not looked at.
#pragma once

#include "bus/dma_if.h"
#include "core/tap.h"
#include "pci/config_space.h"
#include "pci/latency_timer.h"
#include "pci/levels.h"
#include "pci/parity_fault.h"

namespace niclab::pci {

struct InitiatorConfig {
    unsigned first_irdy_waits = 0;  ///< Clocks IRDY# waits in the first data phase, 0..7.
    unsigned later_irdy_waits = 0;  ///< In each later one, 0..7.
    /// No idle clock after a write if the next burst waits, the grant is still there and both go to one target.
    /// An agent with a ConfigSpace also needs command bit 9.
    bool fast_back_to_back = false;
    /// Two memory addresses in one naturally aligned block of so many octets, a power of two, belong to one target;
    /// a window of 4 KiB of registers by default.
    std::uint32_t same_target_octets = 4096;
    unsigned cache_line_dwords = 0;  ///< Of an agent without a ConfigSpace; 0: memory write in place of MWI.
    /// Asks for 64 bits on a bus that has them, for memory from an even dword on; the rest is repeated in 32 bits if
    /// the target does not answer with ACK64#.
    bool wide = false;
    bool hold_for_parity = false;  ///< A write's response waits one clock for PERR# of its last data.
};

/// What an initiator samples at an edge.
struct InitiatorSample {
    const Levels& bus;
    bool gnt;
    bool wide;                    ///< The bus has 64 bits.
    core::Femtoseconds at, next;  ///< The edge, and the one after it.
};

/// All that an initiator knows but its burst: copied where a transaction is repeated as it went before.
class InitiatorState {
public:
    /// In all that is of use, data and their parity apart.
    bool operator==(const InitiatorState& o) const;

protected:
    enum class State { Idle, Request, DualAddress, Address, Data, End, Backoff };
    State state_ = State::Idle;
    bus::Command command_ = bus::Command::MemoryRead;  ///< Of the present attempt.
    unsigned index_ = 0;                               ///< Next dword to move.
    unsigned attempt_first_ = 0;                       ///< First dword of the present attempt.
    unsigned clocks_ = 0;                              ///< Since the address phase, for DEVSEL#; or left to back off.
    unsigned wait_ = 0;                                ///< Clocks IRDY# still waits.
    unsigned hold_off_ = 0;                            ///< Clocks without FRAME# after a reset.
    bool irdy_ = false, frame_ = false;                ///< Driven in the present data phase.
    unsigned width_ = 1;  ///< Dwords a data phase moves, or is ready to move as long as ACK64# is not known.
    bool req64_ = false;  ///< REQ64# goes with FRAME# in this transaction.
    bool devsel_seen_ = false, stepped_ = false, abort_ = false;
    bool ending_ = false;   ///< The latency timer has run out and the grant is gone.
    bool stopped_ = false;  ///< The target has said that this is its last data.
    bool in_reset_ = false;
    bool req_ = false;                  ///< REQ#, as it is driven now.
    core::Femtoseconds early_req_ = 0;  ///< REQ# was asserted for the burst after this one.
    LatencyTimer latency_timer_;
    /// Written data whose PERR# may still come, bit n: moved n clocks ago; `mine_`: that of burst_.
    std::uint8_t written_ = 0, mine_ = 0;
    bool was_read_ = false;      ///< Data were read one clock ago: their PAR comes now.
    bool expected_par_ = false;  ///< Level that PAR should have.
    bool expected_par64_ = false, check_par64_ = false;
    bool fault_ = false;  ///< The phase that is driven next gets a wrong PAR.
    bool out_fault_ = false;
    Levels out_;                ///< What is driven now.
    bool out_address_ = false;  ///< `out_` is an address phase: C/BE# is a command.
};

class InitiatorMachine : private InitiatorState {
public:
    struct Stats {
        std::uint64_t bursts = 0, dwords = 0, retries = 0, disconnects = 0, master_aborts = 0, target_aborts = 0;
        std::uint64_t wait_clocks = 0, parity_errors = 0, resets = 0, back_to_backs = 0;
    };

    InitiatorMachine(bus::DmaChannel& channel, ConfigSpace* config_space, core::Tap<bus::Burst>& finished);

    /// Address phases, and data phases of writes.
    ParityFault parity_fault;

    /// Throws std::invalid_argument.
    void configure(const InitiatorConfig& config);
    /// One edge. True when it drives something else from now on.
    bool clock(const InitiatorSample& in);
    /// RST# has changed.
    void reset(bool asserted);
    const Levels& drive() const { return out_; }
    bool req() const { return req_; }
    /// Nothing to do before the next burst is asked for, RST# or, if `gnt` differs, GNT#.
    bool idle_until_asked(bool gnt) const;
    /// Each further edge is like the last one until GNT# or FRAME# and IRDY# change, or a burst is asked for.
    bool waits_for_bus() const;
    /// After an edge that changed nothing of it: it needs none before what it waits for changes. Off the wires the bus wakes
    /// whom its next change concerns; a grant on an idle bus is at once of use.
    bool sleeps_off_wires(const InitiatorSample& in) const {
        return (!(in.gnt && in.bus.idle()) && waits_for_bus()) || idle_until_asked(in.gnt);
    }
    const Stats& stats() const { return stats_; }

    // For whoever repeats what an idle bus did (idle.h).
    /// What it does at the clocks of an idle bus hangs on GNT#, what it drives, whether it waits for the bus and for PERR#, and on
    /// nothing else, as long as no burst is asked for.
    bool rests() const;
    bool waits_to_start() const { return state_ == State::Request; }
    /// PERR# of the data it wrote may come with the next edge.
    bool looks_for_perr() const { return written_ != 0; }
    /// Rests on, and drives that; nobody has complained of what it wrote.
    void rest(const Levels& drive) { out_ = drive, stepped_ = false, written_ = mine_ = 0; }

    // For whoever repeats a transaction as it went before (span.h).
    const InitiatorState& state() const { return *this; }
    const bus::Burst& burst() const { return burst_; }
    bus::Burst& burst() { return burst_; }
    Stats& stats() { return stats_; }
    void assume(const InitiatorState& state) { static_cast<InitiatorState&>(*this) = state; }
    /// In the first data phase of an attempt that is like any other with the same key.
    bool begins_plain_data() const;
    bool in_data() const { return state_ == State::Data; }
    /// From now on GNT# may end the burst.
    bool timer_expired() const { return latency_timer_.expired(); }
    bus::Command command() const { return command_; }
    unsigned index() const { return index_; }
    unsigned latency_clocks() const;
    bool requests_64() const { return req64_; }
    unsigned configurations() const { return configurations_; }

private:
    void reset_clock();
    void step(const Levels& bus);

    // initiator.cpp: from the request to the address, and the end of a burst.
    void idle(const Levels& bus);
    void accept();
    void request(const Levels& bus);
    void start_transaction();
    bus::Command choose_command() const;
    bool asks_for_64() const;
    unsigned cache_line_dwords() const;
    void drive_address(bool second = false);
    void finish();
    void complete();
    bool launch();  ///< True when something changed.

    // initiator_data.cpp: data phases and parity.
    void begin_data();
    void begin_phase(unsigned waits);
    void drive_phase();
    bool last_phase() const;
    void drive_upper();
    void take_read(const Levels& bus);
    void data(const Levels& bus);
    void take(const Levels& bus);
    void stopped(const Levels& bus, bool moved);
    void end_transaction(const Levels& bus, bool moved);
    void ask_early();
    bool follow(const Levels& bus);
    void check_parity(const Levels& bus);
    void data_parity_error(bool mine);

    bool write() const { return bus::is_write(burst_.command); }
    std::uint8_t enables(unsigned index) const;

    bus::DmaChannel& channel_;
    ConfigSpace* config_space_;
    core::Tap<bus::Burst>& finished_;
    InitiatorConfig config_;
    unsigned configurations_ = 0;          ///< So many times it was configured.
    const InitiatorSample* in_ = nullptr;  ///< Of the present edge.
    bus::Burst burst_;
    Levels next_;  ///< What the next launch drives.
    Stats stats_;
};

}  // namespace niclab::pci
