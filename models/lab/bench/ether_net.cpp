#include "lab/bench/ether_net.h"

#include <algorithm>

#include "host/packet.h"
#include "lab/experiment/traffic_keys.h"

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

constexpr Femtoseconds kTransceivers = 100 * base::kNanosecond;  ///< Delay of both of a link.

/// Position of a link's end on its cable: that of a station, or from the delay of the link.
double position(const TrafficLink& link, unsigned end, bool hub, double ns_per_m) {
    const TrafficEther& line = *link.ether;
    if (line.delay == 0) return line.at_m;
    return hub || end == 1 ? double(line.delay - kTransceivers) * 1e-6 / ns_per_m : 0;
}

/// A bridge needs no other parameters: it passes frames on as they come, and its queue is the
/// switch's.
coarse::CardConfig bridge_card() {
    coarse::CardConfig c;
    c.first_cell = c.deliver = {0, 0};
    c.transmit_pdus = 2;  // The cells of the next one follow at once.
    c.mtu = coarse::EtherCard::kMtu;
    c.header_octets = host::kLaneOctets, c.least_octets = host::kLaneMinimum;
    return c;
}

}  // namespace

EtherNet::EtherNet(base::EventQueue& event_queue, const Traffic& traffic, std::uint64_t seed, LossHandler lost,
                   core::KernelBridge* kernel_bridge, const std::vector<EtherCycleHost*>& hosts)
    : event_queue_(event_queue),
      traffic_(traffic),
      lost_(std::move(lost)),
      phases_(seed, "ethernet phases"),
      macs_(traffic.links.size()),
      places_(traffic.links.size()),
      atm_cards_(traffic.switches.size()) {
    for (const TrafficSwitch& s : traffic.switches) {
        switches_.emplace_back();
        if (s.kind == TrafficSwitch::Kind::Atm || s.is_shared()) continue;
        switches_.back() = std::make_unique<net::EtherSwitch>(event_queue, s.name, s.ports, s.ether);
        switches_.back()->lost = [this, &s](const stack::Loss& loss) { lost_(s.name, loss); };
    }
    for (std::size_t l = 0; l < traffic.links.size(); ++l)
        if (traffic.links[l].ether && !traffic.links[l].ether->at_signals) lay_link(l, traffic.links[l], seed);
    if (kernel_bridge) lay_cables(seed, *kernel_bridge, hosts);
}

/// One for each shared medium, and one for each other link at signal level.
void EtherNet::lay_cables(std::uint64_t seed, core::KernelBridge& kernel_bridge,
                          const std::vector<EtherCycleHost*>& hosts) {
    std::vector<std::vector<std::pair<std::size_t, unsigned>>> shared(switches_.size());
    for (std::size_t l = 0; l < traffic_.links.size(); ++l) {
        const TrafficLink& link = traffic_.links[l];
        if (!link.ether || !link.ether->at_signals) continue;
        const auto at = std::find_if(link.ends.begin(), link.ends.end(), [this](const TrafficEnd& end) {
            return end.is_switch && traffic_.switches[end.node].is_shared();
        });
        if (at == link.ends.end())
            lay_cable({link.name, link.ether->bit_rate, false, TrafficSwitch{}.ns_per_m, seed}, {{l, 0}, {l, 1}},
                      kernel_bridge, hosts);
        else
            shared[at->node].emplace_back(l, unsigned(link.ends.end() - at) - 1);
    }
    for (std::size_t s = 0; s < shared.size(); ++s) {
        const TrafficSwitch& medium = traffic_.switches[s];
        if (!shared[s].empty())
            lay_cable({medium.name, 10e6, medium.kind == TrafficSwitch::Kind::Hub, medium.ns_per_m, seed}, shared[s],
                      kernel_bridge, hosts);
    }
}

void EtherNet::lay_cable(const EtherCable::Config& config, const std::vector<std::pair<std::size_t, unsigned>>& ends,
                         core::KernelBridge& kernel_bridge, const std::vector<EtherCycleHost*>& hosts) {
    std::vector<EtherCable::End> taps;
    for (const auto& [l, k] : ends) {
        const TrafficEnd& end = traffic_.links[l].ends[k];
        EtherCable::End tap{table_of_end("", end.name), nullptr, std::nullopt, nullptr, false, 0};
        tap.full_duplex = traffic_.links[l].ether->full_duplex[k];
        tap.at_m = position(traffic_.links[l], k, config.hub, config.ns_per_m);
        if (!end.is_switch) {
            const TrafficHost& host = traffic_.hosts[end.node];
            tap.host = hosts[end.node], tap.address = host.stack.address;
            tap.station = host.mac ? &*host.mac : nullptr;
        }
        places_[l][k] = Place{cables_.size(), unsigned(taps.size())};
        taps.push_back(tap);
    }
    cables_.push_back(std::make_unique<EtherCable>(
        kernel_bridge, config, taps, phases_, [this, ends](unsigned end, const stack::Loss& loss) {
            const auto [l, k] = ends[end];
            const TrafficEnd& at = traffic_.links[l].ends[k];
            lost_(at.is_switch ? traffic_.switches[at.node].name : at.name, loss);
        }));
    for (std::size_t tap = 0; tap < ends.size(); ++tap) {
        const TrafficEnd& end = traffic_.links[ends[tap].first].ends[ends[tap].second];
        if (end.is_switch) switches_[end.node]->attach(end.port, *cables_.back()->port(unsigned(tap)));
    }
}

net::FramePort* EtherNet::port(std::size_t link, unsigned end) const {
    const std::optional<Place>& place = places_[link][end];
    return place ? cables_[place->cable]->port(place->end) : macs_[link][end].get();
}

std::optional<net::PortActivity> EtherNet::activity(std::size_t link, unsigned end) const {
    if (const std::optional<Place>& place = places_[link][end]) return cables_[place->cable]->activity(place->end);
    return macs_[link][end] ? std::optional(macs_[link][end]->activity()) : std::nullopt;
}

bool EtherNet::is_idle() const {
    bool idle = true;  // All are called, because each stores what it has seen.
    for (const auto& cable : cables_)
        if (!cable->is_idle()) idle = false;
    return idle;
}

void EtherNet::settle() const {
    for (const auto& cable : cables_) cable->settle();
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
    for (const auto& cable : cables_) packets += cable->under_way();
    for (const auto& s : switches_) packets += s ? s->under_way() : 0;
    for (const auto& card : atm_cards_) packets += card ? card->under_way() : 0;
    return packets;
}

std::uint64_t EtherNet::copies() const {
    std::uint64_t frames = 0;
    for (const auto& s : switches_) frames += s ? s->stats().copies : 0;
    for (const auto& cable : cables_) frames += cable->copies();
    return frames;
}

std::uint64_t EtherNet::filtered() const {
    std::uint64_t frames = 0;
    for (const auto& s : switches_) frames += s ? s->stats().filtered : 0;
    for (const auto& cable : cables_) frames += cable->filtered();
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
