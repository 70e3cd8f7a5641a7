/// @file A board with National's AT/LANTIC (DP83905), a DP8390 with its own ISA interface: an
/// NE2000 or, selected by one bit, a card with shared memory.
///
/// I/O mode: ports of an NE2000 (latch_ports.h), with the PROM below 4000H and RAM from there on.
///
/// Shared mode: ports of shared_ports.h, no data port, and the RAM from page 0 on, through a gate
/// (MemoryGate): it has one port. A change of the mode does not change the contents of the RAM.
///
/// Both modes: ports, interrupt and mode are those of configuration.h, and change when that is
/// written.
/// Source: nei.c and nei.h (Sun, 1995) for the EP2000Tplus. They have registers 0, 1 (a slot of 16
///   bits), 5 and the PROM at 8 of the shared mode. The chip follows them, and pages are 20H or 40H
///   lower than in I/O mode. Drivers: ne.c and wd.c of Linux 6.1.
/// Assumed: other registers of the shared mode read FFH. Its octet for the kind of card is 05H (a
///   WD8013EBT, by nei.h). Bit 7 of its register 0 resets the chip, not the configuration; bit 6 of
///   5 has no effect.
/// Not modelled: boards with 64 KB of RAM, the modes of 8 bits, its boot ROM, low power.
#pragma once

#include "cards/dp8390/latch_ports.h"
#include "cards/dp8390/shared_ports.h"
#include "cards/ether_board/irq_lines.h"
#include "cards/ether_board/slot_connection.h"

namespace niclab::dp8390 {

class AtLantic : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument: a key out of range.
    AtLantic(sc_core::sc_module_name name, const ether_board::IsaSlotConnection& connection,
             const Config& config = at_lantic_defaults(),
             const Configuration::Image& eeprom = Configuration::image(false, {}));

    static Config at_lantic_defaults();
    const Configuration& configuration() const { return configuration_; }

private:
    /// The register block of the shared mode.
    class Block : public SharedPorts {
    public:
        explicit Block(AtLantic& card) : SharedPorts(card.chip), card_(card) { set_address(0x05); }

    private:
        std::uint8_t read_register(unsigned number) const override;
        void write_register(unsigned number, std::uint8_t value) override;
        AtLantic& card_;
    };
    /// The port of the bus in the present mode.
    class Board : public bus::TargetPort, public isa::CommandEnd {
    public:
        explicit Board(AtLantic& card) : card_(card) {}
        Answer begin(const Access&) override { return {}; }
        bool ready(const Access& a) override { return shown().ready(a); }
        unsigned later_wait_clocks(const Access&) override { return 0; }
        bool bursts() const override { return false; }
        std::uint32_t read(const Access& a) override { return shown().read(a); }
        void write(const Access& a, std::uint32_t data) override { shown().write(a, data); }
        void over() override { card_.ports_.over(); }

    private:
        bus::TargetPort& shown();
        AtLantic& card_;
    };
    isa::Decode decode() const;
    void on_change();

    Configuration configuration_;
    core::Clock chip_clock_;
    core::Wire<bool> inta_{"inta"}, reset_{"reset"};
    core::Wire<bool>& bus_reset_;
    ether_board::IrqLines irqs_;
    sc_core::sc_event changed_;
    bool shared_;  ///< The mode of its decoder.

public:
    Core chip;

private:
    LatchPorts ports_;
    Block block_;
    Board board_;

public:
    isa::Slave slave;
    ether::Mac mac;
};

}  // namespace niclab::dp8390
