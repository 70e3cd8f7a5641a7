#include "tester.h"

namespace niclab::linux_kernel {

Tester::Tester(sc_core::sc_module_name name, medium::Segment& segment, const Config& config)
    : sc_module(name),
      Attachment(segment, config.at_m, config.clock_fs, config.phase_fs, config.transceiver),
      mac_("mac", txc, rxc, *this, *this, config.mac) {
    mac_.pins.bind(wires);
    connect(false);
}

void Tester::send(const std::vector<std::uint8_t>& octets) {
    queue_.push_back(octets);
    mac_.request();
}

void Tester::keep_busy(bool busy, const Interface::Address& to) {
    busy_ = busy;
    if (busy) send({to.begin(), to.end()});
}

ether::FrameOptions Tester::begin(unsigned) {
    place_ = 0;
    return {false, 0};
}

ether::NextOctet Tester::next() {
    constexpr std::uint8_t kFiller = 0x55;
    const std::vector<std::uint8_t>& octets = queue_.front();
    if (place_ < octets.size()) return {ether::Supply::Octet, octets[place_++]};
    if (busy_) return {ether::Supply::Octet, kFiller};
    return {ether::Supply::End};
}

void Tester::ended(const ether::TransmitStatus&) { queue_.pop_front(); }

void Tester::ended(const ether::ReceiveStatus& status) {
    if (!status.fcs_good || status.own_collision || status.runt()) return;
    seen_.emplace_back(in_.begin(), in_.end() - ether::kFcsOctets);
}

}  // namespace niclab::linux_kernel
