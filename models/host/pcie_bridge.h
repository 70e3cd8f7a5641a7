/// @file The path of the CPU to a card on PCI Express: registers, configuration and the interrupt.
///
/// Behaviour: before the first access to configuration the buses are numbered and the windows of the
///   card assigned, as a BIOS does. Writes to memory are posted; the CPU waits if too many wait for
///   the link. All other accesses wait for their completion. INTA is a level; a message of MSI or
///   MSI-X is a request that ends when the CPU accepts it, the oldest first.
/// Assumed: a block of reads is one request, as of a CPU that reads a line of combined memory.
#pragma once

#include <deque>
#include <map>

#include "core/stats.h"
#include "host/port.h"
#include "pcie/slot/board.h"

namespace niclab::host {

/// The machine's memory for cards on PCI Express.
class PcieMemory : public pcie::Store {
public:
    explicit PcieMemory(Memory& memory) : memory_(memory) {}
    bool holds(std::uint64_t address, unsigned octets) const override {
        return octets <= memory_.size() && address <= memory_.size() - octets;
    }
    void read(std::uint64_t address, std::uint8_t* to, unsigned octets) override;
    void write(std::uint64_t address, const std::uint8_t* from, unsigned octets) override;

private:
    void report(std::uint64_t address, unsigned octets, bool write) const;
    Memory& memory_;
};

class PcieBridge : public sc_core::sc_module, public Port, public core::StatsSource {
public:
    /// `slot`: the device number by which drivers name the card.
    PcieBridge(sc_core::sc_module_name name, pcie::Board& board, Memory& memory, unsigned slot);

    std::uint32_t config_read32(unsigned slot, std::uint8_t offset) override;
    void config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) override;
    std::uint32_t read32(std::uint32_t address) override { return memory_read(address, 4); }
    void write32(std::uint32_t address, std::uint32_t value) override { memory_write(address, 4, value); }
    void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count, bus::Purpose purpose) override;
    void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose purpose) override;
    std::uint32_t io_read(std::uint32_t address, unsigned octets) override;
    void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) override;
    std::uint32_t memory_read(std::uint32_t address, unsigned octets) override;
    void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) override;
    Memory& memory() override { return memory_; }
    const core::Wire<bool>& interrupt() const override { return interrupt_; }
    void acknowledge_interrupt() override;
    std::uint32_t accepted_message() const override { return accepted_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    using Request = pcie::CpuPort::Request;
    struct Answer {
        bool over = false;
        std::array<std::uint8_t, pcie::CpuPort::kMostOctets> data{};
    };
    Answer transfer(const Request& request);
    void post(const Request& request);
    std::uint32_t read(pcie::TlpType type, std::uint64_t address, unsigned octets);
    void write(pcie::TlpType type, std::uint64_t address, unsigned octets, std::uint32_t value);
    void boot();
    void enable_messages();
    void add_message(const pcie::Tlp& tlp);
    void on_interrupt();

    pcie::Board& board_;
    Memory& memory_;
    const unsigned slot_;
    PcieMemory store_;
    core::Wire<bool> interrupt_{"interrupt"};
    std::map<std::uint64_t, Answer> answers_;  ///< By number of the request.
    sc_core::sc_event served_, changed_, booted_event_;
    bool boots_ = false, booted_ = false, inta_ = false;
    std::deque<std::uint32_t> messages_waiting_;  ///< Their data.
    std::uint32_t accepted_ = 0;
    std::uint16_t card_ = 0;  ///< Bus, device and function.
    core::Femtoseconds cpu_waits_ = 0;
    std::uint64_t messages_ = 0;

    class Config;
};

}  // namespace niclab::host
