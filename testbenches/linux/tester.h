/// @file A station without a host on the cable of a trial. It sends what no driver sends, keeps the
/// cable busy, and counts the frames of the others.
///
/// Behaviour: it is disconnected, and costs nothing, except in the steps that use it. Its frames
///   are sent as they are, with the FCS that their last octets have.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "ether/mac.h"
#include "medium/attachment.h"
#include "runtime/interface.h"

namespace niclab::linux_kernel {

class Tester : public sc_core::sc_module,
               public medium::Attachment,
               private ether::OctetSource,
               private ether::OctetSink {
public:
    struct Config {
        double at_m = 0;  ///< Of the cable.
        core::Femtoseconds clock_fs = 0, phase_fs = 0;
        medium::TransceiverConfig transceiver;
        ether::MacConfig mac;
    };
    Tester(sc_core::sc_module_name name, medium::Segment& segment, const Config& config);

    // To be called between two calls of simulate(), connect() while the cable is free.
    void connect(bool connected) { transceiver.set_plugged(connected); }
    /// `octets` with their FCS, right or wrong.
    void send(const std::vector<std::uint8_t>& octets);
    /// Sends one frame to `to` that lasts until it is switched off.
    void keep_busy(bool busy, const Interface::Address& to = {});
    bool idle() const { return queue_.empty(); }
    ether::Mac& mac() { return mac_; }
    /// An intact frame of a station, without its FCS.
    const std::deque<Interface::Frame>& seen() const { return seen_; }
    void forget() { seen_.clear(); }

private:
    bool ready() override { return !queue_.empty(); }
    ether::FrameOptions begin(unsigned attempt) override;
    ether::NextOctet next() override;
    void ended(const ether::TransmitStatus& status) override;
    void begin() override { in_.clear(); }
    void octet(std::uint8_t octet) override { in_.push_back(octet); }
    void ended(const ether::ReceiveStatus& status) override;

    bool busy_ = false;  ///< The first frame goes on after its octets.
    std::deque<std::vector<std::uint8_t>> queue_;
    std::size_t place_ = 0;  ///< Position of the next octet of the first frame.
    std::vector<std::uint8_t> in_;
    std::deque<Interface::Frame> seen_;
    ether::Mac mac_;
};

}  // namespace niclab::linux_kernel
