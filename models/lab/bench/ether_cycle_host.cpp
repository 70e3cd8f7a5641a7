#include "lab/bench/ether_cycle_host.h"

#include <utility>

#include "cards/ether_board/plan.h"

namespace niclab::lab {

using ether_board::kWholeFrames;
using stack::Drop;

namespace {

core::Clock::Config oscillator(const TrafficHost& host, base::RandomStream& phases) {
    const ether_board::LineKind kind = host.cycle->ether()->line_kind();
    core::Clock::Config c;
    c.period_fs = 1'000'000'000 / kind.mbps * kind.width();
    c.phase_fs = core::Femtoseconds(phases.uniform(1, std::int64_t(c.period_fs)));
    return c;
}

Drop cause_of(ether::Outcome outcome) {
    switch (outcome) {
        case ether::Outcome::Sent:  // Another station collided with it undetected.
        case ether::Outcome::LateCollision:
            return Drop::LateCollision;
        case ether::Outcome::ExcessiveCollisions:
            return Drop::ExcessiveCollisions;
        default:
            return Drop::CardFifo;
    }
}

}  // namespace

EtherCycleHost::EtherCycleHost(const TrafficHost& host, core::KernelBridge& kernel_bridge, host::Cpu& cpu,
                               base::RandomStream& phases, std::uint64_t seed)
    : CycleHost(net::unpadded_octets, kernel_bridge),
      address_(host.stack.address),
      oscillator_((host.name + "_oscillator").c_str(), oscillator(host, phases)) {
    const BusPhases bus =
        draw_bus_phases(*host.cycle, [&phases](core::Femtoseconds period) { return phase(phases, period); });
    node_ = std::make_unique<Node>(host.name.c_str(), *host.cycle,
                                   std::vector<CardClocks>{{&oscillator_, &oscillator_.edge()}}, bus, seed, 0);
    add_card(host, oscillator_, cpu, {kMtu, 0});
    card_->open_all(kWholeFrames);
    station().follow_whole_frames();
    station().left.listen([this](core::Femtoseconds, const ether::Outcome& outcome) { note_end(outcome); });
    station().unit_outcome().listen(
        [this](core::Femtoseconds, const card::Unit&, const card::UnitOutcome& outcome) { note_outcome(outcome); });
}

void EtherCycleHost::note_end(ether::Outcome outcome) {
    stack::Manifest::Entry* const entry = sent_.first_without_cause(kWholeFrames);
    if (!entry) return;
    entry->cause = cause_of(outcome);
    if (outcome != ether::Outcome::Sent) return;
    ++frames_sent_, first_bits_ += first_bit_ - entry->since;
    passed(kernel_bridge_.now(), {entry->packet});
}

std::optional<std::uint32_t> EtherCycleHost::arrive(const std::optional<tcp::Packet>& packet) {
    arriving_.emplace_back();
    if (!packet) return std::nullopt;
    const net::Frame frame{*packet};
    if (frame.destination() != net::mac_address(address_) && frame.destination() != tcp::kBroadcast)
        return ++not_for_us_, std::nullopt;
    passed(kernel_bridge_.now(), frame);
    return arriving_.back() = coming_.note(kWholeFrames, *packet, kernel_bridge_.now()).number;
}

void EtherCycleHost::note_outcome(card::UnitOutcome outcome) {
    ++results_;
    if (arriving_.empty()) return;  // Of a frame that arrived before the run began.
    const auto number = std::exchange(arriving_.front(), std::nullopt);
    arriving_.pop_front();
    if (!number) return;
    if (outcome == card::UnitOutcome::Stored) return stored(core::now_fs(), *number);
    if (stack::Manifest::Entry* entry = coming_.numbered(kWholeFrames, *number))
        entry->cause = outcome == card::UnitOutcome::NoBuffer ? Drop::CardReceiveBuffer : Drop::CardFifo;
}

bool EtherCycleHost::still_moving() {
    const host::NetDevice& driver = node_->host.driver();
    const std::uint64_t moved =
        card_->stats().sent + driver.stats().interrupts + driver.stats().packets_received + results_ + frames_sent_;
    return std::exchange(seen_, moved) != moved || !driver.transmit_idle() || card_->waiting() > 0 ||
           card_->holds_cpu() || !arriving_.empty();
}

/// A frame that its MAC has not ended may wait for its back-off. One that no station has received
/// whole does not move.
bool EtherCycleHost::is_idle() { return !still_moving() && !sent_.first_without_cause(kWholeFrames); }

void EtherCycleHost::settle() {
    if (still_moving()) return;
    sent_.give_up();
    coming_.give_up();
}

}  // namespace niclab::lab
