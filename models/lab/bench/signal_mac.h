/// @file A MAC at signal level for a coarse Ethernet card or a port of a switch, with its
/// transceiver on a cable.
///
/// Timing: a frame that is offered may begin with the next clock. Octets are there in time.
#pragma once

#include "lab/bench/cable_mac.h"
#include "net/frame_port.h"

namespace niclab::lab {

class SignalMac : public CableMac, public net::FramePort {
public:
    SignalMac(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, medium::Segment& cable,
              const Config& config)
        : CableMac(name, kernel_bridge, cable, config) {}

    void request() override;
    unsigned octets_out() const override;
    base::Femtoseconds when_out(unsigned octets) const override;
    bool sends() const override { return wires.txen.read(); }
    /// No frame waits here or is being sent.
    bool is_idle() const { return !offered_; }
    /// Passes a received frame to the station.
    void deliver(const net::Frame& frame, bool whole) { station_->arrived(port_, frame, whole); }

    /// Report, in a SyncScope, a frame that was sent, and the octets of one that was received, with
    /// its FCS.
    std::function<void(const net::Frame&)> sent;
    std::function<void(const std::vector<std::uint8_t>&)> received;

private:
    void look_for_frame();
    bool ready() override { return offered_ && since_ < core::now_fs(); }
    void load() override;
    void ended(const ether::TransmitStatus& status) override;
    void ended(const ether::ReceiveStatus& status) override;

    base::Femtoseconds bits(base::Femtoseconds time) const { return time * width_ / txc.period_fs(); }

    bool offered_ = false;
    core::Femtoseconds since_ = 0, began_ = 0;
};

}  // namespace niclab::lab
