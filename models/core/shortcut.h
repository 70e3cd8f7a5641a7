/// @file A link or bus that can be at signal level or at transaction level, with the same states and
/// results.
///
/// Behaviour: at signal level its modules use wires. At transaction level they use records, whole
///   units or recorded timing. The level changes between two calls of simulate().
#pragma once

namespace niclab::core {

class Shortcut {
public:
    virtual ~Shortcut() = default;
    virtual void enter_transaction_level() = 0;
    /// Returns false, without effect, if the change is not possible now, such as at an edge of one
    /// of its clocks.
    virtual bool enter_signal_level() = 0;
};

}  // namespace niclab::core
