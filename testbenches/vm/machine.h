/// @file A simulated PCI machine with one Ethernet card and a guest in another process as its CPU,
/// and a peer at the other end of its cable.
#pragma once

#include "backplane.h"
#include "gated.h"
#include "medium/segment.h"
#include "peer.h"
#include "probe/ether/mac_watch.h"

namespace niclab::vm {

/// The machine's bus with bridge, memory, card and the card's transceiver; checkers on the bus and on
/// the MAC's wires.
class CardStation : public sc_core::sc_module, public medium::Attachment {
public:
    struct Config {
        const linux_kernel::EthernetKind* kind = nullptr;
        std::uint32_t memory_octets = 256u << 20;
        unsigned mbps = 10;
        std::uint64_t seed = 1;
        std::uint8_t number = 1;  ///< Last octet of the card's address.
    };
    static constexpr unsigned kSlot = 5;
    CardStation(sc_core::sc_module_name name, medium::Segment& segment, const Config& config);

    check::Report report;
    linux_kernel::PciBackplane backplane;
    std::unique_ptr<linux_kernel::EthernetCard> card;
    probe::MacWatch mac_watch;
};

class Machine {
public:
    struct Config {
        CardStation::Config station;
        double cable_m = 100;
        std::optional<UdpPorts> ports;  ///< As of Peer.
    };
    /// `stop`: as of GuestTime. `gate`: for gated time, or nullptr. All must outlive it.
    Machine(const Config& config, MessageSocket& socket, const volatile std::sig_atomic_t& stop, Gate* gate);

    medium::Segment segment;
    CardStation station;
    Peer peer;
    GuestMemory memory;
    GuestMemoryPort memory_port;
    Guest guest;
    std::unique_ptr<GuestTime> time;
};

}  // namespace niclab::vm
