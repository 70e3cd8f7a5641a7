/// @file  Host memory: octets, little-endian dwords and a simple allocator.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace niclab::host {

class Memory {
public:
    explicit Memory(std::uint32_t octets) : octets_(octets) {}

    std::uint32_t size() const { return static_cast<std::uint32_t>(octets_.size()); }
    /// Address of `octets` octets nobody else has. Throws std::runtime_error when memory is used up.
    std::uint32_t allocate(std::uint32_t octets, std::uint32_t alignment) {
        const std::uint32_t at = (next_ + alignment - 1) / alignment * alignment;
        if (at + octets > size()) throw std::runtime_error("host memory is used up: make host.memory_octets larger");
        next_ = at + octets;
        return at;
    }
    std::uint32_t read32(std::uint32_t address) const {
        const std::uint8_t* o = octets_.data() + address;
        return o[0] | std::uint32_t{o[1]} << 8 | std::uint32_t{o[2]} << 16 | std::uint32_t{o[3]} << 24;
    }
    void write32(std::uint32_t address, std::uint32_t value, std::uint8_t enables = 0xF) {
        for (unsigned i = 0; i < 4; ++i)
            if (enables >> i & 1u) octets_[address + i] = static_cast<std::uint8_t>(value >> 8 * i);
    }
    std::uint8_t* at(std::uint32_t address) { return octets_.data() + address; }
    const std::uint8_t* at(std::uint32_t address) const { return octets_.data() + address; }

private:
    std::vector<std::uint8_t> octets_;
    std::uint32_t next_ = 0x1000;  ///< Page 0 stays unused: address 0 means a mistake.
};

}  // namespace niclab::host
