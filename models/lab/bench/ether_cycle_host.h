/// @file A host with a TCP and an Ethernet card at the cycle level: the frames of its card, from
/// the driver to the cable (ether_cable.h) and back.
///
/// Behaviour: packets in the card are recorded. A packet has left when its frame has arrived at
///   another station. A frame is lost if the MAC has aborted it, if no station received it whole, or if
///   the card dropped it. The loss is reported with its cause when a later frame arrives or the run
///   ends.
#pragma once

#include "cards/ether_board/channel.h"
#include "cards/ether_board/station.h"
#include "lab/bench/cycle_host.h"
#include "net/frame.h"

namespace niclab::lab {

class EtherCycleHost : public CycleHost {
public:
    static constexpr std::uint32_t kMtu = 1500;
    EtherCycleHost(const TrafficHost& host, core::KernelBridge& kernel_bridge, host::Cpu& cpu,
                   base::RandomStream& phases, std::uint64_t seed);

    bool up() override { return card_->ready(); }
    void enter_transaction_level() { node_->enter_transaction_level(); }
    bool is_idle() override;
    void settle() override;
    CardCounts counts() const override { return {card_->stats().sent, card_->stats().received, 0, 0, 0}; }
    std::pair<base::Femtoseconds, std::uint64_t> first_bits() const override { return {first_bits_, frames_sent_}; }
    /// Frames for other stations that it received.
    std::uint64_t not_for_us() const { return not_for_us_; }
    /// Reports whole frames that left for the line, or arrived for this host.
    core::Tap<net::Frame> passed;

    ether_board::Station& station() { return dynamic_cast<ether_board::Station&>(node_->card()); }
    tcp::Address address() const { return address_; }
    /// Reports, before the card's own reports of it, that the received packet of this number is in
    /// the card.
    core::Tap<std::uint32_t> stored;
    /// Of the packets in the card, the one in this frame without FCS has arrived at a station.
    std::optional<stack::Manifest::Entry> claim_sent(const std::vector<std::uint8_t>& frame) {
        return sent_.claim_padded(ether_board::kWholeFrames, frame);
    }
    /// The card receives the frame of a packet, or of nothing that is recorded; its result follows.
    /// Returns the number of a packet for this host.
    std::optional<std::uint32_t> arrive(const std::optional<tcp::Packet>& packet);
    /// Sets the time of the first bit of its present or last frame.
    void set_first_bit(base::Femtoseconds at) { first_bit_ = at; }

private:
    void note_end(ether::Outcome outcome);
    void note_outcome(card::UnitOutcome outcome);
    bool still_moving();

    const tcp::Address address_;
    core::Clock oscillator_;
    base::Femtoseconds first_bit_ = 0, first_bits_ = 0;
    std::uint64_t frames_sent_ = 0, not_for_us_ = 0, results_ = 0, seen_ = 0;
    std::deque<std::optional<std::uint32_t>> arriving_;  ///< Frames without a result: their number in the record, or
                                                         ///< nothing for one of another station.
};

}  // namespace niclab::lab
