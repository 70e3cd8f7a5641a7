/// @file The accesses of a driver to the card's registers: its fingerprint.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "runtime/poll_loop.h"

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

    /// Counts an access to a register that ends at `now`.
    void read(const Access& access, core::Femtoseconds now) {
        ++reads_[access.address & 0xFFu];
        poll_.read(access.address, access.value, now);
        note(access, now);
        observe(access);
    }
    void write(const Access& access, core::Femtoseconds now) {
        const std::uint32_t offset = access.address & 0xFFu;
        ++writes_[offset];
        last_[offset] = access.value, ever_[offset] |= access.value;
        poll_.end();
        note(access, now);
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
    using Counts = std::array<std::uint64_t, 256>;
    static std::uint64_t total(const Counts& counts) {
        std::uint64_t sum = 0;
        for (const std::uint64_t n : counts) sum += n;
        return sum;
    }
    struct Timed {
        Access access;
        core::Femtoseconds at;
    };
    void note(const Access& access, core::Femtoseconds now) {
        if (!step_first_) step_first_ = {access, now};
        step_last_ = {access, now};
    }
    static std::string text(const Timed& timed);
    PollLoop poll_;
    std::optional<Timed> step_first_, step_last_;
    Counts reads_{}, writes_{};
    std::array<std::uint32_t, 256> last_{}, ever_{};
    std::array<std::uint64_t, 16> commands_{};
};

}  // namespace niclab::linux_kernel
