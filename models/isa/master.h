/// @file  A card's way to be master of an ISA bus: bursts of its engine as cycles of words and octets to 16-bit memory.
///
/// Clock:   the card's own, which knows nothing of BCLK.
/// Tenure:  one burst. DRQ, and behind DACK# MASTER#, `settle_clocks` later the first cycle; with the last one both go. DRQ comes again
///          `rest_clocks` behind the end of DACK#, so that the CPU and others get the bus in between.
/// Cycle:   LA, SA, SBHE# and the data of a write stand three clocks before the command and one behind it; it lasts `command_clocks`, or until
///          IOCHRDY has been high for four. What no octet is enabled of is passed over.
/// Nobody:  a DRQ that is not answered in `patience_clocks` is given up; the burst ends as a master abort.
/// Source:  Am79C961A (AMD 19364), p. 87: DRQ again 1.1 us behind DACK# at the earliest. For the rest *assumed* (from memory of the Am79C960):
///          commands of 5 clocks of 50 ns, 51.2 us of patience.
/// Not modelled:  memory of 8 bits, ports, 0WS#, refresh by a master: a burst of 16 dwords is over within the 15 us that it may take.
#pragma once

#include "bus/dma_if.h"
#include "core/clocked.h"
#include "core/stats.h"
#include "isa/bus.h"

namespace niclab::isa {

struct MasterConfig {
    unsigned channel = 5;             ///< 0 .. 7, of DRQ and DACK#
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
    /// Of its own.
    std::uint32_t address() const { return burst_.address + 2 * word_; }

    bus::DmaChannel& channel_;
    core::Wire<bool>& drq_;
    MasterConfig config_;
    State state_ = State::Idle;
    bus::Burst burst_;
    unsigned word_ = 0;               ///< Of the burst.
    unsigned clocks_ = 0, ends_ = 0;  ///< Of the command, too.
    Levels out_;
    std::uint64_t tenures_ = 0, cycles_ = 0, waits_ = 0, unanswered_ = 0;
};

}  // namespace niclab::isa
