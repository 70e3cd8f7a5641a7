/// @file  An SMC Elite16 (WD8013): a DP8390 on an ISA bus whose memory the CPU reaches as its own.
///
/// 32 ports: those of the board's own chip, the address with its checksum at 8 to 15, the DP8390's registers at 16 to 31. 16 KB of memory, at
/// the DP8390's page 0, appear on the bus where registers 0 and 5 say, 8 or 16 bits wide. The memory has two ports: the CPU never waits for it.
/// Source:   wd.c of Linux 6.1: registers 0 (reset, enable, SA18 to SA13), 1 (bit 0: a slot of 16 bits; bit 2 of the interrupt's code),
///           4 (bits 6:5 of that code), 5 (LA23 to LA19, width of both sides), 8 to 15; bit 5 of 14: interrupts are enabled by bit 7 of 4.
/// Assumed:  two ports of memory; the interrupt is that of its EEPROM, jumpers here; other registers keep what is written; without bit 7 of 4 the
///           IRQ is not driven; the DP8390 moves words whether bit 6 of 5 is set or not.
#pragma once

#include "cards/dp8390/core.h"
#include "cards/dp8390/jumpers.h"
#include "cards/dp8390/shared_copies.h"
#include "cards/ether_board/seat.h"
#include "isa/slave.h"

namespace niclab::dp8390 {

/// Where nothing else is said.
inline constexpr Jumpers kWd8013Jumpers{0x300, 10};

class Wd8013 : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range; an interrupt it does not have.
    Wd8013(sc_core::sc_module_name name, const ether_board::IsaSeat& seat, const Config& config = wd8013_defaults(),
           const Jumpers& jumpers = kWd8013Jumpers);

    static Config wd8013_defaults();
    /// Those that the board has.
    static const std::vector<unsigned>& irqs();

private:
    class Board : public bus::TargetPort {
    public:
        explicit Board(Wd8013& card);
        Answer begin(const Access&) override { return {}; }
        bool ready(const Access& a) override { return !of_chip(a) || card_.chip.host.window.ready(chip_access(a)); }
        unsigned later_wait_clocks(const Access&) override { return 0; }
        bool bursts() const override { return false; }
        std::uint32_t read(const Access& a) override;
        void write(const Access& a, std::uint32_t data) override;
        isa::Decode decode() const;
        bool resets() const { return (registers_[0] & kReset) != 0; }
        bool interrupts() const { return (registers_[4] & kInterrupts) != 0; }

    private:
        static constexpr std::uint8_t kReset = 0x80, kMemory = 0x40, kWideBus = 0x80, kInterrupts = 0x80;
        static bool of_chip(const Access& a) { return a.window == isa::Slave::kPorts && a.offset >= 16; }
        static Access chip_access(Access a) { return a.offset -= 16, a; }
        void write_register(unsigned number, std::uint8_t value);
        void tell(const Access& a, bool write);
        Wd8013& card_;
        SharedCopies copies_;
        std::array<std::uint8_t, 16> registers_{};
    };
    void on_change();

    core::Clock chip_clock_;
    core::Wire<bool> inta_{"inta"}, reset_{"reset"};
    core::Wire<bool>&irq_, &bus_reset_;
    Jumpers jumpers_;
    sc_core::sc_event changed_;

public:
    Core chip;

private:
    Board board_;

public:
    isa::Slave slave;
    ether::Mac mac;
};

}  // namespace niclab::dp8390
