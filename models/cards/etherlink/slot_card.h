/// @file The common part of an EtherLink III on ISA and one on EISA: the chip's own clock, ports
/// that one cycle accesses, and a choice of interrupts.
#pragma once

#include "cards/ether_board/irq_lines.h"
#include "cards/etherlink/core.h"

namespace niclab::etherlink {

/// The ports of a board, with the chip's ports among them.
class BoardPorts : public bus::TargetPort {
public:
    Answer begin(const Access&) override { return {}; }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
};

class SlotCard : public sc_core::sc_module {
protected:
    /// `chip_period_fs`: of the chip's clock. `line(n)` is the wire of IRQn.
    template <class Line>
    SlotCard(sc_core::sc_module_name name, core::Femtoseconds chip_period_fs, Line line, const Config& config)
        : sc_module(name),
          chip_clock_("chip_clock", chip_clock_of(chip_period_fs)),
          irqs_({3, 5, 7, 9, 10, 11, 12, 15}, line),
          chip("chip", chip_clock_, config) {
        SC_HAS_PROCESS(SlotCard);
        SC_METHOD(on_interrupt);
        sensitive << inta_ << chip.irq_chosen.value_changed_event();
    }
    /// To be called when all parts are constructed.
    template <class Slave>
    void connect(Slave& slave, const core::Wire<bool>& reset, ether::Mac& mac) {
        slave.set_port_clock(chip_clock_);
        slave.ready_with_post(chip.host.window.answers);
        slave.ready_with_take(chip.host.window.requests);
        chip.inta(inta_);
        chip.rst(reset);
        chip.connect(mac);
    }

private:
    static core::Clock::Config chip_clock_of(core::Femtoseconds period_fs) {
        core::Clock::Config clock;
        clock.period_fs = period_fs;
        clock.phase_fs = period_fs / 3;  // A phase that is not that of the bus's edges.
        return clock;
    }
    void on_interrupt() { irqs_.drive(inta_.read(), chip.irq_chosen.read()); }

    core::Clock chip_clock_;
    core::Wire<bool> inta_{"inta"};
    ether_board::IrqLines irqs_;

public:
    Core chip;
};

}  // namespace niclab::etherlink
