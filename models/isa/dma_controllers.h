/// @file The board's two DMA controllers, limited to the function that masters need: they select
/// the channels with enabled requests.
///
/// Registers: ports 0 to FH are channels 0 to 3; every second port from C0H to DFH is for channels
///   4 to 7. A channel is enabled if it is in cascade mode and not masked. Initially all channels
///   are masked and in another mode. A master clear masks all channels. The status shows the
///   requesting lines.
/// Source: Intel, 8237A data sheet: command, status, mask, mode, master clear, clear mask. The data
///   sheet and the addresses of both in a PC/AT are from memory: *assumed*. Linux 6.1, lance.c, has
///   the accesses of a driver.
/// Not modelled: transfers of their own, so a channel in another mode is never answered. Addresses,
///   counts and pages read ones. Channel 4 need not be in cascade mode for channels 0 to 3: the
///   start of a PC sets it.
#pragma once

#include "isa/slave.h"

namespace niclab::isa {

class DmaControllers : public sc_core::sc_module, public bus::TargetPort {
public:
    DmaControllers(sc_core::sc_module_name name, Bus& bus);

    /// Bit n: requests of channel n are enabled.
    const core::Wire<std::uint8_t>& answered() const { return answered_; }

    Answer begin(const Access&) override { return {}; }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override;
    void write(const Access& a, std::uint32_t data) override;

private:
    /// One of the two; `masked` and `cascade` have one bit per channel.
    struct Controller {
        bool disabled = false;
        std::uint8_t masked = 0xF, cascade = 0;
        void write(unsigned number, std::uint8_t value);
        std::uint8_t answered() const { return disabled ? std::uint8_t{0} : std::uint8_t(cascade & ~masked & 0xF); }
    };
    static bool second(const Access& a) { return a.window == Slave::kPorts; }
    static unsigned lane(const Access& a) { return unsigned(__builtin_ctz(a.byte_enables)); }
    /// Number of a controller's register.
    static unsigned number(const Access& a) { return (a.offset + lane(a)) >> (second(a) ? 1 : 0); }

    Bus& bus_;
    std::array<Controller, 2> controllers_;
    core::Wire<std::uint8_t> answered_{"answered"};

public:
    Slave slave;
};

}  // namespace niclab::isa
