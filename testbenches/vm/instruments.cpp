#include "instruments.h"

#include <algorithm>

namespace niclab::vm {

Instruments::Instruments(const Config& config, Machine& machine) : accesses_(config.accesses) {
    if (!config.pcap.empty()) {
        pcap_ = std::make_unique<probe::Pcapng>(config.pcap);
        cable_ = pcap_->add_interface("cable", probe::Pcapng::kEthernet, "Frames between the guest and the peer");
    }
    if (!config.wave.path.empty()) wave_ = std::make_unique<WaveWindow>(config.wave, machine);
    machine.guest.began = [this](const Access& access) {
        if (wave_ && access.region != Device::kConfigRegion) wave_->on_access(access.begin);
    };
    machine.guest.ended = [this](const Access& access) {
        accesses_.add(access);
        spans_.on_access(access);
    };
    machine.peer.on_frame = [this](const CableFrame& frame) { on_frame(frame); };
    machine.time->interrupted = [this](core::Femtoseconds at) {
        spans_.on_interrupt(at);
        if (wave_) wave_->on_interrupt(at);
    };
    machine.station.backplane.on_card_transaction([this, &machine](const linux_kernel::CardTransaction& t) {
        if (t.aborted) machine.memory.note_refused(t.address + 4 * t.dwords);
        if (t.dwords > 0) spans_.on_card_transaction(t.at);
    });
    machine.station.card->mac().transmitter.event.listen(
        [this](core::Femtoseconds at, const ether::TransmitEvent& event) { spans_.on_transmit(at, event); });
}

void Instruments::on_frame(const CableFrame& frame) {
    if (wave_) wave_->on_frame();
    if (!pcap_) return;
    const core::Femtoseconds origin = accesses_.origin().value_or(0);
    pcap_->packet(cable_, frame.at - std::min(origin, frame.at), frame.octets);
}

void Instruments::finish() {
    accesses_.finish();
    if (pcap_) pcap_->finish();
    if (wave_) wave_->finish();
}

}  // namespace niclab::vm
