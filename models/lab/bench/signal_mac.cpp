#include "lab/bench/signal_mac.h"

namespace niclab::lab {

void SignalMac::request() {
    if (!offered_) look_for_frame();
}

void SignalMac::look_for_frame() {
    offered_ = station_->next(port_) != nullptr;
    since_ = core::now_fs();
    if (offered_) mac.request();
}

void SignalMac::load() {
    const SyncScope sync_scope(kernel_bridge_);
    octets_ = net::octets(*station_->next(port_));
    octets_.resize(octets_.size() - ether::kFcsOctets);
    began_ = core::now_fs();
    station_->began(port_);
}

void SignalMac::ended(const ether::TransmitStatus& status) {
    const SyncScope sync_scope(kernel_bridge_);
    if (status.outcome == ether::Outcome::Sent) sent(*station_->next(port_));
    offered_ = false;
    station_->gone(port_, status.outcome);
    look_for_frame();
}

void SignalMac::ended(const ether::ReceiveStatus& status) {
    if (!status.fcs_good || status.own_collision || status.runt()) return;
    const SyncScope sync_scope(kernel_bridge_);
    received(coming_);
}

unsigned SignalMac::octets_out() const {
    if (!sends()) return 0;
    const base::Femtoseconds out = bits(core::now_fs() - began_);
    return out <= rules_.slot_bits ? 0 : unsigned(out - rules_.header_bits()) / 8;
}

base::Femtoseconds SignalMac::when_out(unsigned octets) const {
    const base::Femtoseconds after = (rules_.header_bits() + 8 * base::Femtoseconds(octets)) * txc.period_fs() / width_;
    return kernel_bridge_.now() + (began_ + after - core::now_fs());
}

}  // namespace niclab::lab
