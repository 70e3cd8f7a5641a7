/// @file A guest of another program as the CPU of a simulated host: its register accesses become bus
/// cycles of the card in one slot.
///
/// Behaviour: each access of the guest is one or more cycles of the host's bus and takes their time.
///   An access of more than 4 octets is split, the lowest address first. Base addresses are those
///   that the guest writes. INTA# of the card is passed on as an edge each time it is asserted. If it
///   still is asserted after an unmask, that is repeated when the guest pauses: for 50 us (`free`), or
///   with a question of the gate (`gated`). MSI is that of the card. Before the
///   guest, the card has no address, and its command register is 0.
/// Limitations: the capability MSI-X is left out of the list, because QEMU keeps its table for itself.
///   A write of a part of a configuration dword reads the dword first, which is one cycle more than
///   on a real machine. Expansion ROMs are not offered.
#pragma once

#include <array>
#include <functional>

#include "guest_memory.h"
#include "host/port.h"
#include "server.h"

namespace niclab::vm {

/// A register access of the guest.
struct Access {
    core::Femtoseconds begin = 0, end = 0;  ///< Of its bus cycles.
    bool write = false;
    unsigned region = 0;  ///< BAR, or Device::kConfigRegion.
    std::uint32_t offset = 0, octets = 0;
    std::uint64_t value = 0;  ///< The first 8 octets, little-endian.
};

class Guest : public Device {
public:
    /// All must outlive it.
    Guest(host::Port& port, GuestMemory& memory, unsigned slot) : port_(port), memory_(memory), slot_(slot) {}
    /// Finds the sizes of the BARs, as firmware does, and the capabilities. To be called once, by an
    /// SC_THREAD, before all others.
    void find_regions();
    std::uint64_t region_size(unsigned region) const override;
    void read(unsigned region, std::uint64_t offset, std::uint8_t* data, std::size_t octets) override;
    void write(unsigned region, std::uint64_t offset, const std::uint8_t* data, std::size_t octets) override;
    int map(const DmaRange& range, int file, std::uint64_t file_offset) override {
        return memory_.map(range, file, file_offset);
    }
    int unmap(const DmaRange& range) override { return memory_.unmap(range); }
    void reset() override;
    bool interrupt() const override { return port_.interrupt().read(); }
    bool has_msi() const override { return has_msi_; }

    /// Called before and after each access.
    std::function<void(const Access&)> began, ended;
    struct Stats {
        std::uint64_t reads = 0, writes = 0, config_reads = 0, config_writes = 0, resets = 0;
    };
    const Stats& stats() const { return stats_; }

private:
    static constexpr unsigned kBars = 6;
    struct Bar {
        std::uint32_t octets = 0, address = 0;
        bool io = false;
    };
    std::uint32_t read_register(const Bar& bar, std::uint32_t address, unsigned octets);
    void write_register(const Bar& bar, std::uint32_t address, unsigned octets, std::uint32_t value);
    void read_config(std::uint32_t offset, std::uint8_t* data, std::size_t octets);
    void write_config(std::uint32_t offset, const std::uint8_t* data, std::size_t octets);
    void find_capabilities();

    host::Port& port_;
    GuestMemory& memory_;
    unsigned slot_;
    std::array<Bar, kBars> bars_;
    bool has_msi_ = false;
    std::uint32_t shortened_ = 0;  ///< Place of the pointer to a capability that leaves out MSI-X; 0: none.
    std::uint8_t shortened_to_ = 0;
    Stats stats_;
};

}  // namespace niclab::vm
