#include "cards/dp8390/latch_ports.h"

namespace niclab::dp8390 {

isa::Decode LatchPorts::decode(std::uint32_t port) {
    isa::Decode d;
    d.ports = {port, kPorts};
    d.word_ports = {port + kDataPort, kResetPort - kDataPort};
    return d;
}

bool LatchPorts::ready(const Access& a) {
    if (!latched(a)) return chip_.host.window.ready(a);
    return bus::is_write(a.command) ? !chip_.latch.write.full() : chip_.latch.has_word();
}

std::uint32_t LatchPorts::read(const Access& a) {
    if (!latched(a)) return chip_.host.window.read(a);
    moving_ = Moving::Out;
    return std::uint32_t{chip_.latch.read.item().data} << 8 * (a.address & 3u);
}

void LatchPorts::write(const Access& a, std::uint32_t data) {
    if (!latched(a)) return chip_.host.window.write(a, data);
    moving_ = Moving::In;
    const unsigned lane = a.address & 3u;
    leaving_ = {std::uint16_t(data >> 8 * lane), std::uint8_t(__builtin_popcount(a.byte_enables)), 0};
}

void LatchPorts::over() {
    if (moving_ == Moving::In) chip_.latch.write.post(leaving_);
    if (moving_ == Moving::Out) chip_.take_latched();
    moving_ = Moving::Nothing;
}

void LatchPorts::connect(isa::Slave& slave) {
    slave.ready_with_post(chip_.host.window.answers);
    slave.ready_with_take(chip_.host.window.requests);
    slave.ready_with_post(chip_.latch.read);
    slave.ready_with_take(chip_.latch.write);
}

}  // namespace niclab::dp8390
