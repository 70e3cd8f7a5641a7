/// @file One direction of an optical line at transaction level: the same transmitter, fiber and
/// receiver, called octet by octet. The kernel sleeps while octets affect only the line.
///
/// Behaviour: the line calls Suni::transmit(), fiber::Fiber::corrupt() and Suni::receive() in the
///   same order and with the same times as at signal level. It calls private octets late: those
///   that affect only the line. An octet with which a cell leaves or enters a FIFO, or at which a
///   tap reports, is called at its own time. Octets of payload inside a cell are called in runs,
///   which their classes define to be equivalent to single calls.
///
/// Far end: before a transmitter reports the state of its own receiver, the other direction runs up
/// to that octet. Before a receiver processes more, its transmitter runs up to that octet, except
/// for payload inside a cell, which reports nothing.
///
/// Idle intervals: skip_idle() skips frames that differ only in the position of their null cells,
/// as long as the caller knows that nothing will happen. Both ends return to the beginning of a
/// frame and continue with a later one. On both ends the parities are then those of the frame to
/// which they returned; the octets themselves are not observable.
/// Limitations: every octet is called at its own time for loopbacks, loop timing, resets and
///   enabled interrupts. A call of enter_signal_level() returns both PHYs and fibers to signal level, for
///   observers of the wires.
/// Checks: testbenches/unit/phy_line_link_test.cpp, and the comparison of whole runs.
#pragma once

#include <vector>

#include "core/clock.h"
#include "core/decoupled.h"
#include "fiber/fiber.h"
#include "phy/fast/suni_end.h"

namespace niclab::phy {

class OctetLine : public sc_core::sc_module, public core::Decoupled {
public:
    /// A callback for an octet to be launched, or arriving, at an edge at `at`.
    using Watch = void (*)(void* watcher, LineOctet octet, core::Femtoseconds at);
    /// The same for `n` octets without the beginning of a frame, at intervals of `period`.
    using WatchRun = void (*)(void* watcher, const std::uint8_t* octets, unsigned n, core::Femtoseconds at,
                              core::Femtoseconds period);
    /// A callback for skipped frames; the next one begins after `cell_octets` octets of a null
    /// cell.
    using Skip = void (*)(void* watcher, std::uint64_t frames, unsigned cell_octets);

    /// Has no effect before enter_transaction_level(). The caller must ensure that the receiver of `to` is
    /// connected to this fiber.
    OctetLine(sc_core::sc_module_name name, Suni& from, fiber::Fiber& fiber, Suni& to);
    /// Enters the transaction level: the transmitter and the fiber stop using their pins. To be
    /// called between two edges. `reverse` is the line of the other direction, which must enter it
    /// at the same time.
    void enter_transaction_level(OctetLine& reverse);
    /// Returns to signal level. To be called at a time without an edge of the sender, up to which
    /// both lines have caught up. The reverse line must return at the same time.
    void enter_signal_level();
    /// Of the sender.
    const core::Clock& clock() const { return from_.clock(); }
    /// Whether the line is at transaction level; its wires are then unused.
    bool active() const { return active_; }
    /// Registers an observer of each octet as the launched pins would show it at the edge after its
    /// own. To be called before the simulation starts.
    void observe_launch(Watch watch, void* watcher, Skip skip = nullptr, WatchRun run = nullptr) {
        launch_watches_.push_back({watch, watcher, skip, run});
    }
    /// Registers an observer of each received octet.
    void observe_arrival(Watch watch, void* watcher) { arrival_watches_.push_back({watch, watcher, nullptr, nullptr}); }

    /// A callback for the levels of the pins from an edge at `at` on.
    struct Recorder {
        Watch watch = nullptr;
        void* watcher = nullptr;
        void operator()(LineOctet octet, core::Femtoseconds at) const { watch(watcher, octet, at); }
        explicit operator bool() const { return watch != nullptr; }
    };
    /// Sets a recorder of the pins at the sender, or at the far end. At transaction level
    /// synchronize() reports all edges up to now to it; it begins with the present levels. An empty
    /// one ends the recording.
    void record_launched(const Recorder& recorder);
    void record_arrived(const Recorder& recorder);

    /// The result of skipping an idle interval.
    struct Skipped {
        std::uint64_t octets = 0, cells = 0;  ///< Octet times, and cells taken out of the transmit FIFO.
    };
    /// Only null cells are, or were recently, on the line, and no observer requires each octet.
    bool carries_only_null_cells() const;
    /// End of the time in which that holds, unless a cell is sent or a register is accessed.
    core::Femtoseconds idle_until() const;
    /// The transmit FIFO is as full as before the last cell was taken: UTOPIA has delivered another
    /// cell, or never will.
    bool at_rest() const { return at_rest(cursor_.edge()); }
    /// Skips an idle interval, from a position at rest to the last but one before `until`; nothing
    /// if that is too near. The caller must know that nothing happens before `until`. The line is
    /// then ahead of the kernel's time.
    Skipped skip_idle(core::Femtoseconds until);
    /// Cancels the planned call until reschedule(), so that the caller can check the other plans.
    void forget_plan() { due_.cancel(); }

    void synchronize() override;
    void reschedule() override { plan(); }

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};
    /// The arrival times of octets: those from `first` on arrive at intervals of `period`, unless
    /// the sender's clock slips or is retuned. The far end's sampler takes at these times the octet
    /// before those on the fiber.
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
    /// The start and the end of a skipped interval.
    struct SkipTarget {
        std::uint64_t first = 0;   ///< The octet with which the frame after the interval begins.
        std::uint64_t frames = 0;  ///< Frames from the present one to that one.
        FastSuni::Skipped received;
    };
    /// Levels of the far end's pins now.
    LineOctet arrived() const { return at(received_ - behind_); }
    void on_due();
    bool at_rest(core::Femtoseconds next_edge) const;
    std::uint64_t frames_to(core::Femtoseconds until) const;
    SkipTarget skip_target(std::uint64_t frames) const;
    void begin_frame_at(const SkipTarget& target);
    void resume_until(core::Femtoseconds until, SkipTarget target);
    void launch(core::Femtoseconds edge);
    void launch_run(unsigned n);
    unsigned receivable(core::Femtoseconds until) const;
    void receive_run(unsigned n);
    /// Whether it launches only payload inside a cell up to `until`.
    bool sends_run_to(core::Femtoseconds until) const { return cursor_.ahead(from_.transmit_run()) > until; }
    void corrupt_before(std::uint64_t octet);
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

    FastSuni from_, to_;
    fiber::Fiber& fiber_;
    OctetLine* reverse_ = nullptr;
    core::EdgeCursor cursor_;      ///< At the first octet that has not been launched.
    std::uint64_t launched_ = 0;   ///< Number of all octets.
    std::uint64_t frame_ = kNone;  ///< The octet with which the last frame began.
    bool active_ = false, transmitting_ = false;
    core::Femtoseconds launch_due_ = 0, arrival_due_ = 0;  ///< As planned.
    std::uint64_t corrupted_ = 0;                          ///< Number of all octets that the fiber has processed.
    std::uint64_t received_ = 0;                           ///< Number of all arrival edges that were run.
    std::uint64_t behind_;  ///< Octets between the launched octet and the one that arrives at its edge.
    std::vector<std::uint8_t> octets_, begins_frame_;  ///< The last octets, a power of two.
    std::vector<Grid> grids_;                          ///< Of all octets that are still to be processed or to arrive.
    LineOctet on_pins_;                                ///< Launched before the next one.
    core::Timer due_ = core::Timer::of<&OctetLine::on_due>(*this);
    std::vector<Watcher> launch_watches_, arrival_watches_;
    Recorder launch_recorder_, arrival_recorder_;
};

}  // namespace niclab::phy
