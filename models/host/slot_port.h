/// @file The port of the driver of a further card: all functions are the bridge's except INTA#,
/// which is the card's own.
#pragma once

#include "host/port.h"

namespace niclab::host {

class SlotPort : public Port {
public:
    SlotPort(Port& bridge, const core::Wire<bool>& interrupt) : bridge_(bridge), interrupt_(interrupt) {}

    std::uint32_t config_read32(unsigned slot, std::uint8_t offset) override {
        return bridge_.config_read32(slot, offset);
    }
    void config_write32(unsigned slot, std::uint8_t offset, std::uint32_t value) override {
        bridge_.config_write32(slot, offset, value);
    }
    std::uint32_t read32(std::uint32_t address) override { return bridge_.read32(address); }
    void write32(std::uint32_t address, std::uint32_t value) override { bridge_.write32(address, value); }
    void write_block(std::uint32_t address, const std::uint32_t* dwords, unsigned count,
                     bus::Purpose purpose) override {
        bridge_.write_block(address, dwords, count, purpose);
    }
    void read_block(std::uint32_t address, std::uint32_t* dwords, unsigned count, bus::Purpose purpose) override {
        bridge_.read_block(address, dwords, count, purpose);
    }
    std::uint32_t io_read(std::uint32_t address, unsigned octets) override { return bridge_.io_read(address, octets); }
    void io_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        bridge_.io_write(address, octets, value);
    }
    std::uint32_t memory_read(std::uint32_t address, unsigned octets) override {
        return bridge_.memory_read(address, octets);
    }
    void memory_write(std::uint32_t address, unsigned octets, std::uint32_t value) override {
        bridge_.memory_write(address, octets, value);
    }
    Memory& memory() override { return bridge_.memory(); }
    const core::Wire<bool>& interrupt() const override { return interrupt_; }

private:
    Port& bridge_;
    const core::Wire<bool>& interrupt_;
};

}  // namespace niclab::host
