/// @file  One direction of an optical line without its wires: the same transmitter, fiber and receiver, called octet after
///        octet by a line that lets the kernel sleep while nothing leaves them.
///
/// Replays:    nothing; it calls Suni::transmit(), fiber::Fiber::spoil() and Suni::receive() as the pins would, in their
///             order and with their time, but private octets late: those that touch nothing outside but the line. An
///             octet with which a cell leaves or enters a FIFO, or a tap speaks, is called at its own time.
///             Octets of payload inside a cell it calls in runs, which their classes hold to be the same as one by one.
/// Far end:    before a transmitter reports what its own receiver saw, the other direction runs up to that octet; before
///             a receiver sees more, its transmitter does, but for payload inside a cell, which reports nothing.
/// Steps over: with pass_over() frames that differ in the place of their null cells only, as far as the caller knows that
///             nothing will happen: both ends go back to the beginning of a frame and go on with a later one. Their
///             parities are those of the frame they went back to, on both ends; nothing shows the octets themselves.
/// Falls back: on every octet at its own time for loopbacks, loop timing, resets, enabled interrupts; on the pins, which
///             give_back() has both PHYs and fibers take again, for who wants to see the wires.
/// Held by:    testbenches/unit/phy_line_link_test.cpp, and the comparison of whole runs.
#pragma once

#include <vector>

#include "core/clock.h"
#include "core/late.h"
#include "fiber/fiber.h"
#include "phy/suni.h"

namespace niclab::phy {

class OctetLine : public sc_core::sc_module, public core::Late {
public:
    /// What an octet's edge at `at` shows: to be launched, or arriving.
    using Watch = void (*)(void* watcher, LineOctet octet, core::Femtoseconds at);
    /// The same for `n` octets without the beginning of a frame, one edge `period` after the other.
    using WatchRun = void (*)(void* watcher, const std::uint8_t* octets, unsigned n, core::Femtoseconds at,
                              core::Femtoseconds period);
    /// Frames were stepped over; the next begins with so many octets of a null cell sent.
    using Skip = void (*)(void* watcher, std::uint64_t frames, unsigned cell_octets);

    /// Does nothing before take_over(). That the receiver of `to` hangs on this fiber is the caller's to know.
    OctetLine(sc_core::sc_module_name name, Suni& from, fiber::Fiber& fiber, Suni& to);
    /// Takes the transmitter and the fiber off their pins, between two edges; `reverse` is the line the other way, which
    /// has to do the same at the same time.
    void take_over(OctetLine& reverse);
    /// Back to the pins, at a moment without an edge of the sender's, to which both lines have caught up; the reverse has to do
    /// the same at the same time.
    void give_back();
    /// The pins are left: their wires carry nothing any more.
    bool active() const { return active_; }
    /// Each octet as the launched pins would show it at the edge after its own. Before the simulation starts.
    void observe_launch(Watch watch, void* watcher, Skip skip = nullptr, WatchRun run = nullptr) {
        launch_watches_.push_back({watch, watcher, skip, run});
    }
    /// Each octet as it is received.
    void observe_arrival(Watch watch, void* watcher) { arrival_watches_.push_back({watch, watcher, nullptr, nullptr}); }

    /// What was stepped over.
    struct Stretch {
        std::uint64_t octets = 0, cells = 0;  ///< Octet times, and cells out of the transmit FIFO.
    };
    /// Nothing but null cells is, or was lately, on the line, and nobody wants each octet.
    bool carries_nothing() const;
    /// Up to when that will be so, if nobody sends anything or touches a register.
    core::Femtoseconds nothing_until() const;
    /// The transmit FIFO is as full as it was before the last cell was taken: UTOPIA has brought another one, or never will.
    bool at_rest() const { return at_rest(cursor_.edge()); }
    /// From a moment at rest to another, the last but one before `until`; none where that is too near. Whoever calls knows
    /// that nothing happens before: to the kernel the line is ahead of its time then.
    Stretch pass_over(core::Femtoseconds until);
    /// Plans nothing, until replan(): for a look at what else is planned.
    void forget_plan() { due_.cancel(); }

    void catch_up() override;
    void replan() override { plan(); }

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    /// Octets from `first` on arrive `period` apart, as long as the sender's clock neither slips nor is retuned. At the
    /// far end's sampler the octet before those on the fiber is taken then.
    struct Grid {
        std::uint64_t first;
        core::Femtoseconds arrives, period;
        core::Femtoseconds of(std::uint64_t octet) const { return arrives + (octet - first) * period; }
    };
    struct Watcher {
        Watch watch;
        void* watcher;
        Skip skip;
        WatchRun run;
    };
    /// From where to where a stretch leads.
    struct Leap {
        std::uint64_t first = 0;   ///< The octet with which the frame behind the stretch begins.
        std::uint64_t frames = 0;  ///< From the frame under way to that one.
        Suni::Passed received;
    };
    /// What the far end's pins carry now.
    LineOctet arrived() const { return at(received_ - behind_); }
    void on_due();
    bool at_rest(core::Femtoseconds next_edge) const;
    std::uint64_t frames_to(core::Femtoseconds until) const;
    Leap leap(std::uint64_t frames) const;
    void begin_frame_at(const Leap& leap);
    void go_on_until(core::Femtoseconds until, Leap leap);
    void launch(core::Femtoseconds edge);
    void launch_run(unsigned n);
    unsigned receivable(core::Femtoseconds until) const;
    void receive_run(unsigned n);
    /// Up to then it launches payload inside a cell.
    bool sends_run_to(core::Femtoseconds until) const { return cursor_.ahead(from_.transmit_run()) > until; }
    void spoil_before(std::uint64_t octet);
    void receive_due(core::Femtoseconds until);
    void transmit_to(core::Femtoseconds until);
    void receive_to(core::Femtoseconds until);
    void plan();
    core::Femtoseconds arrival_of(std::uint64_t octet) const;
    void extend_grid(core::Femtoseconds arrives);
    const Grid& grid_of(std::uint64_t octet) const;
    core::Femtoseconds arrives(std::uint64_t octet) const { return grid_of(octet).of(octet); }
    std::size_t place(std::uint64_t octet) const { return octet & (octets_.size() - 1); }
    LineOctet at(std::uint64_t octet) const { return {octets_[place(octet)], begins_frame_[place(octet)] != 0}; }
    void keep(LineOctet octet);
    void keep_run(const std::uint8_t* octets, unsigned n);
    void copy_run(std::uint64_t first, std::uint8_t* octets, unsigned n) const;

    Suni &from_, &to_;
    fiber::Fiber& fiber_;
    OctetLine* reverse_ = nullptr;
    core::EdgeCursor cursor_;      ///< At the first octet not launched yet.
    std::uint64_t launched_ = 0;   ///< Octets, ever.
    std::uint64_t frame_ = kNone;  ///< The one with which the last frame began.
    bool active_ = false, transmitting_ = false;
    core::Femtoseconds launch_due_ = 0, arrival_due_ = 0;  ///< As planned.
    std::uint64_t spoilt_ = 0;                             ///< Octets that the fiber has done with, ever.
    std::uint64_t received_ = 0;                           ///< Arrival edges run, ever.
    std::uint64_t behind_;  ///< Octets between one that is launched and one that arrives with its edge.
    std::vector<std::uint8_t> octets_, begins_frame_;  ///< The last ones, a power of two.
    std::vector<Grid> grids_;                          ///< Of all that are still to be spoilt or to arrive.
    LineOctet on_pins_;                                ///< Launched before the next one.
    core::Due due_ = core::Due::of<&OctetLine::on_due>(*this);
    std::vector<Watcher> launch_watches_, arrival_watches_;
};

}  // namespace niclab::phy
