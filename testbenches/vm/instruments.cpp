#include "instruments.h"

#include <algorithm>

namespace niclab::vm {

Instruments::Instruments(const Config& config, Machine& machine)
    : accesses_(config.accesses), spans_(machine.hardware->unit()) {
    if (!config.pcap.empty()) {
        pcap_ = std::make_unique<probe::Pcapng>(config.pcap);
        line_ =
            pcap_->add_interface("line", machine.hardware->capture_type(), "Packets between the guest and the peer");
    }
    if (!config.wave.path.empty()) wave_ = std::make_unique<WaveWindow>(config.wave, machine);
    machine.guest.began = [this](const Access& access) {
        if (wave_ && access.region != Device::kConfigRegion) wave_->on_access(access);
    };
    machine.guest.ended = [this](const Access& access) {
        accesses_.add(access);
        spans_.on_access(access);
        if (begun_ && access.region != Device::kConfigRegion) ++work_.accesses;
    };
    machine.hardware->on_packet = [this](const LinePacket& packet) { on_packet(packet); };
    machine.time->interrupted = [this](core::Femtoseconds at) {
        spans_.on_interrupt(at);
        if (wave_) wave_->on_interrupt(at);
    };
    machine.hardware->bus().on_card_transaction([this, &machine](const linux_kernel::CardTransaction& t) {
        if (t.aborted) machine.memory.note_refused(t.address + 4 * t.dwords);
        if (t.dwords == 0) return;
        spans_.on_card_transaction(t.at);
        if (begun_) ++work_.transactions;
    });
    machine.hardware->observe(spans_);
}

void Instruments::on_packet(const LinePacket& packet) {
    if (begun_) ++work_.packets;
    begun_ = true;
    if (wave_) wave_->on_frame();
    if (!pcap_) return;
    if (!capture_origin_) capture_origin_ = std::min(accesses_.origin().value_or(packet.at), packet.at);
    pcap_->packet(line_, packet.at - *capture_origin_, packet.octets);
}

void Instruments::finish() {
    accesses_.finish();
    if (pcap_) pcap_->finish();
    if (wave_) wave_->finish();
}

}  // namespace niclab::vm
