/// @file The controller of an EISA bus on the board: BCLK, CMD#, cycles of the CPU, refresh, and
/// grants to masters.
///
/// Timing: the clock has two edges per BCLK (halves), 60 ns each for 8.33 MHz. BCLK rises with even
///   ones.
///
/// Standard cycle: LA and M/IO are driven half a BCLK before START#. START# lasts a BCLK, with BE#
/// and W/R; half a BCLK later the data of a write follow. CMD# follows START#. It ends with the
/// first rise of BCLK after a fall at which EXRDY was high, after two BCLK at least. Data of a
/// write remain until half a BCLK after CMD#, data of a read are sampled at its end.
///
/// Compressed cycle: if NOWS# is asserted at the end of START#, CMD# lasts half a BCLK, for which
/// BCLK stays low: 1.5 BCLK. Only for the CPU's cycles.
///
/// Sequence: an access that the CPU has requested half a BCLK before the end follows at once, any
/// other a BCLK later.
///
/// Widths: EX32# and EX16# are sampled at the end of START#. A dword for a 16-bit slave is two
/// cycles, with its octets on D[15:0] both times. A slave that asserts neither has no data: a
/// standard cycle that reads ones.
///
/// Masters: they drive all wires except CMD# themselves. MAKn# answers MREQn#; it is deasserted
/// when another agent requests the bus or with MREQn#.
///
/// Priority: refresh first, then alternately the CPU and the masters; round robin among the
/// masters.
/// Source: priority: Intel 82374EB, 7.1. A burst of one dword per BCLK: 33 MB/s at 8.33 MHz (NEC
///   Image P100E, table 1-6). The rest is EISA 3.12, from memory of it: *assumed*.
/// Not modelled: ISA cards and DMA in its slots, LOCK#, the board's reset of a master that does not
///   release the bus.
#pragma once

#include <cstdint>

#include "bus/board_controller.h"
#include "core/mailbox.h"
#include "core/stats.h"
#include "eisa/bus.h"

namespace niclab::eisa {

/// An access of a CPU to an EISA bus: octets of one dword, of ports or of memory.
struct Access {
    bool memory = false, write = false;
    std::uint8_t enables = 0xF;  ///< Enabled octets; at least one.
    std::uint32_t address = 0;   ///< A multiple of 4.
    std::uint32_t data = 0;      ///< To be written, or the result of a read; octets that are not enabled are undefined.
};

/// The channel between a requester and the bus. An access that is requested during a cycle follows
/// it without a gap.
struct AccessChannel {
    explicit AccessChannel(const std::string& name)
        : request((name + "_request").c_str()), response((name + "_response").c_str()) {}
    core::Mailbox<Access> request;
    core::Mailbox<Access> response;
};

struct ControllerConfig {
    unsigned refresh_halves = 260;  ///< Interval of refreshes; 0: none. Else 32 to 520. *assumed*
};

class Controller : public bus::BoardController, public core::StatsSource {
public:
    /// Attaches itself to `bus`; other agents may be attached later. Throws std::invalid_argument:
    /// a key out of range.
    Controller(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, const ControllerConfig& config = {});

    AccessChannel cpu{"cpu"};
    Pins pins;
    core::Wire<bool> given_away{"given_away"};  ///< A master has the bus.
    void describe(core::StatsVisitor& visitor) const override;

private:
    /// The owner of the bus, now or with the next rise of BCLK.
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
    Access access_;           ///< Of the present cycle,
    std::uint32_t read_ = 0;  ///< and what it has read.
    Access ahead_;            ///< The next cycle; its address is already on the bus.
    unsigned slot_ = 0;       ///< Of the present or last master.
    bool ready_ = false;      ///< EXRDY at the last fall of BCLK.
    bool wide_ = false, narrow_ = false, compressed_ = false;
    bool masters_turn_ = false;  ///< The CPU was served last.
    unsigned stretched_ = 0;     ///< Halves by which BCLK was delayed.
    std::uint32_t row_ = 0;
    std::uint64_t cycles_ = 0, compressed_cycles_ = 0, refreshes_ = 0, grants_ = 0, waits_ = 0, conversions_ = 0,
                  busy_halves_ = 0;
};

}  // namespace niclab::eisa
