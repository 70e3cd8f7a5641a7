#include "lab/bench/ether_cable.h"

#include <algorithm>
#include <utility>

#include "cards/ether_board/line.h"
#include "ether/fcs.h"

namespace niclab::lab {

using SyncScope = core::KernelBridge::SyncScope;

namespace {

medium::TransceiverConfig transceiver_of(double bit_rate, bool full_duplex) {
    return ether_board::transceiver_of({unsigned(bit_rate * 1e-6), full_duplex});
}

SignalMac::Config mac_of(const EtherCable::Config& cable, const EtherCable::End& end, base::RandomStream& phases) {
    SignalMac::Config c;
    c.bit_rate = cable.bit_rate, c.at_m = cable.hub ? 0 : end.at_m, c.seed = cable.seed;
    c.phase = core::Femtoseconds(phases.uniform(1, std::int64_t(1e15 * c.width() / c.bit_rate)));
    if (end.station) {
        c.period = end.station->bit, c.rules = end.station->rules, c.transceiver = end.station->transceiver;
        return c;
    }
    c.rules.full_duplex = end.full_duplex;
    c.transceiver = transceiver_of(cable.bit_rate, end.full_duplex);
    return c;
}

medium::Cabling::Config cabling_of(const EtherCable::Config& line, const std::vector<EtherCable::End>& ends,
                                   base::RandomStream& phases) {
    const bool half = std::any_of(ends.begin(), ends.end(), [](const auto& end) { return !end.full_duplex; });
    medium::Cabling::Config c{{line.ns_per_m, half}, unsigned(line.bit_rate / 1e6), {}, line.name + "_frames"};
    if (line.hub) c.repeater_phase = core::Femtoseconds(phases.uniform(1, std::int64_t(medium::Hub::kBit)));
    return c;
}

bool is_good(const std::vector<std::uint8_t>& octets) {
    ether::Fcs fcs;
    fcs.add(octets.data(), octets.size());
    return fcs.good();
}

}  // namespace

/// An end with what is between its MAC and the cable, and the frames under way to and from it.
struct EtherCable::Tap {
    explicit Tap(const End& of) : end(of), sent(net::unpadded_octets), coming(net::unpadded_octets) {}
    const End end;
    std::unique_ptr<SignalMac> own;                    ///< For a coarse card or a switch.
    std::unique_ptr<medium::Transceiver> transceiver;  ///< Of a card at the cycle level.
    std::unique_ptr<PortWatch> watch;
    stack::Manifest sent;    ///< Frames of `own` that have arrived nowhere yet.
    stack::Manifest coming;  ///< Frames that have arrived elsewhere; a connection per sending end.

    ether::Mac& mac() const { return own ? own->mac : end.host->station().mac(); }
    ether::MacPins<core::Net>& wires() const { return own ? own->wires : end.host->station().wires; }
    medium::Transceiver& line() const { return own ? own->transceiver : *transceiver; }
    bool is_for(const tcp::Packet& packet) const {
        const net::MacAddress to = net::Frame{packet}.destination();
        return !end.address || to == tcp::kBroadcast || to == net::mac_address(*end.address);
    }
};

EtherCable::EtherCable(core::KernelBridge& kernel_bridge, const Config& config, const std::vector<End>& ends,
                       base::RandomStream& phases, std::function<void(unsigned, const stack::Loss&)> lost)
    : config_(config),
      kernel_bridge_(kernel_bridge),
      lost_(std::move(lost)),
      cabling_(cabling_of(config, ends, phases)) {
    for (const End& end : ends) add_tap(end, phases);
    add_frame_transactions();
}

EtherCable::~EtherCable() = default;

void EtherCable::add_tap(const End& end, base::RandomStream& phases) {
    const auto number = unsigned(taps_.size());
    Tap& tap = *taps_.emplace_back(std::make_unique<Tap>(end));
    const std::string name = config_.name + "_" + end.name;
    medium::Segment& cable = cabling_.cable(name + "_cable", end.at_m);
    if (end.host) {
        ether_board::Station& station = end.host->station();
        tap.transceiver = std::make_unique<medium::Transceiver>((name + "_transceiver").c_str(), station.txc,
                                                                station.rxc, cable, config_.hub ? 0 : end.at_m,
                                                                transceiver_of(config_.bit_rate, end.full_duplex));
        tap.transceiver->pins.bind(station.wires);
        station.heard().listen([this, number](core::Femtoseconds, const std::vector<std::uint8_t>& octets) {
            if (!is_good(octets)) return;
            const SyncScope sync_scope(kernel_bridge_);
            arrive(number, octets);
        });
    } else {
        tap.own =
            std::make_unique<SignalMac>((name + "_mac").c_str(), kernel_bridge_, cable, mac_of(config_, end, phases));
        tap.own->sent = [this, &tap](const net::Frame& frame) {
            tap.sent.note(0, frame.packet, kernel_bridge_.now()).cause = stack::Drop::LateCollision;
        };
        tap.own->received = [this, number](const std::vector<std::uint8_t>& octets) { arrive(number, octets); };
    }
    tap.sent.lost = [this, number](const stack::Loss& loss) { lost_(destination(number, loss.packet), loss); };
    tap.coming.lost = [this, number](const stack::Loss& loss) { note_lost(number, loss); };
    tap.watch =
        std::make_unique<PortWatch>((name + "_watch").c_str(), kernel_bridge_, tap.wires(), tap.mac(),
                                    PortWatch::Line{config_.bit_rate, end.full_duplex, ether::MacRules{}.slot_bits});
    if (end.host) tap.watch->began = [host = end.host](base::Femtoseconds at) { host->set_first_bit(at); };
}

/// Not with one end in full duplex.
void EtherCable::add_frame_transactions() {
    const auto duplex = [&](const auto& tap) { return tap->end.full_duplex == taps_[0]->end.full_duplex; };
    if (!std::all_of(taps_.begin(), taps_.end(), duplex)) return;
    for (const auto& tap : taps_)
        cabling_.frames.add({&tap->mac(), &tap->line(), nullptr, tap->end.full_duplex, tap->end.host != nullptr});
}

net::FramePort* EtherCable::port(unsigned end) const { return taps_[end]->own.get(); }

net::PortActivity EtherCable::activity(unsigned end) const { return taps_[end]->watch->activity(); }

std::vector<SingleMac> EtherCable::own_macs() const {
    std::vector<SingleMac> all;
    for (const auto& tap : taps_)
        if (tap->own) all.push_back(tap->own->observed(tap->end.name));
    return all;
}

void EtherCable::follow(const std::vector<ether::SymbolWatch*>& of_own_macs, bool signal_level) {
    auto next = of_own_macs.begin();
    medium::FrameTransactions& frames = cabling_.frames;
    for (std::size_t k = 0; k < frames.stations(); ++k)
        frames.set_watch(k, taps_[k]->own ? *next++ : taps_[k]->end.host->station().watch());
    frames.set_signal_level(signal_level);
}

/// The packet of a frame that one end receives. The first station that receives it notes it for
/// the others.
std::optional<EtherCable::Claimed> EtherCable::claim(unsigned end, const std::vector<std::uint8_t>& frame) {
    for (unsigned k = 0; k < taps_.size(); ++k) {
        if (k == end) continue;
        if (const auto entry = taps_[end]->coming.claim_padded(k, frame))
            return Claimed{entry->packet, k, entry->origin};
        const auto entry =
            taps_[k]->end.host ? taps_[k]->end.host->claim_sent(frame) : taps_[k]->sent.claim_padded(0, frame);
        if (!entry) continue;
        for (unsigned other = 0; other < taps_.size(); ++other) {
            if (other == k || other == end) continue;
            stack::Manifest::Entry& copy = taps_[other]->coming.note(k, entry->packet, kernel_bridge_.now());
            copy.cause = stack::Drop::LateCollision, copy.origin = entry->number;
            ++copies_;
        }
        return Claimed{entry->packet, k, entry->number};
    }
    return std::nullopt;
}

void EtherCable::arrive(unsigned end, const std::vector<std::uint8_t>& octets) {
    ++moved_;
    const auto claimed = claim(end, {octets.begin(), octets.end() - ether::kFcsOctets});
    Tap& tap = *taps_[end];
    EtherCycleHost* const from = claimed ? taps_[claimed->from]->end.host : nullptr;
    if (tap.own) {
        if (from) arrived(core::now_fs(), {from, nullptr, claimed->number, 0, claimed->packet});
        if (claimed) tap.own->deliver({claimed->packet}, true);
        return;
    }
    const auto number = tap.end.host->arrive(claimed ? std::optional(claimed->packet) : std::nullopt);
    if (number) arrived(core::now_fs(), {from, tap.end.host, claimed->number, *number, claimed->packet});
}

/// The end of the station to which a packet is addressed; for one after a switch, or for
/// all, the first other end.
unsigned EtherCable::destination(unsigned from, const tcp::Packet& packet) const {
    for (unsigned end = 0; end < taps_.size(); ++end)
        if (end != from && taps_[end]->end.address && taps_[end]->is_for(packet)) return end;
    return from == 0 ? 1 : 0;
}

void EtherCable::note_lost(unsigned end, const stack::Loss& loss) {
    if (taps_.size() > 2 && !taps_[end]->is_for(loss.packet))
        ++filtered_;
    else
        lost_(end, loss);
}

bool EtherCable::is_idle() {
    std::uint64_t moved = moved_;
    for (const auto& tap : taps_) moved += tap->mac().transmitter.stats().attempts;
    const bool same = std::exchange(seen_, moved) == moved;
    return same && std::all_of(taps_.begin(), taps_.end(), [](const auto& tap) {
               return (!tap->own || tap->own->is_idle()) && tap->watch->is_quiet();
           });
}

std::size_t EtherCable::under_way() const {
    std::size_t frames = 0;
    for (const auto& tap : taps_) frames += tap->sent.under_way() + tap->coming.under_way();
    return frames;
}

void EtherCable::settle() {
    cabling_.frames.settle();
    if (!is_idle()) return;
    for (const auto& tap : taps_) tap->sent.give_up(), tap->coming.give_up();
}

}  // namespace niclab::lab
