/// @file A signal that one station launches into a line, from the first bit to the last, and the
/// interface of its receivers.
///
/// Behaviour: all receivers share it. Each reads a symbol after its arrival and has no other source
///   of it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/time.h"

namespace niclab::medium {

struct Transmission {
    core::Femtoseconds begin = 0;       ///< Time at which symbol 0 enters the line.
    core::Femtoseconds period = 0;      ///< Of a symbol, which has one bit per data wire of the pins.
    std::vector<std::uint8_t> symbols;  ///< Launched up to now.
    bool over = false;                  ///< The last symbol was launched.
    core::Femtoseconds end() const { return begin + symbols.size() * period; }
};
using Heard = std::shared_ptr<const Transmission>;

/// A device on a line: a transceiver, a port of a repeater.
class Listener {
public:
    virtual ~Listener() = default;
    /// A signal begins now; its symbol k is complete at now + k periods and lasts for one period.
    virtual void signal_begins(const Heard& signal) = 0;
    /// The signal has ended.
    virtual void signal_ends(const Heard& signal) = 0;
    /// Delay between the line and the report of a signal.
    virtual core::Femtoseconds receive_delay() const = 0;
};

}  // namespace niclab::medium
