/// @file The accesses of a driver to the card's registers: its fingerprint.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "runtime/poll_loop.h"
#include "runtime/source_lines.h"

namespace niclab::linux_kernel {

/// A transaction of the CPU with the card: 1, 2 or 4 octets.
struct Access {
    bool write;
    std::uint32_t address;
    unsigned octets;
    std::uint32_t value;
    CodeAddress by = nullptr;  ///< The code of the driver that has called the function for it.
};

class Accesses {
public:
    /// Called for each access to a register or to the card's memory, if it is set.
    std::function<void(const Access&)> observer;

    /// Counts an access to a register that ends at `now`.
    void read(const Access& access, core::Femtoseconds now) {
        ++reads_, ++registers_[offset_of(access)].reads;
        poll_.read(access.address, access.value, now);
        note(access, now);
        observe(access);
    }
    void write(const Access& access, core::Femtoseconds now) {
        Register& written = registers_[offset_of(access)];
        ++writes_, ++written.writes;
        written.last = access.value, written.ever |= access.value;
        poll_.end();
        note(access, now);
        if (offset_of(access) == kCommand) ++commands_[access.value >> 28];
        observe(access);
    }
    /// An access that is not counted: to the card's memory.
    void observe(const Access& access) const {
        if (observer) observer(access);
    }
    std::uint64_t reads() const { return reads_; }
    std::uint64_t writes() const { return writes_; }
    /// Of one register.
    std::uint64_t reads(std::uint32_t offset) const { return at(offset).reads; }
    std::uint64_t writes(std::uint32_t offset) const { return at(offset).writes; }
    /// The value written last, and all bits that were ever written as 1.
    std::uint32_t last_written(std::uint32_t offset) const { return at(offset).last; }
    std::uint32_t ever_written(std::uint32_t offset) const { return at(offset).ever; }
    /// Sets the size of the window of the registers, a power of two; at first 256.
    void set_window(std::uint32_t octets) { offsets_ = octets - 1; }
    /// Time that the driver has spent in long loops: those that read one register, and access no
    /// other, for more than 2 ms.
    double stalled_us() const { return poll_.stalled_us(); }
    /// The last of those loops, as a sentence without its subject.
    std::string stall() const { return poll_.sentence(); }
    /// A step begins: its accesses follow.
    void begin_step() { step_first_.reset(), step_last_.reset(); }
    /// The first and the last access of the step, or "none".
    std::string step() const;
    /// Writes to CMD with this opcode.
    std::uint64_t commands(unsigned opcode) const { return commands_[opcode]; }
    /// For a NICStAR, one line.
    std::string fingerprint() const;
    /// For any card: the number of reads and writes of each register, by its offset; one line.
    std::string by_register() const;

private:
    static constexpr std::uint32_t kCommand = 0x10;
    struct Register {
        std::uint64_t reads = 0, writes = 0;
        std::uint32_t last = 0, ever = 0;
    };
    std::uint32_t offset_of(const Access& access) const { return access.address & offsets_; }
    Register at(std::uint32_t offset) const {
        const auto found = registers_.find(offset);
        return found == registers_.end() ? Register{} : found->second;
    }
    using Registers = std::map<std::uint32_t, Register>;
    Registers::const_iterator end_of_run(Registers::const_iterator at, std::uint64_t Register::*count) const;
    std::string listed(std::uint64_t Register::*count) const;
    struct Timed {
        Access access;
        core::Femtoseconds at;
    };
    void note(const Access& access, core::Femtoseconds now) {
        if (!step_first_) step_first_ = {access, now};
        step_last_ = {access, now};
    }
    std::string text(const Timed& timed) const;
    PollLoop poll_;
    std::optional<Timed> step_first_, step_last_;
    std::uint32_t offsets_ = 0xFF;  ///< Bits of an address that select a register.
    std::uint64_t reads_ = 0, writes_ = 0;
    Registers registers_;
    std::array<std::uint64_t, 16> commands_{};
};

}  // namespace niclab::linux_kernel
