/// @file  The board's two DMA controllers as far as masters need them: which channels' requests are answered.
///
/// Ports 0 to FH, channels 0 to 3; C0H to DFH, each second one, channels 4 to 7. A channel is answered once it was put into cascade mode and is
/// not masked. All are masked, and in no such mode, at first, and behind a master clear masked; the status tells the lines that ask.
/// Source:        Intel, 8237A data sheet: command, status, mask, mode, master clear, clear mask; and the places of both in a PC/AT: *assumed* (from
///                memory of them). lance.c of Linux 6.1 for what it reads and writes of them.
/// Not modelled:  transfers of their own, so a channel in another mode is never answered; addresses, counts and pages read ones; that channel 4
///                has to be in cascade mode for channels 0 to 3: what starts a PC does that.
#pragma once

#include "isa/slave.h"

namespace niclab::isa {

class DmaControllers : public sc_core::sc_module, public bus::TargetPort {
public:
    DmaControllers(sc_core::sc_module_name name, Bus& bus);

    /// Bit n: a request of channel n is answered.
    const core::Wire<std::uint8_t>& answered() const { return answered_; }

    Answer begin(const Access&) override { return {}; }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override;
    void write(const Access& a, std::uint32_t data) override;

private:
    /// One of the two; `masked` and `cascade` have a bit a channel.
    struct Controller {
        bool disabled = false;
        std::uint8_t masked = 0xF, cascade = 0;
        void write(unsigned number, std::uint8_t value);
        std::uint8_t answered() const { return disabled ? std::uint8_t{0} : std::uint8_t(cascade & ~masked & 0xF); }
    };
    static bool second(const Access& a) { return a.window == Slave::kPorts; }
    static unsigned lane(const Access& a) { return unsigned(__builtin_ctz(a.byte_enables)); }
    /// Of a controller's registers.
    static unsigned number(const Access& a) { return (a.offset + lane(a)) >> (second(a) ? 1 : 0); }

    Bus& bus_;
    std::array<Controller, 2> controllers_;
    core::Wire<std::uint8_t> answered_{"answered"};

public:
    Slave slave;
};

}  // namespace niclab::isa
