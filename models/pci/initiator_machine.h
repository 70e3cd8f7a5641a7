/// @file The state machine of a PCI initiator: computes at a clock edge what it drives from what it
/// samples, without wires.
///
/// Source: PCI 2.1 chapter 3 (from memory of the standard).
/// Timing: REQ# is asserted with the edge that accepts the request. FRAME# is asserted with the
///   edge that samples GNT# and an idle bus. IRDY# follows one clock after FRAME# plus the wait
///   states of the Config. A configuration address is stepped for one clock. After a retry or
///   disconnect REQ# is deasserted for two clocks.
/// Parity: for wrong PAR of read data it asserts PERR# two clocks after the data. PERR# for write
///   data is sampled at the same position. PERR# for the last data of a write may come one clock
///   after its burst was returned. Then it is visible in the status register and the counter, not
///   in the burst, unless Config.hold_for_parity delays the return of the burst.
/// Reset: RST# tri-states the outputs at once. The burst under way and those requested during reset
///   end with BurstStatus::Reset (not reported by `finished`). FRAME# is not asserted for five
///   clocks after RST# rises.
/// Command register: while its bus master bit (2) is clear, no further burst is accepted; it waits.
/// Not modelled: LOCK#.
#pragma once

#include "bus/dma_if.h"
#include "core/tap.h"
#include "pci/config_space.h"
#include "pci/levels.h"
#include "pci/parity_fault.h"

namespace niclab::pci {

/// The latency timer: limits the time for which an initiator may keep the bus after the loss
/// of its grant.
///
/// Source: PCI 2.1 section 3.4.4.1 (from memory): counts clocks from the assertion of FRAME#.
class LatencyTimer {
public:
    /// To be called at the clock that asserts FRAME#; `clocks` 0..255.
    void start(unsigned clocks) { left_ = clocks; }
    /// To be called at each later clock, or once for `clocks` of them.
    void tick(unsigned clocks = 1) { left_ -= clocks < left_ ? clocks : left_; }
    bool expired() const { return left_ == 0; }
    bool operator==(const LatencyTimer& o) const { return left_ == o.left_; }

private:
    unsigned left_ = 0;
};

struct InitiatorConfig {
    unsigned first_irdy_waits = 0;  ///< Wait clocks before IRDY# in the first data phase, 0..7.
    unsigned later_irdy_waits = 0;  ///< The same for each later data phase, 0..7.
    /// No idle clock after a write if the next burst waits, the grant is still there and both go to
    /// one target. An agent with a ConfigSpace also needs command bit 9.
    bool fast_back_to_back = false;
    /// Two memory addresses in one naturally aligned block of this size, a power of two, belong to
    /// one target. The default is a window of 4 KiB of registers.
    std::uint32_t same_target_octets = 4096;
    unsigned cache_line_dwords = 0;  ///< For an agent without a ConfigSpace; 0: memory write instead of MWI.
    /// Requests 64 bits on a 64-bit bus, for memory from an even dword on. If the target does not
    /// assert ACK64#, the transfer continues with 32 bits.
    bool wide = false;
    bool hold_for_parity = false;  ///< A write's response waits one clock for PERR# of its last data.
};

/// The inputs of an initiator at an edge.
struct InitiatorSample {
    const Levels& bus;
    bool gnt;
    bool wide;                    ///< The bus has 64 bits.
    core::Femtoseconds at, next;  ///< Times of the edge and of the next one.
};

/// The state of an initiator without its burst; it is copied where a transaction is repeated.
class InitiatorState {
public:
    /// Equality of all members, without data and their parity.
    bool operator==(const InitiatorState& o) const;

protected:
    enum class State { Idle, Request, DualAddress, Address, Data, End, Backoff };
    State state_ = State::Idle;
    bus::Command command_ = bus::Command::MemoryRead;  ///< Of the present attempt.
    unsigned index_ = 0;                               ///< Next dword to move.
    unsigned attempt_first_ = 0;                       ///< First dword of the present attempt.
    unsigned clocks_ = 0;                              ///< Clocks since the address phase, for DEVSEL#; or remaining
                                                       ///< clocks of the back-off.
    unsigned wait_ = 0;                                ///< Remaining wait clocks before IRDY#.
    unsigned hold_off_ = 0;                            ///< Remaining clocks without FRAME# after a reset.
    bool irdy_ = false, frame_ = false;                ///< Driven in the present data phase.
    unsigned width_ = 1;  ///< Dwords that a data phase moves, or can move while ACK64# is not known.
    bool req64_ = false;  ///< REQ64# is asserted with FRAME# in this transaction.
    bool devsel_seen_ = false, stepped_ = false, abort_ = false;
    bool ending_ = false;   ///< The latency timer has expired and GNT# is deasserted.
    bool stopped_ = false;  ///< The target has signalled its last data phase.
    bool in_reset_ = false;
    bool req_ = false;                  ///< Present level of REQ#.
    core::Femtoseconds early_req_ = 0;  ///< Time at which REQ# was asserted for the next burst.
    LatencyTimer latency_timer_;
    /// Written data for which PERR# may still come, bit n: moved n clocks ago. `mine_`: those of
    /// burst_.
    std::uint8_t written_ = 0, mine_ = 0;
    bool was_read_ = false;      ///< Data was read one clock ago: its PAR comes now.
    bool expected_par_ = false;  ///< Expected level of PAR.
    bool expected_par64_ = false, check_par64_ = false;
    bool fault_ = false;  ///< The phase that is driven next has a wrong PAR.
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
    /// Computes one edge. Returns true if the outputs change.
    bool clock(const InitiatorSample& in);
    /// Notifies the machine of a change of RST#.
    void reset(bool asserted);
    const Levels& drive() const { return out_; }
    bool req() const { return req_; }
    /// Whether it has nothing to do before the next burst is requested, RST# or, if `gnt` differs,
    /// GNT#.
    bool idle_until_asked(bool gnt) const;
    /// Whether each further edge is like the last one until GNT# or FRAME# and IRDY# change, or a
    /// burst is requested.
    bool waits_for_bus() const;
    /// Whether it needs no edge before the change for which it waits, after an edge that changed
    /// nothing. At transaction level the bus wakes the agents that its next change concerns. It can
    /// use a grant on an idle bus at once.
    bool sleeps_off_wires(const InitiatorSample& in) const {
        return (!(in.gnt && in.bus.idle()) && waits_for_bus()) || idle_until_asked(in.gnt);
    }
    const Stats& stats() const { return stats_; }

    // For code that repeats the timing of an idle bus (idle.h).
    /// Whether its next clocks on an idle bus depend only on GNT#, its outputs, and whether it
    /// waits for the bus and for PERR#, while no burst is requested.
    bool is_idle() const;
    bool waits_to_start() const { return state_ == State::Request; }
    /// PERR# for data that it wrote may come with the next edge.
    bool looks_for_perr() const { return written_ != 0; }
    /// Sets the state after an idle interval without PERR#; `drive` is what it drives.
    void rest(const Levels& drive) { out_ = drive, stepped_ = false, written_ = mine_ = 0; }

    // For code that repeats a transaction (transaction_timing.h).
    const InitiatorState& state() const { return *this; }
    const bus::Burst& burst() const { return burst_; }
    bus::Burst& burst() { return burst_; }
    Stats& stats() { return stats_; }
    void assume(const InitiatorState& state) { static_cast<InitiatorState&>(*this) = state; }
    /// Whether it is in the first data phase of an attempt that is the same for all attempts with
    /// the same key.
    bool begins_plain_data() const;
    /// Whether each further clock is like the last one, until the target moves data or asserts STOP#.
    bool waits_for_target() const;
    /// Takes over the state after that number of them, during which GNT# did not change.
    void wait(unsigned clocks, bool gnt);
    bool in_data() const { return state_ == State::Data; }
    /// Whether the loss of GNT# may end the burst from now on.
    bool timer_expired() const { return latency_timer_.expired(); }
    bus::Command command() const { return command_; }
    unsigned index() const { return index_; }
    unsigned latency_clocks() const;
    bool requests_64() const { return req64_; }
    unsigned configurations() const { return configurations_; }

private:
    void reset_clock();
    void step(const Levels& bus);

    // initiator_machine.cpp: from the request to the address, and the end of a burst.
    void idle(const Levels& bus);
    bool can_accept() const;
    void accept();
    void request(const Levels& bus);
    void start_transaction();
    bus::Command choose_command() const;
    bool asks_for_64() const;
    unsigned cache_line_dwords() const;
    void drive_address(bool second = false);
    void finish();
    void complete();
    bool launch();  ///< Returns true if an output changed.

    // initiator_machine_data.cpp: data phases and parity.
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
    unsigned configurations_ = 0;          ///< Number of calls of configure().
    const InitiatorSample* in_ = nullptr;  ///< Inputs at the present edge.
    bus::Burst burst_;
    Levels next_;  ///< Outputs after the next launch.
    Stats stats_;
};

}  // namespace niclab::pci
