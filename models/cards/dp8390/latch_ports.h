/// @file The 32 ports of an NE2000: the chip's registers, latches at 10H to 17H, 16 bits wide
/// (IOCS16#), and a reset at 18H to 1FH, where a read resets.
///
/// Behaviour: an access to the latches moves as much as the chip does, a word with WTS = 1.
/// Source: ne.c of Linux 6.1.
/// Assumed: a write to the reset's ports has no effect.
#pragma once

#include "cards/dp8390/core.h"
#include "isa/command_end.h"
#include "isa/slave.h"

namespace niclab::dp8390 {

class LatchPorts : public bus::TargetPort, public isa::CommandEnd {
public:
    explicit LatchPorts(Core& chip) : chip_(chip) {}
    Answer begin(const Access&) override { return {}; }
    bool ready(const Access& a) override;
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override;
    void write(const Access& a, std::uint32_t data) override;
    void over() override;

    /// Decoder settings for the first port `port`.
    static isa::Decode decode(std::uint32_t port);
    /// Connects the events for which `slave`, the decoder of these ports, waits.
    void connect(isa::Slave& slave);

private:
    static bool latched(const Access& a) { return a.offset >= kDataPort && a.offset < kResetPort; }
    Core& chip_;
    enum class Moving {
        Nothing,
        In,
        Out
    } moving_ = Moving::Nothing;  ///< Through a latch, with the end of the command.
    DataLatch::Word leaving_;
};

}  // namespace niclab::dp8390
