/// @file The Ethernet part of a bench of hosts with a TCP: links with a MAC at each end, lines at
/// signal level, switches, and the ATM cards of LANE bridges.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "coarse/ether_card.h"
#include "lab/bench/ether_cable.h"
#include "net/ether_mac.h"

namespace niclab::lab {

class EtherNet {
public:
    using LossHandler = std::function<void(const std::string& where, const stack::Loss& loss)>;
    /// `lost` is called for losses in a switch, or in the ATM card of a bridge.
    /// `hosts`: cards at the cycle level, by host. `kernel_bridge` is needed for lines at signal
    /// level.
    EtherNet(base::EventQueue& event_queue, const Traffic& traffic, std::uint64_t seed, LossHandler lost,
             core::KernelBridge* kernel_bridge, const std::vector<EtherCycleHost*>& hosts);

    /// Adds the ATM card of a bridge, which sends on `line`.
    coarse::Card& add_atm_card(std::size_t bridge, net::Line& line, std::uint64_t seed);
    /// Opens the bridge's connection of this number to `host`.
    void open(std::size_t bridge, tcp::Address host, std::uint16_t number);

    /// The MAC for the card or the switch at a link's end; nullptr: a card at the cycle level, or
    /// the link is not Ethernet.
    net::FramePort* port(std::size_t link, unsigned end) const;
    /// Of a MAC at a link's end; nothing: a hub has none, or the link is not Ethernet.
    std::optional<net::PortActivity> activity(std::size_t link, unsigned end) const;
    /// nullptr: an ATM switch, or a hub.
    net::EtherSwitch* ether_switch(std::size_t number) const { return switches_[number].get(); }
    coarse::Card* atm_card(std::size_t bridge) const { return atm_cards_[bridge].get(); }

    const std::vector<std::unique_ptr<EtherCable>>& cables() const { return cables_; }
    bool is_idle() const;
    void settle() const;
    /// Packets in switches, bridges and on lines, including copies.
    std::size_t under_way() const;
    /// Copies that switches made, and those that ended at other stations.
    std::uint64_t copies() const;
    std::uint64_t filtered() const;
    std::uint64_t cells_sent() const;
    std::uint64_t cells_delivered() const;

private:
    struct Place {
        std::size_t cable;
        unsigned end;
    };
    void lay_link(std::size_t number, const TrafficLink& link, std::uint64_t seed);
    void lay_cables(std::uint64_t seed, core::KernelBridge& kernel_bridge, const std::vector<EtherCycleHost*>& hosts);
    void lay_cable(const EtherCable::Config& config, const std::vector<std::pair<std::size_t, unsigned>>& ends,
                   core::KernelBridge& kernel_bridge, const std::vector<EtherCycleHost*>& hosts);

    base::EventQueue& event_queue_;
    const Traffic& traffic_;
    LossHandler lost_;
    base::RandomStream phases_;
    std::vector<std::array<std::unique_ptr<net::EtherMac>, 2>> macs_;  ///< By link.
    std::vector<std::unique_ptr<EtherCable>> cables_;
    std::vector<std::array<std::optional<Place>, 2>> places_;  ///< By link: its ends at signal level.
    std::vector<std::unique_ptr<net::EtherSwitch>> switches_;  ///< By switch.
    std::vector<std::unique_ptr<coarse::Card>> atm_cards_;     ///< By switch.
};

}  // namespace niclab::lab
