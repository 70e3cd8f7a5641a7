/// @file An Ethernet card as a few numbers: frame memory per direction, the delays to and from its
/// MAC, and whether the driver copies.
///
/// Behaviour: its MAC is net::EtherMac, or one at signal level, with the rules of 802.3. A frame is
///   ready for transmission `start` after it was offered, and not before the `turnaround` after the
///   frame before it. It is in the host's memory, or the card's for a driver that copies, `deliver`
///   after its last bit.
/// Source: Linux' drivers 3c509.c and 3c59x.c. A frame in the FIFO begins with four octets of its
///   own (transmit); free space is what frames leave free.
/// Not modelled: interrupts before a frame is complete; a driver too slow for the line (underrun);
///   retries by the driver of frames that the MAC has aborted.
#pragma once

#include "base/ring.h"
#include "coarse/card.h"
#include "net/frame_port.h"

namespace niclab::coarse {

struct EtherCardConfig {
    Linear start{10, 0}, deliver{10, 0};
    double turnaround_us = 0;  ///< From the end of a frame, sent or aborted, until the next one may be sent.
    std::uint32_t transmit_octets = 65536;  ///< Memory for frames to be sent.
    std::uint32_t receive_octets = 65536;   ///< Memory for frames that wait for their driver.
    double pio_word_us = 0;                 ///< Time per word that the driver copies; 0: the card is a bus master.
    unsigned pio_word_octets = 2;
    /// Octets that are copied before a frame may be sent; a larger value means the whole frame. The
    /// driver is assumed to be faster than the line.
    std::uint32_t start_octets = 65536;
    bool frees_as_sent = false;       ///< Octets of a frame free their memory when they can no longer be repeated.
    double fastest_bit_rate = 100e6;  ///< Of its MAC.
    bool copied() const { return pio_word_us > 0; }
};

class EtherCard : public stack::Device, public net::FrameStation {
public:
    using Config = EtherCardConfig;
    static constexpr std::uint32_t kMtu = 1500;
    struct Stats {
        std::uint64_t sent = 0, received = 0, refused = 0;
        std::uint64_t not_for_us = 0;  ///< Frames that a switch flooded.
    };
    EtherCard(base::EventQueue& event_queue, const Config& config, net::FramePort& mac, tcp::Address address);

    std::uint32_t mtu() const override { return kMtu; }
    bool copied_by_driver() const override { return config_.copied(); }
    std::uint32_t copied_octets(const tcp::Packet& packet) const override;
    std::uint32_t copied_first(const tcp::Packet& packet) const override;
    bool fits(const tcp::Packet& packet) override;
    bool offer(const tcp::Packet& packet) override;
    std::optional<tcp::Packet> take() override;

    const net::Frame* next(unsigned port) const override;
    void began(unsigned port) override;
    void gone(unsigned port, ether::Outcome outcome) override;
    void arrived(unsigned port, const net::Frame& frame, bool whole) override;

    const Stats& stats() const { return stats_; }
    /// Packets offered that have not left, and received packets that are not taken.
    std::size_t under_way() const { return out_.size() + coming_.size() + done_.size(); }
    core::Tap<stack::Loss> dropped;
    /// Reports whole frames that left for the line, or arrived for this host.
    core::Tap<net::Frame> passed;
    /// Reports the steps of its frames.
    core::Tap<net::FrameStep, net::Frame> stepped;

private:
    void ready(std::uint64_t);
    void turned(std::uint64_t);
    void expect_room();
    void look_for_room(std::uint64_t);
    void delivered(std::uint64_t packet);
    void step(net::FrameStep what, const net::Frame& frame) { stepped(event_queue_.now(), what, frame); }
    void first();
    void drop(stack::Drop cause, const net::Frame& frame) { dropped(event_queue_.now(), {cause, frame.packet}); }

    base::EventQueue& event_queue_;
    Config config_;
    net::FramePort& mac_;
    tcp::Address address_;
    base::Ring<net::Frame> out_;
    std::size_t ready_ = 0;  ///< Number of the first of those that are ready.
    std::uint32_t out_octets_ = 0, in_octets_ = 0;
    Femtoseconds start_free_ = 0, deliver_free_ = 0;
    bool refused_ = false, turning_ = false;
    std::uint32_t wanted_ = 0;  ///< Octets of the packet that was refused.
    base::Pool<tcp::Packet> coming_;
    base::Ring<tcp::Packet> done_;
    Stats stats_;
};

}  // namespace niclab::coarse
