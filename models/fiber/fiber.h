/// @file One direction of an optical fiber: it delays octets and the sender's clock.
///
/// Source: 5 ns/m (papers; refractive index about 1.5).
/// Timing: the sender launches octet k at its clock edge k. The wire at the far end has it from
///   `delay` after that edge on. The receiver samples it at the recovered edge one period later.
/// Not modelled: attenuation, jitter.
#pragma once

#include <string>
#include <vector>

#include "core/clocked.h"
#include "core/stats.h"
#include "fiber/impairments.h"
#include "fiber/pins.h"

namespace niclab::fiber {

struct Config {
    double length_m = 2.0;  ///< 0.1 .. 100 000
    double ns_per_m = 5.0;
    ImpairmentsConfig impairments;
    std::uint64_t seed = 1;
    std::string stream;  ///< Name of the stream of random numbers; empty: the fiber's name.
    core::Femtoseconds delay_fs() const { return static_cast<core::Femtoseconds>(length_m * ns_per_m * 1e6); }
};

class Fiber : public sc_core::sc_module, public core::ActivitySource, public core::StatsSource {
public:
    Fiber(sc_core::sc_module_name name, core::Clock& transmit_clock, const Config& config);

    LinePins<core::Sink> in{"in"};
    LinePins<core::Source> out{"out"};
    /// Edge of the clock that the receiver recovers from the line.
    const sc_core::sc_event& edge() const { return edge_; }
    /// Inverts the bits of `mask` in the octet that is launched `octets` octet times after the
    /// present one.
    void flip_after(std::uint32_t octets, std::uint8_t mask) { impairments_.flip_after(octets, mask); }
    /// The octets between the pins at some time.
    struct Load {
        std::vector<LineOctet> octets;  ///< Samples of the far end at its next edges, in order; whole_octets() + 1.
        bool launching = false;         ///< One more octet was launched,
        LineOctet launched;             ///< this one, without the line's errors,
        core::Femtoseconds edge = 0;    ///< and the far end's edge at that time.
    };
    /// Stops the use of the pins, because another caller transfers the octets from now on. It calls
    /// corrupt() for each when it arrives at `at`, and delays it by whole octet times and a
    /// remainder.
    Load enter_transaction_level();
    /// Uses the pins again with that load; to be called at a time without an edge on either side.
    void enter_signal_level(const Load& load);
    std::uint8_t corrupt(std::uint8_t octet, core::Femtoseconds at) { return impairments_.apply(octet, at); }
    /// Whether all octets are delivered without errors, unless one is placed.
    bool is_clean() const { return impairments_.none(); }
    /// Number of coming octets that are delivered without errors, the end of that time, and a
    /// function that lets them pass.
    std::uint64_t clean_octets() const { return impairments_.clean_octets(); }
    core::Femtoseconds clean_until(core::Femtoseconds now) const { return impairments_.clean_until(now); }
    void pass(std::uint64_t octets) { impairments_.pass(octets); }
    std::uint64_t whole_octets() const { return on_the_way_.size(); }
    core::Femtoseconds remainder_fs() const { return remainder_.value(); }
    const Impairments::Stats& stats() const { return impairments_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;
    core::Activity activity() const override { return {calls_, 0, 0}; }

private:
    void on_launch_edge();
    void on_arrival_edge();

    core::Clock& clock_;
    std::size_t method_;  ///< Number of the method at the clock.
    Impairments impairments_;
    sc_core::sc_event edge_;
    sc_core::sc_time remainder_;         ///< Delay beyond whole octet times.
    std::vector<LineOctet> on_the_way_;  ///< Octets under way for whole octet times.
    std::size_t next_ = 0;
    LineOctet arrived_;                 ///< Levels of the pins at the far end.
    core::Femtoseconds next_edge_ = 0;  ///< At the far end.
    std::uint64_t calls_ = 0;
};

}  // namespace niclab::fiber
