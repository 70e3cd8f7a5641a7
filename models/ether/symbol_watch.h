/// @file An interface of observers of a MAC's pins, for symbols that are transferred without the
/// pins.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/time.h"

namespace niclab::ether {

class SymbolWatch {
public:
    /// The samples of a clock's edges, from `first` on, one per period.
    struct Run {
        const std::uint8_t* symbols;
        std::size_t n;
        core::Femtoseconds first, period;
    };
    virtual ~SymbolWatch() = default;
    /// Until resume(), edges of TXC, or of RXC, are not checked unless they are reported here.
    virtual void suspend(bool sending) = 0;
    virtual void resume(bool sending) = 0;
    /// Samples of TXD, with TXEN on; CRS and COL are those of the pins.
    virtual void sent(const Run& run) = 0;
    /// Samples of RXD, with RXDV on.
    virtual void heard(const Run& run) = 0;
};

}  // namespace niclab::ether
