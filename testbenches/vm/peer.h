/// @file The station at the other end of a guest's cable: it answers ARP, ping and TCP at 10.0.0.2,
/// or passes frames to and from another program.
///
/// Behaviour: a frame with a good check sequence is answered when it ends, after the gap. All frames
///   are counted by what became of them. With UDP ports it answers nothing and forwards all.
/// Not modelled: the time of the station's own software.
/// Source: RFC 826.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "answers.h"
#include "ether/mac.h"
#include "medium/attachment.h"
#include "udp_frames.h"

namespace niclab::vm {

class Peer : public sc_core::sc_module, public medium::Attachment, ether::OctetSource, ether::OctetSink {
public:
    struct Config {
        double at_m = 100;  ///< Of the cable.
        core::Femtoseconds period = 100'000'000, phase = 37'000'000;
        medium::TransceiverConfig transceiver;
        ether::MacConfig mac;
        std::array<std::uint8_t, 6> mac_address{0x02, 0x4E, 0x49, 0x43, 0x4C, 0x02};
        tcp::Address address = 0x0A000002;  ///< 10.0.0.2
        std::optional<UdpPorts> ports;      ///< Of another program; nothing: it answers itself.
    };
    Peer(sc_core::sc_module_name name, medium::Segment& segment, const Config& config);

    struct Stats {
        std::uint64_t received = 0;  ///< Frames with a good check sequence.
        std::uint64_t damaged = 0;   ///< Frames with a wrong one, and fragments of collisions.
        std::uint64_t arp_replies = 0;
        std::uint64_t unanswered = 0;  ///< Good frames of other kinds, or to other stations.
        std::uint64_t sent = 0;
        std::uint64_t given_up = 0;  ///< Not sent, after 16 collisions or a late one.
    };
    const Stats& stats() const { return stats_; }
    /// Takes frames of the other program.
    void poll();
    /// nullptr: it answers itself.
    const UdpFrames* udp() const { return udp_.get(); }
    const Answers& answers() const { return answers_; }
    std::uint64_t queued() const { return queue_.size(); }
    ether::Mac& mac() { return mac_; }
    /// Called for each good frame of the guest, and for each frame sent to it, when it ends.
    std::function<void(const LinePacket&)> on_frame;

private:
    // OctetSource
    bool ready() override { return !queue_.empty(); }
    ether::FrameOptions begin(unsigned attempt) override;
    ether::NextOctet next() override;
    unsigned certain_octets() const override { return static_cast<unsigned>(queue_.front().size() - next_); }
    void ended(const ether::TransmitStatus& status) override;
    // OctetSink. Octets may come late.
    void begin() override { received_.octets.clear(); }
    void octet(std::uint8_t octet) override { received_.octets.push_back(octet); }
    void ended(const ether::ReceiveStatus& status) override;

    Octets reply_header(const Octets& frame) const;
    void answer(const Octets& frame);
    bool answer_arp(const Octets& frame);
    bool answer_ip(const Octets& frame);
    void send_answers();
    void on_timer();
    void send(Octets frame);

    Config config_;
    Answers answers_;
    Octets ip_header_;  ///< Of frames with IP to the guest.
    core::Timer timer_ = core::Timer::of<&Peer::on_timer>(*this);
    std::unique_ptr<UdpFrames> udp_;
    ether::Mac mac_;
    std::deque<Octets> queue_;
    std::size_t next_ = 0;               ///< Octet of the frame under way.
    core::Femtoseconds sending_at_ = 0;  ///< Begin of the present attempt.
    LinePacket received_{0, true, {}};
    Stats stats_;
};

}  // namespace niclab::vm
