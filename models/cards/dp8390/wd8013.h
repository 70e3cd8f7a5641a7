/// @file An SMC Elite16 (WD8013): a DP8390 on an ISA bus with memory that the CPU accesses
/// directly.
///
/// Behaviour: it has 32 ports and 16 KB of memory (shared_ports.h), at the DP8390's page 0. The
///   memory has two ports: the CPU never waits for it.
/// Source: wd.c of Linux 6.1. Register 1 has bit 0 for a slot of 16 bits, and bit 2 of the
///   interrupt's code. Register 4 has bits 6:5 of that code, register 5 the width of both sides.
///   Bit 5 of 14: interrupts are enabled by bit 7 of 4.
/// Assumed: two ports of memory. The interrupt is that of its EEPROM, jumpers here. Other registers
///   store what is written. Without bit 7 of 4 the IRQ is not driven. The DP8390 moves words
///   whether bit 6 of 5 is set or not.
#pragma once

#include "cards/dp8390/jumpers.h"
#include "cards/dp8390/shared_ports.h"
#include "cards/ether_board/slot_connection.h"

namespace niclab::dp8390 {

/// The default.
inline constexpr Jumpers kWd8013Jumpers{0x300, 10};

class Wd8013 : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range, or an interrupt that it does not have.
    Wd8013(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection,
           const Config& config = wd8013_defaults(), const Jumpers& jumpers = kWd8013Jumpers);

    static Config wd8013_defaults();
    /// The interrupts that the board has.
    static const std::vector<unsigned>& irqs();

private:
    class Board : public SharedPorts {
    public:
        explicit Board(Wd8013& card);
        isa::Decode decode() const { return SharedPorts::decode(card_.jumpers_.port); }
        bool interrupts() const { return (registers_[4] & kInterrupts) != 0; }

    private:
        static constexpr std::uint8_t kInterrupts = 0x80;
        void write_register(unsigned number, std::uint8_t value) override;
        Wd8013& card_;
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
