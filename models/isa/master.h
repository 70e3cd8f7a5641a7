/// @file The bus master interface of a card on an ISA bus: converts the bursts of its engine to
/// cycles of words and octets to 16-bit memory.
///
/// Timing: the clock is the card's own, asynchronous to BCLK. One tenure transfers one burst.
///   MASTER# follows DRQ and DACK#, and the first cycle begins `settle_clocks` later; both are
///   deasserted with the last cycle. DRQ is asserted again `rest_clocks` after the end of DACK#, so
///   that the CPU and others get the bus in between.
///
/// Cycle: LA, SA, SBHE# and the data of a write are driven from three clocks before the command to
/// one after it. The command lasts `command_clocks`, or until IOCHRDY has been high for four. Words
/// without an enabled octet are skipped.
/// Limits: if a DRQ is not answered within `patience_clocks`, the burst ends as a master abort.
/// Source: Am79C961A (AMD 19364), p. 87: DRQ again at least 1.1 us after DACK#. The rest is
///   *assumed* (from memory of the Am79C960): commands of 5 clocks of 50 ns, a limit of 51.2 us.
/// Not modelled: memory of 8 bits, ports, 0WS#, refresh by a master. A burst of 16 dwords ends
///   within the allowed 15 us.
#pragma once

#include "bus/dma_if.h"
#include "core/clocked.h"
#include "core/stats.h"
#include "isa/bus.h"

namespace niclab::isa {

struct MasterConfig {
    unsigned channel = 5;             ///< 0 .. 7, of DRQ and DACK#.
    unsigned settle_clocks = 6;       ///< 5 .. 64
    unsigned command_clocks = 5;      ///< 3 .. 6
    unsigned rest_clocks = 22;        ///< 1 .. 255
    unsigned patience_clocks = 1024;  ///< 16 .. 65535
};

class Master : public core::Clocked, public core::StatsSource {
public:
    /// Attaches itself to `bus` as `agent`. Throws std::invalid_argument: a key out of range.
    Master(sc_core::sc_module_name name, core::Clock& clock, Bus& bus, const std::string& agent,
           bus::DmaChannel& channel, const MasterConfig& config = {});

    Pins pins;
    void describe(core::StatsVisitor& visitor) const override;

private:
    enum class State { Idle, Asking, Settling, SetUp, Command, Hold, Resting };
    void on_clock();
    void ask();
    void wait_for_grant();
    void next_cycle();
    void begin_cycle(unsigned enables);
    void run_command();
    void end_cycle();
    void leave(bus::BurstStatus status);
    unsigned enables_of(unsigned word) const;
    bool write() const { return bus::is_write(burst_.command); }
    bool acknowledged() const { return (pins.sampled().dack >> config_.channel & 1u) != 0; }
    /// Address of the present word.
    std::uint32_t address() const { return burst_.address + 2 * word_; }

    bus::DmaChannel& channel_;
    core::Wire<bool>& drq_;
    MasterConfig config_;
    State state_ = State::Idle;
    bus::Burst burst_;
    unsigned word_ = 0;               ///< Of the burst.
    unsigned clocks_ = 0, ends_ = 0;  ///< Also used for the command.
    Levels out_;
    std::uint64_t tenures_ = 0, cycles_ = 0, waits_ = 0, unanswered_ = 0;
};

}  // namespace niclab::isa
