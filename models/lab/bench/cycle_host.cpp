#include "lab/bench/cycle_host.h"

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

core::Femtoseconds phase(base::RandomStream& phases, core::Femtoseconds period) {
    return static_cast<core::Femtoseconds>(phases.uniform(1, std::int64_t(period)));
}

stack::Manifest manifest_of(const TrafficHost& host) {
    host::PacketFormat format;
    format.encapsulation = host.card.header_octets == 16 ? "lane" : "llc";
    return stack::Manifest([format](const stack::Manifest::Octets& ip) { return host::encapsulate(format, ip); });
}

/// What a cell's fate means for its packet; nothing: no harm.
std::optional<stack::Drop> drop_of(card::Fate fate) {
    using card::Fate;
    switch (fate) {
        case Fate::Stored:
        case Fate::Raw:
        case Fate::ResourceManagement:
            return std::nullopt;
        case Fate::NoBuffer:
            return stack::Drop::CardReceiveBuffer;
        default:
            return stack::Drop::CardFifo;
    }
}

}  // namespace

CycleHost::CycleHost(const TrafficHost& host, core::Conductor& conductor, host::Cpu& cpu, base::RandomStream& phases,
                     std::uint64_t seed)
    : sent_(manifest_of(host)),
      coming_(manifest_of(host)),
      oscillator_((host.name + "_oscillator").c_str(), oscillator(phases)),
      access_((host.name + "_access").c_str(), oscillator_, phase(phases, kOctet)),
      node_(host.name.c_str(), *host.cycle, {{&oscillator_, &access_.card_receive_edge()}},
            phase(phases, host.cycle->bus.period_fs), seed, 0),
      utopia_tx_((host.name + "_utopia_tx").c_str(), node_.nic().utopia_clock(), node_.nic().atm_tx,
                 node_.nic().phy.tx_end(), node_.nic().tx_fifo().pushed_event()),
      utopia_rx_((host.name + "_utopia_rx").c_str(), node_.nic().utopia_clock(), node_.nic().atm_rx,
                 node_.nic().phy.rx_end(), node_.nic().phy.rx_fifo().pushed_event()),
      card((host.name + "_device").c_str(), conductor, cpu, node_.host.driver(), sent_, coming_,
           {host.card.mtu, host.card.header_octets}),
      port((host.name + "_port").c_str(), conductor, access_, sent_, coming_) {
    access_.join(node_.nic().phy);
    for (stack::Manifest* manifest : {&sent_, &coming_})
        manifest->lost = [this, &conductor](const stack::Loss& loss) { lost(conductor.now(), loss); };
    node_.nic().engine().unit_fate().listen(
        [this](core::Femtoseconds, const card::Unit& unit, card::Fate fate) { blame(unit.channel, fate); });
    node_.nic().phy.late_runners().add(utopia_tx_), node_.nic().phy.late_runners().add(utopia_rx_);
    hand_over_whole();
}

void CycleHost::blame(std::uint32_t channel, card::Fate fate) {
    ++cells_received_;
    if (const auto drop = drop_of(fate)) coming_.blame(channel, *drop);
}

void CycleHost::hand_over_whole() {
    node_.pci.leave_wires();
    utopia_tx_.take_over(), utopia_rx_.take_over();
    access_.leave_pins();
}

bool CycleHost::still_moving() {
    const host::NetDevice& driver = node_.host.driver();
    const std::uint64_t moved = card.stats().sent + driver.stats().interrupts + driver.stats().packets_received +
                                cells_received_ + port.stats().cells_from_card + port.stats().cells_to_card;
    return std::exchange(seen_, moved) != moved || !driver.transmit_idle() || !port.idle() || card.waiting() > 0;
}

CardCounts CycleHost::counts() const {
    return {card.stats().sent, card.stats().received, port.stats().cells_from_card, cells_received_,
            port.stats().card_busy};
}

}  // namespace niclab::lab
