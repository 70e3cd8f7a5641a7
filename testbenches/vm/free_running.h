/// @file Simulated time that follows the clock of this computer, while a guest in another process
/// accesses the card: the mode `free`.
///
/// Behaviour: bus, card and cable are exact. The time between two accesses is that of the computer,
///   so that no latency of such a run is one of a real machine. If the simulation falls more than
///   kMaxLag short of the clock, the lag is dropped and counted.
#pragma once

#include "guest_time.h"

namespace niclab::vm {

class FreeRunning : public GuestTime {
public:
    static constexpr core::Femtoseconds kMaxLag = 10'000'000'000'000;  ///< 10 ms

    FreeRunning(sc_core::sc_module_name name, const Parts& parts) : GuestTime(name, parts) {}
    std::string description() const override;

private:
    void serve() override;

    core::Femtoseconds dropped_ = 0;  ///< Simulated time that was left out, because the simulation was too slow.
};

}  // namespace niclab::vm
