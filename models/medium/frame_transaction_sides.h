/// @file The two sides of a frame that is transferred as a whole: the sender and the receivers.
#pragma once

#include "medium/frame_transaction.h"

namespace niclab::medium {

/// Number of edges of `clock` after `from` and before `to`.
inline std::uint64_t edges(const core::Clock& clock, core::Femtoseconds from, core::Femtoseconds to) {
    const core::Femtoseconds first = clock.edge_after(from);
    return first < to ? (to - 1 - first) / clock.period_fs() + 1 : 0;
}

/// A sender that supplies each octet at its time.
class FrameTransaction::SendSide {
public:
    explicit SendSide(FrameTransaction& frame)
        : frame_(frame),
          due_([](void* self) { static_cast<SendSide*>(self)->on_octet(); }, this, &frame.sender().mac->transmitter) {}
    /// Plans the next octet, or the end once the FCS is being sent.
    void plan() {
        const ether::MacTransmitter& mac = frame_.sender().mac->transmitter;
        if (mac.sends_fcs()) return frame_.end_behind(mac.begun_clocks());
        due_.at(mac.clock().edge_after(frame_.sent_.done) + mac.begun_clocks() * mac.clock().period_fs());
    }
    void stop_planning() { due_.cancel(); }

private:
    void on_octet() {
        frame_.send(core::now_fs() + 1);
        plan();
    }
    FrameTransaction& frame_;
    core::Timer due_;
};

/// A station that receives the frame.
class FrameTransaction::ReceiveSide {
public:
    ReceiveSide(FrameTransaction& frame, const ConnectedStations::Station& station)
        : frame_(frame),
          station_(station),
          own_(!station.full_duplex && &station == &frame.sender()),
          due_([](void* self) { static_cast<ReceiveSide*>(self)->on_octet(); }, this, &station.mac->receiver) {}
    const ConnectedStations::Station& station() const { return station_; }
    void begin(core::Femtoseconds at) { run_ = {at, at, 0}, plan(); }
    /// Processes its edges before `to`; what was launched for them was computed before.
    void run(core::Femtoseconds to);
    void notify_watch();
    void stop_planning() { due_.cancel(); }

private:
    void plan() {
        if (!station_.in_time || own_) return;
        const ether::MacReceiver& mac = station_.mac->receiver;
        const std::uint64_t clocks = mac.clocks_to_octet();
        if (clocks > 0) due_.at(mac.clock().edge_after(run_.done) + (clocks - 1) * mac.clock().period_fs());
    }
    void on_octet() {
        run(core::now_fs() + 1);
        plan();
    }
    FrameTransaction& frame_;
    const ConnectedStations::Station& station_;
    const bool own_;
    Run run_;
    core::Timer due_;
};

}  // namespace niclab::medium
