/// @file A MAC at signal level for a coarse Ethernet card or a port of a switch, with its
/// transceiver on a cable.
///
/// Timing: a frame that is offered may begin with the next clock. Octets are there in time.
#pragma once

#include "core/kernel_bridge.h"
#include "ether/mac.h"
#include "medium/attachment.h"
#include "net/frame_port.h"

namespace niclab::lab {

class SignalMac : public sc_core::sc_module,
                  public medium::Attachment,
                  public net::FramePort,
                  private ether::OctetSource,
                  private ether::OctetSink {
public:
    struct Config {
        double bit_rate = 10e6;
        core::Femtoseconds period = 0;  ///< Of its oscillator; 0: that of the bit rate.
        double at_m = 0;
        core::Femtoseconds phase = 0;  ///< Of its oscillator.
        ether::MacRules rules;
        medium::TransceiverConfig transceiver;
        std::uint64_t seed = 1;
        unsigned width() const { return bit_rate > 10e6 ? 4 : 1; }
    };
    SignalMac(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, medium::Segment& cable,
              const Config& config);

    void request() override;
    unsigned octets_out() const override;
    base::Femtoseconds when_out(unsigned octets) const override;
    bool sends() const override { return wires.txen.read(); }
    unsigned width() const { return width_; }
    bool full_duplex() const { return rules_.full_duplex; }
    /// No frame waits here or is being sent.
    bool is_idle() const { return !offered_; }
    /// Passes a received frame to the station.
    void deliver(const net::Frame& frame, bool whole) { station_->arrived(port_, frame, whole); }

    /// Report, in a SyncScope, a frame that was sent, and the octets of one that was received, with
    /// its FCS.
    std::function<void(const net::Frame&)> sent;
    std::function<void(const std::vector<std::uint8_t>&)> received;
    ether::Mac mac;

private:
    void look_for_frame();
    bool ready() override { return offered_ && since_ < core::now_fs(); }
    ether::FrameOptions begin(unsigned attempt) override;
    ether::NextOctet next() override;
    unsigned certain_octets() const override { return unsigned(octets_.size() - place_); }
    void ended(const ether::TransmitStatus& status) override;

    void begin() override { coming_.clear(); }
    void octet(std::uint8_t octet) override { coming_.push_back(octet); }
    bool waits() const override { return false; }
    void ended(const ether::ReceiveStatus& status) override;

    base::Femtoseconds bits(base::Femtoseconds time) const { return time * width_ / txc.period_fs(); }

    core::KernelBridge& kernel_bridge_;
    const ether::MacRules rules_;
    const unsigned width_;
    bool offered_ = false;
    core::Femtoseconds since_ = 0, began_ = 0;
    std::vector<std::uint8_t> octets_, coming_;
    std::size_t place_ = 0;
};

}  // namespace niclab::lab
