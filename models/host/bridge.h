/// @file The host bridge: the path of the CPU to the PCI bus, and of the bus to memory.
///
/// Source: latencies from the host's profile.
/// Timing: CPU writes are posted in order, reads wait for the writes before them. Memory answers
///   with the profile's wait clocks, and occasionally with a stall that is drawn from the
///   experiment's seed.
/// Not modelled: caches, host bus, memory refresh other than as stalls of the profile.
#pragma once

#include <deque>

#include "base/random.h"
#include "core/stats.h"
#include "core/units.h"
#include "host/memory.h"
#include "host/port.h"
#include "host/profile.h"
#include "pci/bus.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::host {

/// Memory as the port of the bridge's target.
class MemoryPort : public bus::TargetPort {
public:
    MemoryPort(Memory& memory, const Profile& profile, std::uint64_t seed, const std::string& name)
        : memory_(memory), profile_(profile), stalls_(seed, name) {}

    Answer begin(const Access& access) override;
    unsigned later_wait_clocks(const Access&) override { return profile_.later_wait_clocks; }
    bool bursts() const override { return true; }
    bool is_repeatable() const override { return true; }
    bool allows_deferred_data() const override { return !memory_.edge_runners().empty(); }
    std::uint32_t read(const Access& access) override {
        memory_.report_master(access.offset, access.byte_enables, false);
        return access.offset + 4 <= memory_.size() ? memory_.bus_read32(access.offset) : ~0u;
    }
    void write(const Access& access, std::uint32_t data) override {
        memory_.report_master(access.offset, access.byte_enables, true);
        if (access.offset + 4 <= memory_.size()) memory_.bus_write32(access.offset, data, access.byte_enables);
    }
    void read_run(Access access, std::uint32_t* data, unsigned n) override {
        if (!plain_run(access, n)) return TargetPort::read_run(access, data, n);
        memory_.bus_read(access.offset, data, n);
    }
    void write_run(Access access, const std::uint32_t* data, unsigned n) override {
        if (!plain_run(access, n)) return TargetPort::write_run(access, data, n);
        memory_.bus_write(access.offset, data, n);
    }

private:
    bool plain_run(const Access& access, unsigned n) const {
        return !memory_.masters_observed() && access.offset + 4 * n <= memory_.size();
    }
    Memory& memory_;
    const Profile& profile_;
    base::RandomStream stalls_;
};

class Bridge : public sc_core::sc_module, public Port, public core::StatsSource {
public:
    /// Attaches itself to `bus` as agent "host", the first one. `profile` must outlive the bridge.
    Bridge(sc_core::sc_module_name name, core::Clock& clock, pci::Bus& bus, Memory& memory, const Profile& profile,
           std::uint64_t seed);

    std::uint32_t config_read32(unsigned slot, std::uint8_t offset) override;
    void config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) override;
    std::uint32_t read32(std::uint32_t address) override;
    void write32(std::uint32_t address, std::uint32_t value) override;
    void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose purpose) override;
    void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose purpose) override;
    std::uint32_t io_read(std::uint32_t address, unsigned octets) override {
        return read_octets(bus::Command::IoRead, address, octets);
    }
    void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        write_octets(bus::Command::IoWrite, address, octets, value);
    }
    std::uint32_t memory_read(std::uint32_t address, unsigned octets) override {
        return read_octets(bus::Command::MemoryRead, address, octets);
    }
    void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        write_octets(bus::Command::MemoryWrite, address, octets, value);
    }
    Memory& memory() override { return memory_; }
    const core::Wire<bool>& interrupt() const override { return interrupt_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    Memory& memory_;
    const core::Wire<bool>& interrupt_;
    MemoryPort memory_port_;
    bus::DmaChannel channel_;

public:
    pci::Initiator initiator;
    pci::Target target;

private:
    struct Request {
        bus::Burst burst;
        bus::Burst* result;  ///< Destination of the result for a waiting reader, or nullptr for a posted write.
    };
    static constexpr std::size_t kPostedWrites = 4;

    void pump();
    bus::Burst transfer(const bus::Burst& burst);
    void post(const bus::Burst& burst);
    std::uint32_t transfer(bus::Command command, std::uint32_t address, std::uint32_t value);
    std::uint32_t read(bus::Command command, std::uint32_t address) { return transfer(command, address, 0); }
    void write(bus::Command command, std::uint32_t address, std::uint32_t value);
    std::uint32_t read_octets(bus::Command command, std::uint32_t address, unsigned octets);
    void write_octets(bus::Command command, std::uint32_t address, unsigned octets, std::uint32_t value);

    std::deque<Request> requests_;
    sc_core::sc_event requested_, served_;
    core::Femtoseconds cpu_waits_ = 0;
};

}  // namespace niclab::host
