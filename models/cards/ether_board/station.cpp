#include "cards/ether_board/station.h"

#include <algorithm>
#include <utility>

#include "bus/dma_if.h"
#include "cards/ether_board/channel.h"
#include "pcie/slot/board.h"

namespace niclab::ether_board {

namespace {

card::UnitAccount account(std::uint64_t delivered, const std::map<std::string, std::uint64_t>& dropped) {
    return {delivered, 0, {dropped.begin(), dropped.end()}};
}

/// The last copy up to that time; nullptr: none.
template <core::Femtoseconds Copy::*kWhen>
const Copy* last(const std::vector<Copy>& copies, core::Femtoseconds by) {
    const auto later = [](core::Femtoseconds at, const Copy& copy) { return at < copy.*kWhen; };
    const auto next = std::upper_bound(copies.begin(), copies.end(), by, later);
    return next == copies.begin() ? nullptr : &*(next - 1);
}
constexpr auto kLastBegun = last<&Copy::begin>;
constexpr auto kLastEnded = last<&Copy::end>;

}  // namespace

const char* cause_of_drop(card::UnitOutcome outcome) {
    switch (outcome) {
        case card::UnitOutcome::NoBuffer:
            return "no_buffer";
        case card::UnitOutcome::FifoOverflow:
            return "overrun";
        case card::UnitOutcome::LookupError:
            return "address_mismatch";
        default:
            return "receive_disabled";
    }
}

const char* cause_of_end(const ether::TransmitStatus& s) {
    return s.outcome == ether::Outcome::ExcessiveCollisions ? "excessive_collisions"
           : s.outcome == ether::Outcome::LateCollision     ? "late_collision"
                                                            : "underrun";
}

Station::Station(sc_core::sc_module_name name, const card::Slot& slot, const ether::MacRules& rules, Mover mover,
                 unsigned width, bus::Kind bus)
    : Card(name),
      txc(slot.line_clock),
      rxc("rxc", {txc.period_fs(), 0, false}),
      rules_(rules),
      mover_(mover),
      width_(width),
      bus_(bus),
      transfers_(bus == pcie::Board::kKind ? &slot.buses.find<pcie::Board>()->log : nullptr),
      log_(rules, bit_fs(), kOfStation) {
    SC_HAS_PROCESS(Station);
    SC_METHOD(on_txen);
    sensitive << wires.txen;
    dont_initialize();
    SC_METHOD(on_crs);
    sensitive << wires.crs;
    dont_initialize();
    if (transfers_)
        slot.buses.find<pcie::Board>()->written.listen(
            [this](core::Femtoseconds at, const pcie::Tlp& tlp) { written(at, tlp); });
}

void Station::follow(ether::Mac& mac, SendTaps& sending, ReceiveTap& receiving, core::Tap<>& demanded,
                     core::Tap<std::vector<std::uint8_t>>& heard) {
    heard_ = &heard, mac_ = &mac;
    mac.pins.bind(wires);
    sending.offered.listen(
        [this](core::Femtoseconds at, const Address& to, const core::Femtoseconds& taken) { offered(at, to, taken); });
    sending.stopped.listen([this](core::Femtoseconds) { stopping_ = true; });
    sending.closed.listen([this](core::Femtoseconds at) { closed_ = at; });
    mac.transmitter.event.listen(
        [this](core::Femtoseconds at, const ether::TransmitEvent& event) { mac_event(at, event); });
    receiving.listen([this](core::Femtoseconds at, const Address& to, const card::UnitOutcome& outcome,
                            const core::Femtoseconds& last_bit) { received(at, to, outcome, last_bit); });
    demanded.listen([this](core::Femtoseconds at) { doorbell_(at, 0); });
}

void Station::follow(CopyTap& copied) {
    copied.listen([this](core::Femtoseconds at, const bool& into, const core::Femtoseconds& begun) {
        if (segmented_.active()) (into ? into_ : out_of_).push_back({begun, at});
    });
}

std::optional<std::uint32_t> Station::channel(const Address& to) const {
    const auto flow = channel_of(to);
    return flow || !whole_frames_ ? flow : kWholeFrames;
}

void Station::offered(core::Femtoseconds at, const Address& to, core::Femtoseconds taken) {
    const auto flow = channel(to);
    known_ = flow.has_value();
    if (std::exchange(stopped_, false)) {
        if (flow == channel_) return log_.offered_again(stopped_at_, at, causes::kCommand);
        give_up(stopped_at_, withdrawn_);
    }
    if (!known_) return;
    channel_ = *flow;
    ++sent_;
    if (segmented_.active()) log_.offered(at), free_from_[at] = closed_;
    segmented_(at, {channel_, true}, 0);
    sending_reached(taken, kTaken, channel_);
    sending_reached(at, kOffered, channel_);
}

void Station::mac_event(core::Femtoseconds at, const ether::TransmitEvent& e) {
    if (!known_) return;
    log_.event(at, e);
    if (e.what != ether::TransmitEvent::What::Ends) return;
    known_ = false;
    const bool sent = e.status.outcome == ether::Outcome::Sent;
    stopped_ = std::exchange(stopping_, false) && e.status.outcome == ether::Outcome::Withdrawn;
    if (stopped_) {
        stopped_at_ = at, withdrawn_ = e.status;
        return;
    }
    sending_reached(log_.first_bit(), kFirstBit, channel_);
    if (!sent) return give_up(at, e.status);
    left(at, e.status.outcome);
}

void Station::give_up(core::Femtoseconds at, const ether::TransmitStatus& status) {
    ++given_up_[cause_of_end(status)];
    left(at, status.outcome);
}

void Station::received(core::Femtoseconds at, const Address& to, card::UnitOutcome outcome,
                       core::Femtoseconds last_bit) {
    const auto flow = channel(to);
    if (!flow) return;
    const Reception reception{at, *flow, outcome, last_bit};
    const bool waits = transfers_ && (outcome == card::UnitOutcome::Stored || !posted_.empty());
    if (waits) return posted_.push_back(reception);
    report(at, reception);
}

/// A status that was handed over before the bus took this write is in memory now.
void Station::written(core::Femtoseconds at, const pcie::Tlp& tlp) {
    if (tlp.purpose != std::uint8_t(bus::Purpose::ReceiveStatus)) return;
    const auto is_over = [&tlp](const Reception& r) {
        return r.outcome != card::UnitOutcome::Stored || r.at < tlp.at(pcie::Stamp::Asked);
    };
    for (; !posted_.empty() && is_over(posted_.front()); posted_.pop_front()) report(at, posted_.front());
}

void Station::report(core::Femtoseconds at, const Reception& r) {
    arrived(at, r.flow);
    unit_outcome_(at, {r.flow, true}, r.outcome);
    if (r.outcome != card::UnitOutcome::Stored) {
        ++dropped_[cause_of_drop(r.outcome)];
        return;
    }
    ++delivered_;
    receiving_reached(r.last_bit, kLastBit, r.flow, 0);
    receiving_reached(at, kInMemory, r.flow, 0);
}

card::UnitAccount Station::received_units() const { return account(delivered_, dropped_); }

card::UnitAccount Station::given_up() const { return account(0, given_up_); }

core::Femtoseconds Station::longest_backoffs() const {
    return rules_.longest_backoff_slots() * rules_.slot_bits * bit_fs();
}

void Station::add_sending(card::Spans& spans, const card::TracedPacket& packet) const {
    const std::size_t place = packet.chain.sending_index(kOffered);
    const core::Femtoseconds at = place < packet.at.size() ? packet.at[place] : 0;
    const auto free_from = free_from_.find(at);
    const Waited waited{free_from == free_from_.end() ? 0 : free_from->second, log_.steps(at), peer_};
    if (transfers_) return ether_board::add_sending(spans, packet, waited, *transfers_);
    // Between a frame's copy and the notification of the card no other copy begins; between its
    // copy and its delivery none ends.
    ether_board::add_sending(spans, packet, mover_, waited, kLastBegun(into_, taken_at(packet)));
}

void Station::add_receiving(card::Spans& spans, const card::TracedPacket& packet) const {
    if (transfers_) return ether_board::add_receiving(spans, packet, *transfers_);
    ether_board::add_receiving(spans, packet, mover_, kLastEnded(out_of_, packet.point(card::Point::HandedUp)));
}

}  // namespace niclab::ether_board
