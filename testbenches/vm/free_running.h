/// @file Simulated time that follows the clock of this computer, while a guest in another process
/// accesses the card: the mode `free`.
///
/// Behaviour: bus, card and cable are exact. The time between two accesses is that of the computer,
///   so that no latency of such a run is one of a real machine. The clock does not count while the guest
///   waits for a reply. Before an access the simulation reaches its arrival, so that what a driver has
///   waited has passed at the card, too. It does so for kLongestDelay at most, and otherwise falls short
///   of the clock by kMaxLag at most. The rest is dropped and counted, unless nothing happens in it.
#pragma once

#include <chrono>

#include "guest_time.h"

namespace niclab::vm {

class FreeRunning : public GuestTime {
public:
    static constexpr core::Femtoseconds kMaxLag = 10'000'000'000'000;  ///< 10 ms
    /// More than 3c59x.c waits for a word of the EEPROM.
    static constexpr core::Femtoseconds kLongestDelay = 200'000'000'000;

    FreeRunning(sc_core::sc_module_name name, const Parts& parts);
    bool is_guests() const override { return false; }
    std::string description() const override;

private:
    using Clock = std::chrono::steady_clock;
    void serve() override;
    core::Femtoseconds clock() const;
    core::Femtoseconds quiet_until() const;
    bool is_quiet(core::Femtoseconds target) const;
    void catch_up();
    void restart_clock(core::Femtoseconds at);
    void drop(core::Femtoseconds lag);
    void advance(core::Femtoseconds target);

    Clock::time_point begin_;
    core::Femtoseconds origin_ = 0;      ///< Simulated time at `begin_`.
    core::Femtoseconds arrived_at_ = 0;  ///< Of the message that is served.
    core::Femtoseconds dropped_ = 0;     ///< Simulated time that was left out, because the simulation was too slow.
};

}  // namespace niclab::vm
