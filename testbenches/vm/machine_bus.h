/// @file The bus of a guest's machine with its bridge, as the guest and the instruments see it.
#pragma once

#include <functional>
#include <memory>

#include "backplane.h"
#include "guest_memory.h"
#include "probe/wave/wave_writer.h"

namespace niclab::vm {

/// The waves of a bus.
class BusWaves {
public:
    virtual ~BusWaves() = default;
    /// Shows the violation of a rule.
    virtual void report(const check::Violation& violation) = 0;
};

class MachineBus {
public:
    virtual ~MachineBus() = default;
    /// The bridge, as the CPU sees it.
    virtual host::Port& port() = 0;
    /// From now on the card reaches memory of the guest alone. `memory` must outlive this.
    virtual void limit_to(const GuestMemory& memory) = 0;
    /// Name of the standard, and of what it transfers, in the summary.
    virtual const char* standard() const = 0;
    virtual const char* unit() const = 0;
    /// Their number, with those that were aborted.
    virtual std::uint64_t transactions() const = 0;
    /// `listener` is called for each transaction of the card as bus master, after it.
    virtual void on_card_transaction(const std::function<void(const linux_kernel::CardTransaction&)>& listener) = 0;
    /// To be called before the simulation begins. `writer` must outlive the waves.
    virtual std::unique_ptr<BusWaves> waves(probe::WaveWriter& writer) = 0;
    /// The simulation is over.
    virtual void finish() {}
};

}  // namespace niclab::vm
