/// @file One direction of a link at signal level: packets are symbols on lanes, and the receiver
/// reads them from there.
///
/// Behaviour: symbol n of a packet is on lane n modulo the number of lanes. The receiver takes one
///   symbol from each lane in the same order, checks the CRC, and decodes the packet. It has nothing
///   else of it, except for what only observers use.
/// Timing: that of the transaction level. Symbols of one symbol time are on all lanes together.
/// Not modelled: a packet that begins on another lane than 0; the symbol time that a transmitter
///   finishes before a packet; skew of lanes.
#pragma once

#include <deque>
#include <functional>

#include "pcie/link_observer.h"
#include "pcie/symbols.h"

namespace niclab::pcie {

class SignalLine {
public:
    explicit SignalLine(const LanesConfig& config);
    /// A packet on the lanes, from its first symbol to the end of its last one.
    struct Sent {
        Femtoseconds begin, end;
        const Symbols& symbols;
    };
    /// Called before the first symbol of each packet.
    std::function<void(const Sent&)> listener;

    /// Puts a packet on the lanes. `data` of a TLP; nullptr: it has none, or they are not modelled.
    void send(const LinkPacket& packet, const std::uint8_t* data);
    struct Received {
        bool good = false;  ///< Its CRC is right.
        Octets octets;      ///< With sequence number and CRC.
    };
    /// The oldest packet on the lanes, at its end.
    Received receive();

    unsigned width() const { return config_.width; }
    const Lanes& lanes() const { return lanes_; }

private:
    const LanesConfig config_;
    const Framing framing_;
    const Lanes lanes_;
    std::vector<std::deque<Symbol>> on_lanes_;
    std::deque<std::size_t> lengths_;  ///< Symbols of each packet: where the receiver finds the end of the padding.
    Octets octets_;
    Symbols symbols_;
};

/// What the receiver of a TLP gets from the lanes: `sent`, with everything that was on the lanes
/// read from `octets`, and its data stored in `data`. Throws std::invalid_argument: no TLP.
Tlp received_tlp(const Tlp& sent, const Octets& octets, std::uint8_t* data);

}  // namespace niclab::pcie
