#include "lab/bench/atm_cycle_host.h"

#include <optional>
#include <utility>

#include "host/packet.h"

namespace niclab::lab {

namespace {

constexpr core::Femtoseconds kOctet = 51'440'329;  ///< 1 / 19.44 MHz.

core::Clock::Config oscillator(base::RandomStream& phases) {
    core::Clock::Config c;
    c.period_fs = kOctet;
    c.phase_fs = static_cast<core::Femtoseconds>(phases.uniform(1, std::int64_t(kOctet)));
    return c;
}

std::function<stack::Manifest::Octets(const tcp::Packet&)> sdu_of(const TrafficHost& host) {
    host::PacketFormat format;
    format.encapsulation = host.lane() ? "lane" : "llc";
    return [format](const tcp::Packet& p) { return host::encapsulate(format, tcp::octets(p), p.ethertype()); };
}

/// The drop reason of a packet for the result of its cell; nothing: no loss.
std::optional<stack::Drop> drop_of(card::UnitOutcome outcome) {
    using card::UnitOutcome;
    switch (outcome) {
        case UnitOutcome::Stored:
        case UnitOutcome::Raw:
        case UnitOutcome::ResourceManagement:
            return std::nullopt;
        case UnitOutcome::NoBuffer:
            return stack::Drop::CardReceiveBuffer;
        case UnitOutcome::LookupError:
        case UnitOutcome::Invalid:
            return stack::Drop::NoConnection;
        default:
            return stack::Drop::CardFifo;
    }
}

}  // namespace

AtmCycleHost::AtmCycleHost(const TrafficHost& host, core::KernelBridge& kernel_bridge, host::Cpu& cpu,
                           base::RandomStream& phases, std::uint64_t seed)
    : CycleHost(sdu_of(host), kernel_bridge),
      oscillator_((host.name + "_oscillator").c_str(), oscillator(phases)),
      access_((host.name + "_access").c_str(), oscillator_, phase(phases, kOctet)),
      port((host.name + "_port").c_str(), kernel_bridge, access_, sent_, coming_) {
    node_ = std::make_unique<Node>(host.name.c_str(), *host.cycle,
                                   std::vector<CardClocks>{{&oscillator_, &access_.card_receive_edge()}},
                                   BusPhases{phase(phases, host.cycle->bus.period_fs)}, seed, 0);
    board::Nic& nic = node_->nic();
    add_card(host, oscillator_, cpu, {host.card.mtu, host.card.header_octets});
    end_->atm = std::make_unique<AtmEnd>(nic, host.name);
    AtmEnd& end = *end_->atm;
    access_.join(nic.phy, end.launch.pins, end.arrive.pins);
    end.line_from = &access_.from_card(), end.line_to = &access_.to_card();
    end.add_cell_links(host.name);
    card_->came.listen([this](core::Femtoseconds, host::Channel c, std::size_t octets) { deliver_cells(c, octets); });
    port.lost = [this](const stack::Loss& loss) { report(loss); };
    nic.engine().unit_outcome().listen([this](core::Femtoseconds, const card::Unit& unit, card::UnitOutcome outcome) {
        blame(unit.channel, outcome);
    });
}

void AtmCycleHost::blame(std::uint32_t channel, card::UnitOutcome outcome) {
    ++cells_received_;
    const stack::Manifest::Entry* const entry = coming_.oldest(channel);
    const auto drop = drop_of(outcome);
    if (!drop) {
        Stored& stored = stored_[channel];
        if (stored.cells++ == 0 && entry) stored.packet = entry->packet;
        return;
    }
    coming_.blame(channel, *drop);
    drop_cells(*drop, entry ? entry->packet : tcp::Packet{}, 1);
}

void AtmCycleHost::drop_cells(stack::Drop cause, const tcp::Packet& packet, std::uint32_t cells) {
    cells_dropped_ += cells;
    report({cause, packet, 0, cells});
}

void AtmCycleHost::deliver_cells(std::uint32_t channel, std::size_t octets) {
    const std::uint32_t cells = net::aal5_cells(std::uint32_t(octets));
    cells_delivered_ += cells;
    stored_[channel].cells -= cells;
}

void AtmCycleHost::settle() {
    if (still_moving()) return;
    sent_.give_up();
    coming_.give_up();
    for (auto& [channel, stored] : stored_)
        if (const std::uint64_t cells = std::exchange(stored.cells, 0))
            drop_cells(stack::Drop::IncompletePdu, stored.packet, std::uint32_t(cells));
}

void AtmCycleHost::enter_transaction_level() {
    node_->enter_transaction_level();
    end_->atm->utopia_tx->enter_transaction_level(), end_->atm->utopia_rx->enter_transaction_level();
    node_->nic().chip().enter_transaction_level();
    access_.enter_transaction_level();
}

bool AtmCycleHost::still_moving() {
    const host::NetDevice& driver = node_->host.driver();
    const std::uint64_t moved = card_->stats().sent + driver.stats().interrupts + driver.stats().packets_received +
                                cells_received_ + port.stats().cells_from_card + port.stats().cells_to_card;
    return std::exchange(seen_, moved) != moved || !driver.transmit_idle() || !port.idle() || card_->waiting() > 0;
}

CardCounts AtmCycleHost::counts() const {
    return {card_->stats().sent, card_->stats().received, port.stats().cells_from_card, cells_received_,
            port.card_busy()};
}

}  // namespace niclab::lab
