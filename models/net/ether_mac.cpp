#include "net/ether_mac.h"

namespace niclab::net {

using base::call;
using ether::TransmitEvent;

EtherMac::EtherMac(base::EventQueue& event_queue, const Config& config, std::uint64_t seed)
    : event_queue_(event_queue),
      config_(config),
      period_(Femtoseconds(1e15 * config.width() / config.bit_rate + 0.5)),
      machine_(config.rules, config.width(), *this, *this, ether::Backoff(seed, config.name)) {}

ether::FrameOptions EtherMac::begin(unsigned) {
    octets_left_ = station_->next(port_)->octets() - ether::kFcsOctets;  // padded already
    return {};
}

PortActivity EtherMac::activity() const {
    PortActivity a{config_.rules.full_duplex, config_.bit_rate, sent(), stats_};
    a.stats.sending = sending(), a.stats.occupied = occupied(), a.stats.held_off = held_off();
    return a;
}

unsigned EtherMac::octets_out() const {
    if (!sends()) return 0;
    const auto bits = unsigned((event_queue_.now() - since_) / period_ * config_.width());
    return bits <= config_.rules.slot_bits ? 0 : (bits - config_.rules.header_bits()) / 8;
}

ether::NextOctet EtherMac::next() {
    if (octets_left_ == 0) return {ether::Supply::End};
    --octets_left_;
    return {ether::Supply::Octet};
}

void EtherMac::ended(const ether::TransmitStatus& status) {
    if (status.outcome == ether::Outcome::Sent)
        event_queue_.after(config_.delay, call<&EtherMac::arrive>(peer_, peer_->on_line_.put(*station_->next(port_))));
    station_->gone(port_, status.outcome);
}

void EtherMac::on_transmit_event(const TransmitEvent& event) {
    stats_.slots += event.slots;
    if (event.what == TransmitEvent::What::JamEnds)
        backs_off_until_ =
            event_queue_.now() + Femtoseconds(event.slots) * config_.rules.slot_bits * period_ / config_.width();
    if (watched) watched(event_queue_.now(), event);
}

void EtherMac::wake_behind(Femtoseconds at) { wake(at < config_.phase ? 0 : (at - config_.phase) / period_ + 1); }

void EtherMac::wake(std::uint64_t edge) {
    if (edge >= wanted_) return;
    wanted_ = edge;
    event_queue_.at(time_of(edge), call<&EtherMac::on_edge>(this, edge));
}

void EtherMac::on_edge(std::uint64_t edge) {
    if (edge != wanted_) return;  // An earlier edge was requested since then.
    wanted_ = ~std::uint64_t{0};
    const bool sent = machine_.drive().en;
    if (edge > last_ + 1) machine_.skip(edge - last_ - 1);
    last_ = edge;
    // What changes with the edge is sampled with the next one.
    const bool heard = changed_ < event_queue_.now() ? heard_ : !heard_;
    overlapped_ |= sent && heard;
    machine_.clock({sent || heard, sent && heard});
    const bool sends = machine_.drive().en;
    if (sends != sent) {
        if (sent) stats_.sending += event_queue_.now() - since_;
        since_ = event_queue_.now();
        note_occupied();
        if (sends) station_->began(port_);
        event_queue_.after(config_.delay, call<&EtherMac::hear>(peer_, std::uint64_t(sends)));
    }
    if (sends != sent) return wake(edge + 1);  // Own carrier begins or ends.
    const std::uint64_t quiet = machine_.quiet_clocks();
    if (quiet != ether::Deferral::kForever) wake(edge + 1 + quiet);
}

void EtherMac::note_occupied() {
    const bool now = heard_ || machine_.drive().en;
    if (now == occupied_) return;
    if (occupied_)
        stats_.occupied += event_queue_.now() - occupied_since_;
    else
        stats_.held_off += held_off_since(occupied_since_);
    occupied_ = now, occupied_since_ = event_queue_.now();
}

void EtherMac::hear(std::uint64_t on) {
    heard_ = on != 0, changed_ = event_queue_.now();
    if (heard_) overlapped_ = machine_.drive().en;
    note_occupied();
    wake_behind(event_queue_.now());
}

void EtherMac::arrive(std::uint64_t number) {
    const Frame frame = on_line_.take(number);
    const bool whole = config_.rules.full_duplex || !overlapped_;
    ++(whole ? stats_.received : stats_.damaged);
    station_->arrived(port_, frame, whole);
}

}  // namespace niclab::net
