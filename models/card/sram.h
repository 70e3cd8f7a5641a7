/// @file The card's SRAM: one port and one access per clock, which the first caller gets.
///
/// Source: four 32K x 8 chips of 15 ns: a PCI clock is enough for an access.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <ostream>
#include <systemc>

#include "core/decoupled.h"

namespace niclab::card {

/// The users of the SRAM.
enum class SramUser : std::uint8_t { ReceiveFifo, Transmit, Receive, Host };
inline constexpr unsigned kSramUsers = 4;

/// The wires of the SRAM in one clock, for waveforms.
struct SramAccess {
    std::uint32_t address = 0, data = 0;
    bool we = false, oe = false;
    bool operator==(const SramAccess& o) const {
        return address == o.address && data == o.data && we == o.we && oe == o.oe;
    }
};
/// A callback for the levels of the wires from a clock edge at `at` on.
struct SramRecorder {
    void (*record)(void* owner, const SramAccess& levels, core::Femtoseconds at) = nullptr;
    void* owner = nullptr;
    void operator()(const SramAccess& levels, core::Femtoseconds at) const { record(owner, levels, at); }
    explicit operator bool() const { return record != nullptr; }
};
inline std::ostream& operator<<(std::ostream& os, const SramAccess& a) { return os << a.address << ':' << a.data; }
inline void sc_trace(sc_core::sc_trace_file*, const SramAccess&, const std::string&) {}

class Sram {
public:
    struct UserStats {
        std::uint64_t accesses = 0, waits = 0;
        std::array<std::uint64_t, kSramUsers> waits_for{};  ///< The waits by the user that had the port.
    };

    /// Creates an SRAM that reads 0. The simulator's memory pages are allocated on their first use.
    /// `words`: a power of two.
    explicit Sram(std::uint32_t words)
        : mask_(words - 1), words_(static_cast<std::uint32_t*>(std::calloc(words, sizeof(std::uint32_t))), std::free) {
        assert(words > 0 && (words & mask_) == 0);
        if (!words_) throw std::bad_alloc();
    }

    void begin_clock() { taken_ = false; }
    /// Accesses one word; returns false if the port is taken in this clock.
    bool read(SramUser user, std::uint32_t address, std::uint32_t& value) {
        if (!take(user)) return false;
        value = words_[address & mask_];
        access_ = {address & mask_, value, false, true};
        return true;
    }
    bool write(SramUser user, std::uint32_t address, std::uint32_t value) {
        if (!take(user)) return false;
        words_[address & mask_] = value;
        access_ = {address & mask_, value, true, false};
        return true;
    }
    /// Equivalent to reads of `n` >= 1 successive words in as many clocks without another user.
    void read_run(SramUser user, std::uint32_t address, std::uint32_t* values, unsigned n) {
        count(user, n);
        holder_ = user, taken_ = true;
        for (unsigned i = 0; i < n; ++i) values[i] = words_[(address + i) & mask_];
        access_ = {(address + n - 1) & mask_, values[n - 1], false, true};
    }
    /// Counts `accesses` more accesses without waits.
    void count(SramUser user, std::uint64_t accesses) { stats_[static_cast<unsigned>(user)].accesses += accesses; }
    /// Whether two addresses refer to the same word.
    bool same(std::uint32_t a, std::uint32_t b) const { return ((a ^ b) & mask_) == 0; }
    bool taken() const { return taken_; }
    const SramAccess& access() const { return access_; }
    const UserStats& stats(SramUser user) const {
        return edge_runners_.synchronize(), stats_[static_cast<unsigned>(user)];
    }
    /// Users that access it late; they process what is due before the statistics are read.
    core::EdgeRunners& edge_runners() { return edge_runners_; }
    /// Reads a word for an observer, without an access of the card.
    std::uint32_t peek(std::uint32_t address) const { return words_[address & mask_]; }

private:
    bool take(SramUser user) {
        UserStats& s = stats_[static_cast<unsigned>(user)];
        if (taken_) return ++s.waits, ++s.waits_for[static_cast<unsigned>(holder_)], false;
        ++s.accesses;
        holder_ = user;
        return taken_ = true;
    }
    core::EdgeRunners edge_runners_;
    std::uint32_t mask_;
    std::unique_ptr<std::uint32_t[], decltype(&std::free)> words_;
    SramAccess access_;
    bool taken_ = false;
    SramUser holder_ = SramUser::Host;
    std::array<UserStats, kSramUsers> stats_{};
};

}  // namespace niclab::card
