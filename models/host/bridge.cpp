#include "host/bridge.h"

#include <algorithm>

namespace niclab::host {

namespace {
constexpr unsigned kFirstDataClocks = 32;  ///< PCI 2.1 allows a host bridge more clocks than the 16 of other targets.

/// As wide as the bus, for any frequency of the clock.
pci::TargetConfig target_config(const pci::Bus& bus) {
    pci::TargetConfig c;
    c.first_data_clocks = kFirstDataClocks;
    c.wide = bus.wide();
    c.capable_66mhz = true;
    return c;
}

bus::Burst block(bus::Command command, std::uint32_t address, unsigned dwords, bus::Purpose purpose) {
    bus::Burst burst;
    burst.command = command;
    burst.purpose = purpose;
    burst.address = address;
    burst.dwords = static_cast<std::uint8_t>(dwords);
    return burst;
}

bus::Burst single(bus::Command command, std::uint32_t address, std::uint32_t value) {
    bus::Burst burst = block(command, address, 1, bus::Purpose::Register);
    burst.data[0] = value;
    return burst;
}

/// The position in its dword of `wanted` octets from `address` on, as many as the dword holds.
struct Lanes {
    unsigned octets, shift;
    std::uint32_t mask;
    std::uint8_t enables;
};
Lanes lanes(std::uint32_t address, unsigned wanted) {
    const unsigned lane = address % 4, n = std::min(wanted, 4 - lane);
    return {n, 8 * lane, n == 4 ? ~0u : (1u << 8 * n) - 1, static_cast<std::uint8_t>(((1u << n) - 1) << lane)};
}

std::uint32_t lane_address(bus::Command command, std::uint32_t address) {
    return bus::is_io(command) ? address : address & ~3u;
}

}  // namespace

bus::TargetPort::Answer MemoryPort::begin(const Access& access) {
    const AccessTiming& timing = bus::is_write(access.command) ? profile_.write : profile_.read;
    const bool stall = timing.stall_probability > 0 && stalls_.chance(timing.stall_probability);
    return {false, false, timing.wait_clocks + (stall ? timing.stall_clocks : 0)};
}

Bridge::Bridge(sc_core::sc_module_name name, core::Clock& clock, pci::Bus& bus, Memory& memory, const Profile& profile,
               std::uint64_t seed)
    : sc_module(name),
      memory_(memory),
      interrupt_(bus.inta("nic")),
      memory_port_(memory, profile, seed, std::string(this->name()) + ".stalls"),
      channel_("cpu"),
      initiator("initiator", clock, channel_, nullptr),
      target("target", clock, memory.size(), memory_port_, target_config(bus)) {
    SC_HAS_PROCESS(Bridge);
    bus.attach(initiator.pins, "host");
    bus.attach(target.pins, "host");
    SC_THREAD(pump);
}

void Bridge::pump() {
    for (;;) {
        while (requests_.empty()) wait(requested_);
        channel_.request.post(requests_.front().burst);
        while (!channel_.response.has_item()) wait(channel_.response.posted_event());
        if (requests_.front().result) *requests_.front().result = channel_.response.item();
        channel_.response.take();
        requests_.pop_front();
        core::fire(served_);
        wait(sc_core::SC_ZERO_TIME);
    }
}

bus::Burst Bridge::transfer(const bus::Burst& burst) {
    bus::Burst result;
    requests_.push_back({burst, &result});
    core::fire(requested_);
    const core::Femtoseconds begin = core::now_fs();
    while (result.status == bus::BurstStatus::Pending) wait(served_);
    cpu_waits_ += core::now_fs() - begin;
    return result;
}

void Bridge::post(const bus::Burst& burst) {
    const core::Femtoseconds begin = core::now_fs();
    while (requests_.size() >= kPostedWrites) wait(served_);
    cpu_waits_ += core::now_fs() - begin;
    requests_.push_back({burst, nullptr});
    core::fire(requested_);
}

std::uint32_t Bridge::transfer(bus::Command command, std::uint32_t address, std::uint32_t value) {
    return transfer(single(command, address, value)).data[0];
}

void Bridge::write(bus::Command command, std::uint32_t address, std::uint32_t value) {
    post(single(command, address, value));
}

void Bridge::write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose purpose) {
    bus::Burst burst = block(bus::Command::MemoryWrite, address, count, purpose);
    std::copy(dwords, dwords + count, burst.data.begin());
    post(burst);
}

void Bridge::read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose purpose) {
    const bus::Burst burst = transfer(block(bus::Command::MemoryRead, address, count, purpose));
    std::copy(burst.data.begin(), burst.data.begin() + count, dwords);
}

std::uint32_t Bridge::config_read32(unsigned slot, std::uint8_t offset) {
    return read(bus::Command::ConfigRead, 1u << (bus::kIdselBase + slot) | offset);
}

void Bridge::config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) {
    write(bus::Command::ConfigWrite, 1u << (bus::kIdselBase + slot) | offset, value);
}

/// For I/O the address is that of the first octet, for memory that of its dword.
std::uint32_t Bridge::read_octets(bus::Command command, std::uint32_t address, unsigned octets) {
    std::uint32_t value = 0;
    for (unsigned done = 0; done < octets; done += lanes(address + done, octets - done).octets) {
        const Lanes l = lanes(address + done, octets - done);
        bus::Burst burst = single(command, lane_address(command, address + done), 0);
        burst.first_enables = l.enables;
        value |= (transfer(burst).data[0] >> l.shift & l.mask) << 8 * done;
    }
    return value;
}

void Bridge::write_octets(bus::Command command, std::uint32_t address, unsigned octets, std::uint32_t value) {
    for (unsigned done = 0; done < octets; done += lanes(address + done, octets - done).octets) {
        const Lanes l = lanes(address + done, octets - done);
        bus::Burst burst =
            single(command, lane_address(command, address + done), (value >> 8 * done & l.mask) << l.shift);
        burst.first_enables = l.enables;
        transfer(burst);
    }
}

std::uint32_t Bridge::read32(std::uint32_t address) { return read(bus::Command::MemoryRead, address); }

void Bridge::write32(std::uint32_t address, std::uint32_t value) { write(bus::Command::MemoryWrite, address, value); }

void Bridge::describe(core::StatsVisitor& v) const {
    v.counter("cpu_wait_ns", cpu_waits_ / 1'000'000, "ns",
              "CPU time spent waiting for reads and for space in the write buffer.");
}

}  // namespace niclab::host
