/// @file The events of packets in the Ethernet card of a host with a TCP, for observers of paths.
///
/// Behaviour: the host and its cable identify each packet by its number in the host's records.
///   Events that a sending card reports belong to the frames of its host, in their order. The caller
///   reports the packets that have left this card, and those that arrive at it.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>

#include "card/packet_trace.h"
#include "lab/bench/ether_cycle_host.h"

namespace niclab::lab {

class FrameEnd {
public:
    struct Packet {
        FrameEnd* from = nullptr;           ///< nullptr: another kind of card.
        std::uint32_t number = 0, pdu = 0;  ///< In the record of the sending host, and of its driver.
        std::uint32_t octets = 0;           ///< Of IP.
        core::Femtoseconds origin = 0;      ///< Time 0 of the run, in the kernel's time.
        core::Femtoseconds offered = 0, delivered = 0;
        std::array<core::Femtoseconds, 3> sending{};    ///< Events that the sending card reports.
        std::array<core::Femtoseconds, 2> receiving{};  ///< And the receiving one.
        card::PacketTrace trace{};
    };
    using PacketPtr = std::shared_ptr<Packet>;

    /// `host` must outlive it.
    explicit FrameEnd(EtherCycleHost& host);
    EtherCycleHost& host() const { return host_; }
    const ether_board::Station& station() const { return host_.station(); }

    /// Reports, in the kernel's time, a packet that IP offers to the driver.
    core::Tap<PacketPtr, tcp::Packet> offered;
    /// The packet of this number in the host's record has arrived at a station; those before it are
    /// lost. nullptr: it is unknown.
    PacketPtr left(std::uint32_t number);
    /// A packet arrives here: its number in this host's record.
    void expect(std::uint32_t number, const PacketPtr& packet) { coming_[number] = packet; }
    /// Reports an expected packet that IP takes. Its record is complete.
    core::Tap<PacketPtr> taken;

private:
    using Packets = std::deque<PacketPtr>;
    static void drop_before(Packets& packets, std::uint32_t number);
    PacketPtr of_pdu(std::uint32_t pdu) const;
    void follow_sending();
    void follow_receiving();

    EtherCycleHost& host_;
    Packets sent_;                        ///< Not known to be lost; the first may have arrived.
    std::array<Packets, 3> not_reached_;  ///< By event of the sending card.
    Packets no_doorbell_, no_handler_;
    std::map<std::uint32_t, PacketPtr> coming_;  ///< By number in the record of this host.
    PacketPtr stored_;                           ///< The last packet in the card.
};

}  // namespace niclab::lab
