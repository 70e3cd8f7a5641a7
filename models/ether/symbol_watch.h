/// @file  Who watches the pins of a MAC, and is told of symbols that pass without them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/time.h"

namespace niclab::ether {

class SymbolWatch {
public:
    /// What the edges of a clock sampled, from `first` on, one each period.
    struct Run {
        const std::uint8_t* symbols;
        std::size_t n;
        core::Femtoseconds first, period;
    };
    virtual ~SymbolWatch() = default;
    /// Edges of TXC, or of RXC, that are not told of are none to be judged, until go_on().
    virtual void stand_still(bool sending) = 0;
    virtual void go_on(bool sending) = 0;
    /// TXD had these, with TXEN on; CRS and COL were as the pins are.
    virtual void sent(const Run& run) = 0;
    /// RXD had these, with RXDV on.
    virtual void heard(const Run& run) = 0;
};

}  // namespace niclab::ether
