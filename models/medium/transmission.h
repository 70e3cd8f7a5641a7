/// @file  What one station launches into a line from the first bit to the last, and who hears it.
///
/// Shared by all who hear it: each reads a symbol when it has come to him, never before, and has no other way to learn of it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/time.h"

namespace niclab::medium {

struct Transmission {
    core::Femtoseconds begin = 0;       ///< When symbol 0 enters the line.
    core::Femtoseconds period = 0;      ///< Of a symbol: as many bits as the pins have data wires.
    std::vector<std::uint8_t> symbols;  ///< Launched so far.
    bool over = false;                  ///< The last one is among them.
    core::Femtoseconds end() const { return begin + symbols.size() * period; }
};
using Heard = std::shared_ptr<const Transmission>;

/// Something at a line: a transceiver, a port of a repeater.
class Listener {
public:
    virtual ~Listener() = default;
    /// A signal is there from now on; its symbol k is whole and lasts from now + k periods.
    virtual void signal_begins(const Heard& signal) = 0;
    /// It has ended.
    virtual void signal_ends(const Heard& signal) = 0;
    /// Between the line and where it tells of a signal.
    virtual core::Femtoseconds receive_delay() const = 0;
};

}  // namespace niclab::medium
