/// @file The controller of an ISA bus on the board: cycles of the CPU, refresh, and grants to
/// masters.
///
/// Timing: the clock has two edges per BCLK (halves), 60 ns each for 8.33 MHz: commands begin and
///   end at both edges of BCLK. Cycles begin with a whole BCLK.
///
/// Cycle: LA is driven at half 0; SA, SBHE#, BALE and the data of a write at half 1. BALE falls at
/// 2, where MEMCS16# is sampled and a command to 16-bit memory begins. Other commands begin at 3.
/// IOCS16# is sampled at 4. The end is at 6 for 16 bits, at 12 for 8. With 0WS#, which is sampled a
/// half before, it is at 4 for 16-bit memory and at 6 for 8 bits. IOCHRDY is sampled two halves
/// before the end: if low, it delays the end by two. A word for an 8-bit slave becomes two cycles.
/// If a CPU requests its next cycle after the end of one, it begins one BCLK later.
///
/// I/O recovery: the bridge of a PC with PCI lets ports recover. After a port access of the CPU,
///   `io_recovery_clocks` more of BCLK pass before its next port access begins. Refresh, masters and
///   accesses to memory do not wait, nor does the second half of a word for an 8-bit slave.
///
/// Priority: refresh, then DRQ by number, then the CPU.
///
/// Refresh: every 260 halves, for 8 halves.
///
/// Master: DACK# and AEN answer DRQ until DRQ falls; AEN falls with MASTER#. No refresh takes place
/// during that time.
/// Source: IEEE P996 and the bus of the PC/AT, from memory of them: *assumed*.
/// Not modelled: DMA by the board's own controllers; SMEMR#, SMEMW#, IOCHCK#, TC; refresh requests
///   of a master.
#pragma once

#include <cstdint>

#include "bus/board_controller.h"
#include "core/mailbox.h"
#include "core/stats.h"
#include "isa/bus.h"

namespace niclab::isa {

/// An access of a CPU to an ISA bus: an octet, or a word at an even address, of ports or of
/// memory.
enum class Space : std::uint8_t { Port, Memory };

struct Access {
    Space space = Space::Port;
    bool write = false;
    bool word = false;          ///< The address is even.
    std::uint32_t address = 0;  ///< 16 bits of a port, 24 of memory.
    std::uint16_t data = 0;     ///< To be written, or the result of a read. An octet is in bits 7:0.
};

/// The channel between a requester and the bus; one access at a time.
struct AccessChannel {
    explicit AccessChannel(const std::string& name)
        : request((name + "_request").c_str()), response((name + "_response").c_str()) {}
    core::Mailbox<Access> request;
    core::Mailbox<Access> response;
};

struct ControllerConfig {
    unsigned refresh_halves = 260;    ///< Interval of refreshes; 0: none. Else 16 to 520.
    unsigned io_recovery_clocks = 0;  ///< 0 to kMostRecovery.
    static constexpr unsigned kMostRecovery = 16;
};

class Controller : public bus::BoardController, public core::StatsSource {
public:
    /// Attaches itself to `bus`; other agents may be attached later. Throws std::invalid_argument:
    /// a key out of range.
    Controller(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, const ControllerConfig& config = {});

    /// Answers only the DRQs with a set bit. To be called before the simulation begins; by default
    /// all are answered.
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
    unsigned recovery_halves_;
    std::uint64_t recovered_at_ = 0;  ///< Half from which on a port access may begin.
    const core::Wire<std::uint8_t>* answered_ = nullptr;
    State state_ = State::Idle;
    Levels out_;
    Access access_;           ///< Of the present cycle.
    bool second_ = false;     ///< The second half of a word for an 8-bit slave is under way;
    std::uint8_t first_ = 0;  ///< result of the first half.
    bool wide_ = false;       ///< The slave has 16 bits.
    unsigned half_ = 0, end_ = 0;
    std::uint32_t row_ = 0;
    std::uint64_t cycles_ = 0, refreshes_ = 0, grants_ = 0, waits_ = 0, conversions_ = 0, busy_halves_ = 0;
};

}  // namespace niclab::isa
