/// @file  The board's end of an ISA bus: cycles of the CPU, refresh, and the bus given away to masters.
///
/// Clock:    of halves of BCLK, 60 ns for 8.33 MHz: commands begin and end at both its edges. Cycles begin with a whole BCLK.
/// Cycle:    LA at half 0; SA, SBHE#, BALE and the data of a write at 1; BALE goes at 2, where MEMCS16# is sampled and a command to 16-bit
///           memory begins; other commands begin at 3. IOCS16# is sampled at 4. The end is at 6 for 16 bits, at 12 for 8; with 0WS#, sampled a half
///           before, at 4 for 16-bit memory and at 6 for 8 bits. IOCHRDY is sampled two halves before the end: low, it puts the end off by two.
///           A word for an 8-bit slave becomes two cycles. A CPU that asks for its next cycle behind the end of one gets it a BCLK later.
/// Order:    refresh, then DRQ by number, then the CPU.
/// Refresh:  each 260 halves, for 8.
/// Master:   DRQ is answered by DACK# and AEN until DRQ goes; AEN goes with MASTER#. No refresh comes in between.
/// Source:   IEEE P996 and the bus of the PC/AT, from memory of them: *assumed*.
/// Not modelled:  DMA by the board's own controllers; SMEMR#, SMEMW#, IOCHCK#, TC; a refresh that a master asks for.
#pragma once

#include "bus/board_controller.h"
#include "core/stats.h"
#include "isa/bus.h"
#include "isa/cycle.h"

namespace niclab::isa {

struct ControllerConfig {
    unsigned refresh_halves = 260;  ///< From one to the next; 0: none. Else 16 to 520.
};

class Controller : public bus::BoardController, public core::StatsSource {
public:
    /// Attaches itself to `bus`, whose other agents may come later. Throws std::invalid_argument: a key out of range.
    Controller(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, const ControllerConfig& config = {});

    /// Of DRQs only those that have their bit set. Before the simulation begins; without it, all.
    void answer_only(const core::Wire<std::uint8_t>& channels) { answered_ = &channels; }

    AccessChannel cpu{"cpu"};
    Pins pins;
    std::uint64_t cycles() const { return cycles_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    enum class State { Idle, Cpu, Refresh, Master };
    void before_end_of_elaboration() override;
    void on_half();
    void arbitrate();
    void begin_cycle(const Access& access);
    void run_cycle();
    void command(bool on);
    void end_cycle();
    void run_refresh();
    void run_master();
    std::uint16_t read_octets() const;
    unsigned requests() const;
    bool memory() const { return access_.space == Space::Memory; }

    Bus& bus_;
    const core::Wire<std::uint8_t>* answered_ = nullptr;
    State state_ = State::Idle;
    Levels out_;
    Access access_;           ///< The present cycle's.
    bool second_ = false;     ///< It is the second half of a word for an 8-bit slave;
    std::uint8_t first_ = 0;  ///< this came with the first.
    bool wide_ = false;       ///< The slave has 16 bits.
    unsigned half_ = 0, end_ = 0;
    std::uint32_t row_ = 0;
    std::uint64_t cycles_ = 0, refreshes_ = 0, grants_ = 0, waits_ = 0, conversions_ = 0, busy_halves_ = 0;
};

}  // namespace niclab::isa
