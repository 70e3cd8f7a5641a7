/// @file  The board's end of an EISA bus: BCLK, CMD#, cycles of the CPU, refresh, and the bus given away to masters.
///
/// Clock:      of halves of BCLK, 60 ns for 8.33 MHz. BCLK rises with even ones.
/// Standard:   LA and M/IO half a BCLK before START#; with START#, which lasts a BCLK, BE# and W/R; half a BCLK later the data of a write. CMD# follows
///             START#, and ends with the first rise of BCLK behind a fall at which EXRDY was high: two BCLK at least. Data of a write stand until
///             half a BCLK behind CMD#, data of a read are taken with its end.
/// Compressed: where NOWS# is asserted at the end of START#, CMD# lasts half a BCLK, for which BCLK stays low: 1.5 BCLK. The CPU's cycles alone.
/// Next:       an access that the CPU has asked for half a BCLK before the end follows at once, any other a BCLK later.
/// Widths:     EX32# and EX16# are sampled at the end of START#. A dword for a 16-bit slave is two cycles, its octets on D[15:0] both times. Who
///             answers with neither has no data: a standard cycle that reads ones.
/// Masters:    drive all but CMD# themselves; MREQn# is answered by MAKn#, which goes when somebody else wants the bus or with MREQn#.
/// Order:      refresh, then in turn the CPU and the masters, these in turn among themselves.
/// Source:     order: Intel 82374EB, 7.1; a burst of one dword a BCLK: 33 MB/s at 8.33 MHz (NEC Image P100E, table 1-6). For the rest EISA 3.12, from
///             memory of it: *assumed*.
/// Not modelled:  ISA cards and DMA in its slots, LOCK#, the board's reset of a master that stays.
#pragma once

#include "bus/board_controller.h"
#include "core/stats.h"
#include "eisa/bus.h"
#include "eisa/cycle.h"

namespace niclab::eisa {

struct ControllerConfig {
    unsigned refresh_halves = 260;  ///< From one to the next; 0: none. Else 32 to 520. *assumed*
};

class Controller : public bus::BoardController, public core::StatsSource {
public:
    /// Attaches itself to `bus`, whose other agents may come later. Throws std::invalid_argument: a key out of range.
    Controller(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, const ControllerConfig& config = {});

    AccessChannel cpu{"cpu"};
    Pins pins;
    core::Wire<bool> given_away{"given_away"};  ///< A master has the bus.
    void describe(core::StatsVisitor& visitor) const override;

private:
    /// Who has the bus, or has it with the next rise of BCLK.
    enum class Owner { None, Cpu, Refresh, Master };
    void before_end_of_elaboration() override;
    void on_half();
    void rise();
    void fall();
    void choose();
    void begin();
    void start(unsigned enables);
    void begin_command();
    void end_command();
    void answer();
    void watch_master();
    std::uint32_t read_octets() const;
    std::uint32_t written_octets() const;
    bool cycle() const { return owner_ == Owner::Cpu || owner_ == Owner::Refresh; }
    /// The upper half of a dword for a 16-bit slave is still to come.
    bool half_left() const { return narrow_ && (out_.be & 0x3) != 0 && (access_.enables & 0xC) != 0; }

    Bus& bus_;
    Owner owner_ = Owner::None, next_ = Owner::None;
    Levels out_;
    Access access_;           ///< The present cycle's,
    std::uint32_t read_ = 0;  ///< and what it has read.
    Access ahead_;            ///< The next one's, whose address is on the bus already.
    unsigned slot_ = 0;       ///< Of the master that has the bus, or had it last.
    bool ready_ = false;      ///< EXRDY at the last fall of BCLK.
    bool wide_ = false, narrow_ = false, compressed_ = false;
    bool masters_turn_ = false;  ///< The CPU was served last.
    unsigned stretched_ = 0;     ///< Halves by which BCLK stood still.
    std::uint32_t row_ = 0;
    std::uint64_t cycles_ = 0, compressed_cycles_ = 0, refreshes_ = 0, grants_ = 0, waits_ = 0, conversions_ = 0,
                  busy_halves_ = 0;
};

}  // namespace niclab::eisa
