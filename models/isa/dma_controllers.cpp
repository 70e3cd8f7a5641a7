#include "isa/dma_controllers.h"

namespace niclab::isa {

namespace {

constexpr unsigned kChannelsOfOne = 4;
enum Register : unsigned {
    kCommand8237 = 8,
    kMaskOne = 10,
    kMode = 11,
    kMasterClear = 13,
    kClearMask = 14,
    kMaskAll = 15
};
constexpr std::uint8_t kDisable = 0x04, kSetMask = 0x04, kModeBits = 0xC0, kCascade = 0xC0;

Decode decode() {
    Decode d;
    d.ports = {0xC0, 32};
    d.listened = {0x00, 16};
    d.listened_answers = true;
    return d;
}

}  // namespace

DmaControllers::DmaControllers(sc_core::sc_module_name name, Bus& bus)
    : sc_module(name), bus_(bus), slave("slave", bus, "dma_controllers", decode(), *this) {}

std::uint32_t DmaControllers::read(const Access& a) {
    if (number(a) != kCommand8237) return 0xFFu << 8 * lane(a);
    unsigned asking = 0;
    for (unsigned n = 0; n < kChannelsOfOne; ++n) {
        const auto& line = bus_.drqs()[n + (second(a) ? kChannelsOfOne : 0)];
        if (line && line->read()) asking |= 0x10u << n;
    }
    return asking << 8 * lane(a);
}

void DmaControllers::write(const Access& a, std::uint32_t data) {
    controllers_[second(a) ? 1 : 0].write(number(a), std::uint8_t(data >> 8 * lane(a)));
    answered_.write(std::uint8_t(controllers_[0].answered() | controllers_[1].answered() << kChannelsOfOne));
}

void DmaControllers::Controller::write(unsigned number, std::uint8_t value) {
    const auto channel = std::uint8_t(1u << value % kChannelsOfOne);
    switch (number) {
        case kCommand8237:
            disabled = (value & kDisable) != 0;
            return;
        case kMaskOne:
            masked = std::uint8_t(value & kSetMask ? masked | channel : masked & ~channel);
            return;
        case kMode:
            cascade = std::uint8_t((value & kModeBits) == kCascade ? cascade | channel : cascade & ~channel);
            return;
        case kMasterClear:
            disabled = false, masked = 0xF;
            return;
        case kClearMask:
            masked = 0;
            return;
        case kMaskAll:
            masked = value & 0xF;
            return;
        default:
            return;
    }
}

}  // namespace niclab::isa
