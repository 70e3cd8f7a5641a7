/// @file  The lines that a card with a choice of interrupts can ask by: it drives the one that its driver has chosen, as long as its chip asks.
#pragma once

#include <array>

#include "core/wire.h"

namespace niclab::etherlink {

class IrqLines {
public:
    static constexpr std::array<unsigned, 8> kIrqs{3, 5, 7, 9, 10, 11, 12, 15};

    /// `line(n)` is the wire of IRQn.
    template <class Line>
    explicit IrqLines(Line line) {
        for (unsigned i = 0; i < kIrqs.size(); ++i) lines_[i] = &line(kIrqs[i]);
    }
    /// From one process alone.
    void drive(bool asks, unsigned chosen) {
        for (unsigned i = 0; i < kIrqs.size(); ++i) lines_[i]->write(asks && chosen == kIrqs[i]);
    }

private:
    std::array<core::Wire<bool>*, kIrqs.size()> lines_{};
};

}  // namespace niclab::etherlink
