/// @file The state machine of a PCI target: claims transactions to its windows and moves their data
/// at clock edges, without wires.
///
/// Source: PCI 2.1 chapter 3 (from memory of the standard).
/// Timing: medium decode by default. FRAME# is sampled at edge k, DEVSEL# and without wait clocks
///   TRDY# are sampled at k + 2. A fast target reads its first data one clock later than it could
///   write it (turnaround).
/// Limits: if a port needs more time than Config.first_data_clocks, the target signals a retry in
///   the last allowed clock, and the port must keep its result. If a port needs more than 8 clocks
///   for later data, the target disconnects in the eighth.
/// Parity: every target checks every address and asserts SERR# for one clock. For written data it
///   asserts PERR# two clocks after them. Command bits 6 and 8 enable both; an agent without a
///   ConfigSpace has both enabled. Data with wrong parity is processed all the same.
/// Not modelled: LOCK#. No target claims dual address, interrupt acknowledge, special or reserved
///   commands.
#pragma once

#include <vector>

#include "bus/target_if.h"
#include "pci/config_space.h"
#include "pci/levels.h"
#include "pci/parity_fault.h"

namespace niclab::pci {

struct TargetConfig {
    Devsel devsel = Devsel::Medium;
    /// TRDY# or STOP# is sampled asserted at most this number of clocks after the first sample of
    /// FRAME#; >= 4.
    unsigned first_data_clocks = 16;
    /// Answers REQ64# with ACK64# on a 64-bit bus, if the port supports bursts. TargetPort still
    /// transfers dwords.
    bool wide = false;
    bool capable_66mhz = false;  ///< For an agent without a ConfigSpace; otherwise its Identity has it.
};

/// The inputs of a target at an edge.
struct TargetSample {
    const Levels& bus;
    bool wide;  ///< The bus has 64 bits.
};

/// The state of a target within a transaction, without its identity; it is copied where a
/// transaction is repeated.
class TargetState {
public:
    /// Equality of all members, without data and their parity. Between two transactions the counts of
    /// the last one have no meaning.
    bool operator==(const TargetState& o) const;

protected:
    enum class State { Idle, NotMine, DualAddress, Decode, Wait, Ready, Stop, Release };
    enum class Check : std::uint8_t { None, Address, Data };

    State state_ = State::Idle;
    unsigned width_ = 1;   ///< Dwords per data phase: 2 with ACK64#.
    unsigned decode_ = 0;  ///< Clocks until DEVSEL# is driven.
    unsigned wait_ = 0;
    unsigned left_ = 0;      ///< Clocks until TRDY# or STOP# must be driven.
    unsigned moved_ = 0;     ///< Dwords of this transaction.
    bool frame_ = false;     ///< FRAME# at the last edge.
    bool aborting_ = false;  ///< STOP# without DEVSEL#.
    bool in_reset_ = false;
    Check check_ = Check::None;  ///< What the last edge sampled: its PAR comes now.
    bool expected_par_ = false, expected_par64_ = false, check_par64_ = false;
    bool fault_ = false;  ///< The data that is driven next has a wrong PAR.
    bool out_fault_ = false;
    Levels out_;  ///< What is driven now.
};

class TargetMachine : private TargetState {
public:
    struct Stats {
        std::uint64_t transactions = 0, dwords = 0, retries = 0, disconnects = 0, parity_errors = 0;
        std::uint64_t aborts = 0, system_errors = 0;
    };

    /// A card: its windows follow the BARs of `config_space`. `slot` is its device number, IDSEL =
    /// AD[11 + slot].
    TargetMachine(ConfigSpace& config_space, unsigned slot);
    /// A host bridge: no configuration space, one fixed memory window from address 0.
    TargetMachine(std::uint32_t octets, bus::TargetPort& port);

    /// Data phases of reads.
    ParityFault parity_fault;

    /// Connects the port of a card's BAR.
    void connect(unsigned bar, bus::TargetPort& port) { ports_.at(bar) = &port; }
    /// Throws std::invalid_argument.
    void configure(const TargetConfig& config);
    bool capable_66mhz() const;
    /// Computes one edge. Returns true if the outputs change.
    bool clock(const TargetSample& in);
    /// Notifies the machine of a change of RST#.
    void reset(bool asserted);
    const Levels& drive() const { return out_; }
    /// Whether it has nothing to do while the bus is idle.
    bool idle(const Levels& bus) const;
    const Stats& stats() const { return stats_; }

    // For code that repeats a transaction (transaction_timing.h).
    const TargetState& state() const { return *this; }
    Stats& stats() { return stats_; }
    void assume(const TargetState& state) { static_cast<TargetState&>(*this) = state; }
    /// Whether the transaction under way is this target's, has at most `dwords`, and is the same
    /// for all transactions with the same key.
    bool begins_plain_data(unsigned dwords) const;
    /// Number of wait clocks after the last edge that are like it, as long as the bus does not change.
    /// If it waits for its port, a change of the port ends them. 0: not known.
    unsigned further_wait_clocks() const;
    bool waits_for_port() const { return wait_ == 0; }
    /// Takes over the state after that number of them.
    void wait(unsigned clocks) { left_ -= clocks, wait_ -= wait_ > 0 ? clocks : 0; }
    /// Whether the transaction under way is another target's, with nothing more to do for this one.
    bool ignores_transaction() const {
        return state_ == State::NotMine && check_ == Check::None && out_.enabled == 0 && out_.enabled64 == 0;
    }
    bool not_mine() const { return state_ == State::NotMine; }
    bool any_fault() const { return parity_fault.armed() || fault_ || out_fault_; }
    bus::TargetPort* port() const { return port_; }
    const bus::TargetPort::Access& access() const { return access_; }
    const bus::TargetPort::Answer& answer() const { return answer_; }
    unsigned configurations() const { return configurations_; }
    /// For a copy: redirects its data to `port`.
    void divert(bus::TargetPort& port) { port_ = &port; }
    /// Takes over the state of a copy that is `dwords` further.
    void follow(const TargetMachine& copy) { assume(copy), access_ = copy.access_; }

private:
    void step(const Levels& bus);

    // target_machine.cpp: address decoding and parity.
    void address_phase(const Levels& bus);
    bool claim(const Levels& bus);
    bool claim_bar(unsigned bar, std::uint32_t address, bool io);
    void expect_address(const Levels& bus);
    void expect_data(const Levels& bus);
    void check_parity(const Levels& bus);
    bool launch(const Levels& bus);

    // target_machine_data.cpp: data phases.
    void decode(const Levels& bus);
    void wait_for_data(const Levels& bus);
    bool port_ready(const Levels& bus);
    void drive_ready(const Levels& bus);
    bool last_here() const;
    void data_phase(const Levels& bus);
    void move(const Levels& bus);
    void stop();
    void target_abort();
    void hold_stop(const Levels& bus);
    void release();
    std::uint32_t read_data(unsigned dword);
    void write_data(unsigned dword, std::uint32_t data, std::uint8_t byte_enables);
    bool read() const { return !bus::is_write(access_.command); }
    Levels& claimed();

    TargetConfig config_;
    unsigned configurations_ = 0;  ///< Number of calls of configure().
    ConfigSpace* config_space_ = nullptr;
    unsigned slot_ = 0;
    std::uint32_t fixed_octets_ = 0;
    std::vector<bus::TargetPort*> ports_;
    bus::TargetPort* port_ = nullptr;  ///< Port of the transaction; nullptr for a configuration access.
    bus::TargetPort::Access access_{};
    bus::TargetPort::Answer answer_;
    std::uint32_t window_octets_ = 0;  ///< Size of the addressed window.
    bool linear_ = true;               ///< AD[1:0] of a memory address requested ascending addresses.
    bool wide_bus_ = false;
    Levels next_;  ///< Outputs after the next launch.
    Stats stats_;
};

}  // namespace niclab::pci
