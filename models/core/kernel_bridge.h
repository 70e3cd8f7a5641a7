/// @file The coupling of the SystemC kernel with an event queue (event queue): each event of the queue
/// is executed inside the simulation, at its time.
///
/// Behaviour: an event of the queue may notify SystemC events. A SystemC process that uses objects
///   of the queue does so within a SyncScope. At equal times the events of the queue come before a
///   visit, in their own order, so that a run is reproducible bit by bit.
/// Timing: if nothing happens in SystemC before the next event of the queue, the clocks of SystemC
///   are stopped up to then. An idle second costs nothing.
#pragma once

#include <functional>
#include <systemc>

#include "base/event_queue.h"
#include "core/dispatcher.h"
#include "core/tap.h"

namespace niclab::core {

class KernelBridge : public sc_core::sc_module {
public:
    KernelBridge(sc_core::sc_module_name name, base::EventQueue& event_queue);

    /// Sets the event queue's time 0 to the present time of the kernel; no Visit is allowed before.
    void begin();
    bool begun() const { return begun_; }
    /// Polled at intervals: true if the model is idle, and remains idle until an event of the queue
    /// acts on it.
    std::function<bool()> is_idle;
    /// Reports the time of the event queue for which the clocks are stopped.
    Tap<Femtoseconds> stopped;
    /// Simulates up to time `end` of the event queue; the event queue's time is `end` on return.
    void run(Femtoseconds end);
    base::EventQueue& event_queue() { return event_queue_; }
    /// The present time in the event queue's time.
    Femtoseconds now() const { return now_fs() - origin_; }

    class SyncScope {
    public:
        explicit SyncScope(KernelBridge& kernel_bridge) : kernel_bridge_(kernel_bridge) { kernel_bridge_.enter(); }
        ~SyncScope() { kernel_bridge_.plan(); }
        SyncScope(const SyncScope&) = delete;

    private:
        KernelBridge& kernel_bridge_;
    };

private:
    void on_due() { const SyncScope sync_scope(*this); }
    void stop_clocks(Femtoseconds until);
    void enter();
    void plan();

    static constexpr Femtoseconds kLook = 250 * base::kMicrosecond;  ///< Interval between two polls of `rests`.

    base::EventQueue& event_queue_;
    Femtoseconds origin_ = 0;  ///< Kernel time of the event queue's time 0; it decreases when clocks are stopped.
    bool begun_ = false;
    Timer due_ = Timer::of<&KernelBridge::on_due>(*this);
};

}  // namespace niclab::core
