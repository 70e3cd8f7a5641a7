/// @file The interrupt lines of a card with a choice of interrupts: it drives the selected one
/// while its chip requests an interrupt.
#pragma once

#include <array>

#include "core/wire.h"

namespace niclab::ether_board {

class IrqLines {
public:
    using Irqs = std::array<unsigned, 8>;

    /// `line(n)` is the wire of IRQn.
    template <class Line>
    IrqLines(const Irqs& irqs, Line line) : irqs_(irqs) {
        for (unsigned i = 0; i < irqs.size(); ++i) lines_[i] = &line(irqs[i]);
    }
    /// To be called by one process only.
    void drive(bool asks, unsigned chosen) {
        for (unsigned i = 0; i < irqs_.size(); ++i) lines_[i]->write(asks && chosen == irqs_[i]);
    }

private:
    Irqs irqs_;
    std::array<core::Wire<bool>*, 8> lines_{};
};

}  // namespace niclab::ether_board
