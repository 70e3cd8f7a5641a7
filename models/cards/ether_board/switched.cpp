#include "cards/ether_board/switched.h"

#include <algorithm>

#include "cards/ether_board/channel.h"
#include "cards/ether_board/frame_places.h"

namespace niclab::ether_board {

namespace {

medium::SwitchPortConfig port_config(const SwitchedNet::Place& place, std::uint64_t seed) {
    const LineKind& kind = place.cable.kind;
    medium::SwitchPortConfig c;
    c.bit = 1'000'000'000 / kind.mbps, c.phase = place.phase;
    c.mac.rules.full_duplex = kind.full_duplex, c.mac.width = kind.width(), c.mac.seed = seed;
    c.transceiver = transceiver_of(kind);
    return c;
}

}  // namespace

/// A card, its transceiver, its cable, and the port at the other end.
struct SwitchedNet::Leg {
    Leg(const std::string& hub_name, medium::Switch& hub, const Place& place, std::uint64_t seed)
        : station(dynamic_cast<Station&>(*place.card)),
          kind(place.cable.kind),
          host(host_of(*place.card)),
          cable((hub_name + "_" + host + "_cable").c_str(), {place.cable.ns_per_m, !kind.full_duplex}),
          transceiver((hub_name + "_" + host + "_transceiver").c_str(), station.txc, station.rxc, cable, 0,
                      transceiver_of(kind)),
          port(hub.attach(hub_name + "_" + place.name, cable, place.cable.length_m, port_config(place, seed))),
          log(port_config(place, seed).mac.rules, port_config(place, seed).bit, kOfPort),
          pins((hub_name + "_" + host + "_pins").c_str(), {station.wires, port.wires}, log,
               {station.bit_fs(), kind.full_duplex}) {
        transceiver.pins.bind(station.wires);
        station.set_peer(hub_name);
    }

    /// The rules for the log of a port's MAC, and for the busy time of the cable.
    struct Pins : sc_core::sc_module {
        struct Ends {
            ether::MacPins<core::Net>&station, &port;
        };
        Pins(sc_core::sc_module_name name, const Ends& of_ends, FrameLog& of, const LineUse& cable)
            : sc_module(name), ends(of_ends), log(of), use(cable) {
            SC_HAS_PROCESS(Pins);
            SC_METHOD(on_txen);
            sensitive << ends.station.txen << ends.port.txen;
            dont_initialize();
            SC_METHOD(on_crs);
            sensitive << ends.port.crs;
            dont_initialize();
        }
        void on_txen() {
            const bool card_sends = ends.station.txen.read(), sends = ends.port.txen.read();
            if (sends != port_sends) log.sends(core::now_fs(), port_sends = sends);
            use.set(card_sends, sends);
        }
        void on_crs() { log.senses(core::now_fs(), ends.port.crs.read()); }
        const Ends ends;
        FrameLog& log;
        bool port_sends = false;
        LineUse use;
    };

    Station& station;
    const LineKind kind;
    const std::string host;
    medium::Segment cable;
    medium::Transceiver transceiver;
    medium::SwitchPort& port;
    FrameLog log;
    Pins pins;
    Known sending;             ///< Offered to the card's MAC.
    std::deque<Known> coming;  ///< Left the card, and not in the switch yet.
};

SwitchedNet::SwitchedNet(const std::string& name, const SwitchedConfig& config, const std::vector<Place>& places)
    : config_(config), hub_(name.c_str(), config.hub) {
    for (const Place& place : places) legs_.push_back(std::make_unique<Leg>(name, hub_, place, config.seed));
    for (unsigned k = 0; k < legs_.size(); ++k) follow_station(k), follow_port(k);
    hub_.came.listen([this](core::Femtoseconds at, const medium::SwitchedFramePtr& frame) { came(at, frame); });
}

SwitchedNet::~SwitchedNet() = default;

const LineKind& SwitchedNet::kind(std::size_t place) const { return legs_[place]->kind; }

card::Link& SwitchedNet::add_path(unsigned from, unsigned to, unsigned end, const std::set<std::uint32_t>& channels) {
    paths_.push_back(std::make_unique<SwitchedPath>(*this, from, to, end, channels));
    if (!config_.flooded)
        for (const std::uint32_t channel : channels)
            for (const unsigned port : {from, to}) hub_.enter(group_of(channel), port);
    return *paths_.back();
}

SwitchedPath* SwitchedNet::path_from(unsigned place, std::uint32_t channel) const {
    for (const auto& p : paths_)
        if (p->from_ == place && p->carries(channel)) return p.get();
    return nullptr;
}

SwitchedPath* SwitchedNet::path_to(unsigned place, std::uint32_t channel) const {
    for (const auto& p : paths_)
        if (p->to_ == place && p->carries(channel)) return p.get();
    return nullptr;
}

void SwitchedNet::follow_station(unsigned place) {
    Leg& leg = *legs_[place];
    Station& station = leg.station;
    station.segmented().listen([this, &leg, place](core::Femtoseconds, const card::Unit& u, const unsigned&) {
        leg.sending = {path_from(place, u.channel), frames_++, 0, u.channel};
        if (leg.sending.path) leg.sending.path->sent(leg.sending.frame);
    });
    station.sending_reached.listen([&leg](core::Femtoseconds at, const unsigned& number, const std::uint32_t&) {
        if (number == kFirstBit) leg.sending.first_bit = at;
    });
    station.left.listen([&leg](core::Femtoseconds at, const ether::Outcome& outcome) {
        if (outcome == ether::Outcome::Sent) return leg.coming.push_back(leg.sending);
        if (leg.sending.path) leg.sending.path->lost(at, leg.sending.frame, "transmit_aborted");
    });
    station.arrived.listen([this, place](core::Femtoseconds at, const std::uint32_t& channel) {
        if (SwitchedPath* path = path_to(place, channel)) path->arrived(at);
    });
    station.unit_outcome().listen(
        [this, place](core::Femtoseconds, const card::Unit& u, const card::UnitOutcome& outcome) {
            if (SwitchedPath* path = path_to(place, u.channel)) path->ended(outcome);
        });
}

void SwitchedNet::follow_port(unsigned place) {
    using medium::SwitchedFramePtr;
    Leg& leg = *legs_[place];
    leg.port.mac.transmitter.event.listen(
        [&leg](core::Femtoseconds at, const ether::TransmitEvent& e) { leg.log.event(at, e); });
    leg.port.queued.listen([this, place](core::Femtoseconds at, const SwitchedFramePtr& frame) {
        if (const Known* k = towards(place, frame)) k->path->crossings_[k->first_bit].queued = at;
    });
    leg.port.first.listen([this, place, &leg](core::Femtoseconds at, const SwitchedFramePtr& frame) {
        leg.log.offered(at);
        if (const Known* k = towards(place, frame)) k->path->crossings_[k->first_bit].first = at;
    });
    leg.port.dropped.listen([this, place](core::Femtoseconds at, const SwitchedFramePtr& frame) {
        const Known* k = towards(place, frame);
        if (!k) return;
        k->path->lost(at, k->frame, "queue_full");
        inside_.erase(frame->number);
    });
    leg.port.left.listen(
        [this, place](core::Femtoseconds at, const SwitchedFramePtr& frame, const ether::TransmitStatus& status) {
            const Known* k = towards(place, frame);
            if (!k) return;
            if (status.outcome != ether::Outcome::Sent) k->path->lost(at, k->frame, cause_of_end(status));
            inside_.erase(frame->number);
        });
}

const SwitchedNet::Known* SwitchedNet::towards(unsigned place, const medium::SwitchedFramePtr& frame) const {
    const auto found = inside_.find(frame->number);
    return found != inside_.end() && found->second.path->to_ == place ? &found->second : nullptr;
}

/// The oldest of a card's frames that has left it.
void SwitchedNet::came(core::Femtoseconds at, const medium::SwitchedFramePtr& frame) {
    const auto channel = channel_of(frame->octets.data());
    std::deque<Known>& coming = legs_[frame->from]->coming;
    if (!channel || coming.empty()) return;
    const Known known = coming.front();
    coming.pop_front();
    if (!known.path || known.channel != *channel) return;
    known.path->crossings_[known.first_bit].came = at;
    inside_[frame->number] = known;
}

SwitchedPath::SwitchedPath(SwitchedNet& net, unsigned from, unsigned to, unsigned end, std::set<std::uint32_t> channels)
    : net_(net), from_(from), to_(to), end_(end), channels_(std::move(channels)) {}

void SwitchedPath::sent(std::uint64_t frame) {
    ++sent_;
    under_way_.push_back({frame, false});
}

void SwitchedPath::lost(core::Femtoseconds at, std::uint64_t frame, const std::string& cause) {
    ++lost_[cause];
    for (Frame& f : under_way_) f.lost |= f.number == frame;
    tell_lost(at);
}

/// A lost frame is reported when those before it have arrived.
void SwitchedPath::tell_lost(core::Femtoseconds at) {
    for (; !under_way_.empty() && under_way_.front().lost; under_way_.pop_front()) left(at, end_, false);
}

void SwitchedPath::arrived(core::Femtoseconds at) {
    if (!under_way_.empty()) under_way_.pop_front();
    left(at, end_, true);
    tell_lost(at);
}

void SwitchedPath::ended(card::UnitOutcome outcome) {
    ++(outcome == card::UnitOutcome::Stored ? delivered_ : dropped_[cause_of_drop(outcome)]);
}

card::UnitAccount SwitchedPath::towards(unsigned) const {
    card::UnitAccount account;
    account.held =
        std::uint64_t(std::count_if(under_way_.begin(), under_way_.end(), [](const Frame& f) { return !f.lost; }));
    account.dropped.assign(lost_.begin(), lost_.end());
    return account;
}

card::Link::Counted SwitchedPath::counted(unsigned end) const {
    Counted c{sent_, towards(end)};
    c.account.delivered = delivered_;
    c.account.dropped.insert(c.account.dropped.end(), dropped_.begin(), dropped_.end());
    return c;
}

/// The cable from the card to the switch, and that from the switch to the other card.
std::vector<card::Link::Busy> SwitchedPath::busy(unsigned) const {
    const SwitchedNet::Leg &from = *net_.legs_[from_], &to = *net_.legs_[to_];
    return {{from.host, from.pins.use.busy(0), !from.kind.full_duplex},
            {to.host, to.pins.use.busy(1), !to.kind.full_duplex}};
}

core::Femtoseconds SwitchedPath::longest_pause() const {
    return 2 * std::max(net_.legs_[from_]->station.longest_backoffs(), net_.legs_[to_]->station.longest_backoffs());
}

std::vector<card::Place> SwitchedPath::places() const { return switch_places(); }

void SwitchedPath::add_between(unsigned, card::Spans& spans, const card::TracedPacket& packet) const {
    const auto crossing = crossings_.find(first_bit_of(packet));
    if (crossing == crossings_.end()) return;
    const SwitchedNet::Leg& leg = *net_.legs_[to_];
    add_crossing(spans, packet, crossing->second, {0, leg.log.steps(crossing->second.first), leg.host});
}

}  // namespace niclab::ether_board
