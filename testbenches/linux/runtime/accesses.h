/// @file The accesses of a driver to the card's registers: its fingerprint.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace niclab::linux_kernel {

/// A transaction of the CPU with the card: 1, 2 or 4 octets.
struct Access {
    bool write;
    std::uint32_t address;
    unsigned octets;
    std::uint32_t value;
};

class Accesses {
public:
    /// Called for each access to a register or to the card's memory, if it is set.
    std::function<void(const Access&)> observer;

    /// Counts an access to a register.
    void read(const Access& access) {
        ++reads_[access.address & 0xFFu];
        observe(access);
    }
    void write(const Access& access) {
        const std::uint32_t offset = access.address & 0xFFu;
        ++writes_[offset];
        last_[offset] = access.value, ever_[offset] |= access.value;
        if (offset == kCommand) ++commands_[access.value >> 28];
        observe(access);
    }
    /// An access that is not counted: to the card's memory.
    void observe(const Access& access) const {
        if (observer) observer(access);
    }
    std::uint64_t reads() const { return total(reads_); }
    std::uint64_t writes() const { return total(writes_); }
    /// Of one register.
    std::uint64_t reads(std::uint32_t offset) const { return reads_[offset]; }
    std::uint64_t writes(std::uint32_t offset) const { return writes_[offset]; }
    /// The value written last, and all bits that were ever written as 1.
    std::uint32_t last_written(std::uint32_t offset) const { return last_[offset]; }
    std::uint32_t ever_written(std::uint32_t offset) const { return ever_[offset]; }
    /// Writes to CMD with this opcode.
    std::uint64_t commands(unsigned opcode) const { return commands_[opcode]; }
    /// For a NICStAR, one line.
    std::string fingerprint() const;
    /// For any card: the number of reads and writes of each register, by its offset; one line.
    std::string by_register() const;

private:
    static constexpr std::uint32_t kCommand = 0x10;
    using Counts = std::array<std::uint64_t, 256>;
    static std::uint64_t total(const Counts& counts) {
        std::uint64_t sum = 0;
        for (const std::uint64_t n : counts) sum += n;
        return sum;
    }
    Counts reads_{}, writes_{};
    std::array<std::uint32_t, 256> last_{}, ever_{};
    std::array<std::uint64_t, 16> commands_{};
};

}  // namespace niclab::linux_kernel
