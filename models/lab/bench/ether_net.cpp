#include "lab/bench/ether_net.h"

namespace niclab::lab {

namespace {

net::EtherMacConfig mac_config(const TrafficLink& of, unsigned end, base::RandomStream& phases) {
    const TrafficEther& link = *of.ether;
    net::EtherMacConfig c;
    c.name = "mac " + of.ends[end].name;
    c.bit_rate = link.bit_rate;
    c.rules.full_duplex = link.full_duplex[end];
    c.delay = link.delay;
    c.phase = Femtoseconds(phases.uniform01() * 1e15 * c.width() / link.bit_rate);
    return c;
}

/// A bridge needs no other parameters: it passes frames on as they come, and its queue is the
/// switch's.
coarse::CardConfig bridge_card() {
    coarse::CardConfig c;
    c.first_cell = c.deliver = {0, 0};
    c.transmit_pdus = 2;  // The cells of the next one follow at once.
    c.mtu = coarse::EtherCard::kMtu;
    c.header_octets = 16;
    return c;
}

}  // namespace

EtherNet::EtherNet(base::EventQueue& event_queue, const Traffic& traffic, std::uint64_t seed, LossHandler lost)
    : event_queue_(event_queue),
      traffic_(traffic),
      lost_(std::move(lost)),
      phases_(seed, "ethernet phases"),
      macs_(traffic.links.size()),
      atm_cards_(traffic.switches.size()) {
    for (const TrafficSwitch& s : traffic.switches) {
        switches_.emplace_back();
        if (s.kind == TrafficSwitch::Kind::Atm) continue;
        switches_.back() = std::make_unique<net::EtherSwitch>(event_queue, s.name, s.ports, s.ether);
        switches_.back()->lost = [this, &s](const stack::Loss& loss) { lost_(s.name, loss); };
    }
    for (std::size_t l = 0; l < traffic.links.size(); ++l)
        if (traffic.links[l].ether) lay_link(l, traffic.links[l], seed);
}

void EtherNet::lay_link(std::size_t number, const TrafficLink& link, std::uint64_t seed) {
    auto& macs = macs_[number];
    for (const unsigned k : {0u, 1u})
        macs[k] = std::make_unique<net::EtherMac>(event_queue_, mac_config(link, k, phases_), seed);
    for (const unsigned k : {0u, 1u}) {
        macs[k]->connect(*macs[1 - k]);
        if (link.ends[k].is_switch) switches_[link.ends[k].node]->attach(link.ends[k].port, *macs[k]);
    }
}

coarse::Card& EtherNet::add_atm_card(std::size_t bridge, net::Line& line, std::uint64_t seed) {
    const std::string& name = traffic_.switches[bridge].name;
    atm_cards_[bridge] = std::make_unique<coarse::Card>(event_queue_, bridge_card(), line, seed, name);
    atm_cards_[bridge]->dropped.listen([this, &name](Femtoseconds, const stack::Loss& loss) { lost_(name, loss); });
    switches_[bridge]->attach(0, *atm_cards_[bridge]);
    return *atm_cards_[bridge];
}

void EtherNet::open(std::size_t bridge, tcp::Address host, std::uint16_t number) {
    atm_cards_[bridge]->open(host, {number, 0});
    switches_[bridge]->know(0, net::mac_address(host));
}

std::size_t EtherNet::under_way() const {
    std::size_t packets = 0;
    for (const auto& macs : macs_)
        for (const auto& mac : macs) packets += mac ? mac->under_way() : 0;
    for (const auto& s : switches_) packets += s ? s->under_way() : 0;
    for (const auto& card : atm_cards_) packets += card ? card->under_way() : 0;
    return packets;
}

std::uint64_t EtherNet::copies() const {
    std::uint64_t frames = 0;
    for (const auto& s : switches_) frames += s ? s->stats().copies : 0;
    return frames;
}

std::uint64_t EtherNet::filtered() const {
    std::uint64_t frames = 0;
    for (const auto& s : switches_) frames += s ? s->stats().filtered : 0;
    return frames;
}

std::uint64_t EtherNet::cells_sent() const {
    std::uint64_t cells = 0;
    for (const auto& card : atm_cards_) cells += card ? card->stats().cells_sent : 0;
    return cells;
}

std::uint64_t EtherNet::cells_delivered() const {
    std::uint64_t cells = 0;
    for (const auto& card : atm_cards_) cells += card ? card->stats().cells_delivered : 0;
    return cells;
}

}  // namespace niclab::lab
