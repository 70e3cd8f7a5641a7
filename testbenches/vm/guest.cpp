#include "guest.h"

#include <algorithm>
#include <cstring>

namespace niclab::vm {

namespace {

constexpr std::uint32_t kCommand = 0x04, kFirstBar = 0x10, kCapabilities = 0x34, kConfigOctets = 256;
constexpr unsigned kHasCapabilities = 1 << 20, kMsi = 0x05, kMsix = 0x11, kMostCapabilities = 48;

/// Calls `cycle` with the position and the number of octets of each bus cycle of an access.
template <class Cycle>
void for_each_cycle(std::size_t octets, Cycle cycle) {
    for (std::size_t at = 0; at < octets;) {
        const std::size_t left = octets - at;
        const unsigned n = left >= 4 ? 4 : left >= 2 ? 2 : 1;
        cycle(static_cast<std::uint32_t>(at), n);
        at += n;
    }
}

std::uint64_t value_of(const std::uint8_t* data, std::size_t octets) {
    std::uint64_t value = 0;
    std::memcpy(&value, data, std::min<std::size_t>(octets, sizeof value));
    return value;
}

std::uint32_t address_mask(bool io) { return io ? ~3u : ~15u; }

}  // namespace

void Guest::find_regions() {
    for (unsigned i = 0; i < kBars; ++i) {
        const auto at = static_cast<std::uint8_t>(kFirstBar + 4 * i);
        port_.config_write32(slot_, at, ~0u);
        const std::uint32_t answer = port_.config_read32(slot_, at);
        port_.config_write32(slot_, at, 0);
        bars_[i].io = (answer & 1) != 0;
        bars_[i].octets = answer == 0 ? 0 : ~(answer & address_mask(bars_[i].io)) + 1;
        if (bars_[i].io) bars_[i].octets &= 0xFFFF;  // The upper half of an I/O address may be fixed at 0.
    }
    if ((port_.config_read32(slot_, kCommand) & kHasCapabilities) != 0) find_capabilities();
    port_.config_write32(slot_, kCommand, 0);
}

void Guest::find_capabilities() {
    const auto octet = [this](std::uint32_t at) {
        return std::uint8_t(port_.config_read32(slot_, std::uint8_t(at & ~3u)) >> 8 * (at % 4));
    };
    std::uint32_t pointer = kCapabilities;
    for (unsigned k = 0; k < kMostCapabilities; ++k) {
        const std::uint32_t at = octet(pointer) & 0xFCu;
        if (at == 0) return;
        const unsigned capability = octet(at);
        has_msi_ |= capability == kMsi;
        if (capability == kMsix) shortened_ = pointer, shortened_to_ = octet(at + 1);
        pointer = at + 1;
    }
}

std::uint64_t Guest::region_size(unsigned region) const {
    if (region == kConfigRegion) return kConfigOctets;
    return region < kBars ? bars_[region].octets : 0;
}

std::uint32_t Guest::read_register(const Bar& bar, std::uint32_t address, unsigned octets) {
    if (bar.io) return port_.io_read(address, octets);
    return octets == 4 && address % 4 == 0 ? port_.read32(address) : port_.memory_read(address, octets);
}

void Guest::write_register(const Bar& bar, std::uint32_t address, unsigned octets, std::uint32_t value) {
    if (bar.io) return port_.io_write(address, octets, value);
    if (octets == 4 && address % 4 == 0) return port_.write32(address, value);
    port_.memory_write(address, octets, value);
}

void Guest::read(unsigned region, std::uint64_t offset, std::uint8_t* data, std::size_t octets) {
    Access access{
        core::now_fs(), 0, false, region, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(octets)};
    if (began) began(access);
    if (region == kConfigRegion) {
        ++stats_.config_reads;
        read_config(access.offset, data, octets);
    } else {
        ++stats_.reads;
        const Bar& bar = bars_[region];
        for_each_cycle(octets, [&](std::uint32_t at, unsigned n) {
            const std::uint32_t value = read_register(bar, bar.address + access.offset + at, n);
            std::memcpy(data + at, &value, n);
        });
    }
    memory_.synchronize();
    access.end = core::now_fs();
    access.value = value_of(data, octets);
    if (ended) ended(access);
}

void Guest::write(unsigned region, std::uint64_t offset, const std::uint8_t* data, std::size_t octets) {
    Access access{
        core::now_fs(),        0, true, region, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(octets),
        value_of(data, octets)};
    if (began) began(access);
    if (region == kConfigRegion) {
        ++stats_.config_writes;
        write_config(access.offset, data, octets);
    } else {
        ++stats_.writes;
        const Bar& bar = bars_[region];
        for_each_cycle(octets, [&](std::uint32_t at, unsigned n) {
            std::uint32_t value = 0;
            std::memcpy(&value, data + at, n);
            write_register(bar, bar.address + access.offset + at, n, value);
        });
    }
    memory_.synchronize();
    access.end = core::now_fs();
    if (ended) ended(access);
}

void Guest::read_config(std::uint32_t offset, std::uint8_t* data, std::size_t octets) {
    std::uint32_t dword = 0;
    for (std::size_t i = 0; i < octets; ++i) {
        const std::uint32_t at = offset + static_cast<std::uint32_t>(i);
        if (i == 0 || at % 4 == 0) dword = port_.config_read32(slot_, static_cast<std::uint8_t>(at & ~3u));
        data[i] =
            shortened_ != 0 && at == shortened_ ? shortened_to_ : static_cast<std::uint8_t>(dword >> 8 * (at % 4));
    }
}

void Guest::write_config(std::uint32_t offset, const std::uint8_t* data, std::size_t octets) {
    const std::uint32_t end = offset + static_cast<std::uint32_t>(octets);
    for (std::uint32_t at = offset & ~3u; at < end; at += 4) {
        const auto place = static_cast<std::uint8_t>(at);
        std::uint32_t value = 0;
        if (at < offset || at + 4 > end) value = port_.config_read32(slot_, place);
        if (at == kCommand) value &= 0xFFFF;  // A bit of the status register is cleared by writing 1.
        for (std::uint32_t i = std::max(at, offset); i < std::min(at + 4, end); ++i) {
            const unsigned shift = 8 * (i % 4);
            value = (value & ~(0xFFu << shift)) | std::uint32_t{data[i - offset]} << shift;
        }
        port_.config_write32(slot_, place, value);
        if (at >= kFirstBar && at < kFirstBar + 4 * kBars) {
            Bar& bar = bars_[(at - kFirstBar) / 4];
            bar.address = port_.config_read32(slot_, place) & address_mask(bar.io);
        }
    }
}

/// RST# of one slot cannot be pulsed on this bus: the command register is cleared, so that the card
/// does not respond to accesses, and is no bus master.
void Guest::reset() {
    ++stats_.resets;
    port_.config_write32(slot_, static_cast<std::uint8_t>(kCommand), 0);
}

}  // namespace niclab::vm
