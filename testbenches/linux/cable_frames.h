/// @file The frames on a cable of one segment at transaction level (medium/frame_transaction.h),
/// with the times of the signal level.
///
/// Behaviour: at 10 Mb/s the chips of the cards move octets during a frame, at 1000 Mb/s they have
///   whole frames in their buffers. At 100 Mb/s an octet is two clocks, so that nothing would be
///   gained: there all frames are at signal level.
#pragma once

#include <memory>
#include <vector>

#include "medium/frame_transaction.h"

namespace niclab::linux_kernel {

class CableFrames {
public:
    CableFrames(const medium::Segment& segment, unsigned mbps);
    CableFrames(const CableFrames&) = delete;
    /// To be called before the simulation begins, for each station.
    void add_card(ether::Mac& mac, medium::Transceiver& transceiver, ether::SymbolWatch& watch);
    /// A station without a card: it uses the octets of a frame when the frame has ended.
    void add_peer(ether::Mac& mac, medium::Transceiver& transceiver);
    /// Processes what was due before now: to be called before counters are read.
    void settle();
    /// Clocks of senders that passed without their pins.
    std::uint64_t clocks() const;

private:
    void add(const medium::ConnectedStations::Station& station);

    const unsigned mbps_;
    medium::ConnectedStations line_;
    std::vector<std::unique_ptr<medium::FrameTransaction>> frames_;  ///< One per station, or none.
};

}  // namespace niclab::linux_kernel
