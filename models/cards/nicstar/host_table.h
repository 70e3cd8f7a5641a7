/// @file A table in host memory, with a cache of its entries on the card.
///
/// Behaviour: this is a variant of niclab, not a property of the IDT77201. The entry at SRAM
///   address `a` is at the base that the host set plus 4 a. A look-up that misses is a read on the
///   PCI bus. Changes of an engine are written back at once without a cache, otherwise when their
///   line is needed for another entry.
/// Timing: a hit costs the clock in which it is requested.
/// Limitations: the host must report the entries that it changed (forget()); the card does not
///   monitor its writes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/nicstar/dma_mux.h"
#include "cards/nicstar/sram_table.h"

namespace niclab::nicstar {

class HostTable {
public:
    using Word = std::uint32_t;
    static constexpr unsigned kMostWords = 12;
    struct Stats {
        std::uint64_t hits = 0, misses = 0, write_backs = 0;
    };

    /// An engine uses `words` words of an entry; those before word `first` are in the SRAM.
    /// `cached`: lines of the cache, direct mapped.
    HostTable(DmaQueue& queue, card::Sram& sram, card::SramUser user, unsigned first, unsigned words, unsigned cached)
        : queue_(queue),
          on_card_(sram, user, 0, first),
          first_(first),
          words_(words - first),
          cached_(cached),
          lines_(std::max(cached, 1u)) {}

    /// Sets the table's address in host memory, and clears the cache.
    void set_base(std::uint32_t base) {
        base_ = base;
        reset();
    }
    void reset() {
        for (Line& line : lines_) line = {};
        fetching_ = nullptr;
    }
    /// The host changed this entry.
    void forget(std::uint32_t address) {
        Line& line = line_of(address);
        if (line.valid && line.address == address) line = {};
    }

    /// Returns false while the words are under way: to be called again in each clock.
    bool read(std::uint32_t address, Word* entry) {
        Line& line = line_of(address);
        if (line.valid && line.address == address) {
            if (!missed_) ++stats_.hits;
            missed_ = false;
            std::copy_n(line.words.begin(), words_, entry + first_);
            return true;
        }
        if (fetching_ || (line.dirty && !write_back(line)) || queue_.full()) return false;
        ++stats_.misses;
        missed_ = true;
        line.address = address;
        line.valid = false;
        fetching_ = &line;
        bus::Burst& burst = begin(bus::Command::MemoryRead, bus::Purpose::TableRead, address + first_);
        burst.dwords = static_cast<std::uint8_t>(words_);
        return false;
    }
    /// Words in host memory are written together, then those in the SRAM one per clock.
    bool write(std::uint32_t address, const Word* entry, Word& dirty) {
        const Word on_card = (1u << first_) - 1;
        if ((dirty & ~on_card) != 0) {
            if (change(address, entry, dirty & ~on_card)) dirty &= on_card;
            return dirty == 0;
        }
        return on_card_.write(address, entry, dirty);
    }
    /// The engine has finished with the entry: without a cache the card keeps nothing of it.
    void release() {
        if (cached_ == 0) lines_[0] = {};
    }
    /// A burst with purpose TableRead has ended; an aborted one returns a closed, empty entry.
    void take(const bus::Burst& burst) {
        if (!fetching_) return;
        fetching_->valid = true;
        for (unsigned i = 0; i < words_; ++i)
            fetching_->words[i] = burst.status == bus::BurstStatus::Done ? burst.data[i] : 0;
        fetching_ = nullptr;
    }
    const Stats& stats() const { return stats_; }

private:
    struct Line {
        std::uint32_t address = 0, dirty = 0;
        bool valid = false;
        std::array<Word, kMostWords> words{};
    };

    /// Entries are 4 words or more apart.
    Line& line_of(std::uint32_t address) { return lines_[address / 4 % lines_.size()]; }
    bool change(std::uint32_t address, const Word* entry, Word mask) {
        Line& line = line_of(address);
        line.address = address;
        line.valid = true;
        for (unsigned i = 0; i < words_; ++i) line.words[i] = entry[first_ + i];
        line.dirty |= mask >> first_;
        return cached_ > 0 || write_back(line);
    }
    bool write_back(Line& line) {
        if (queue_.full()) return false;
        const auto from = static_cast<unsigned>(__builtin_ctz(line.dirty));
        const auto to = 31u - static_cast<unsigned>(__builtin_clz(line.dirty));
        bus::Burst& burst = begin(bus::Command::MemoryWrite, bus::Purpose::TableWrite, line.address + first_ + from);
        burst.dwords = static_cast<std::uint8_t>(to - from + 1);
        for (unsigned i = from; i <= to; ++i) burst.data[i - from] = line.words[i];
        line.dirty = 0;
        ++stats_.write_backs;
        return true;
    }
    bus::Burst& begin(bus::Command command, bus::Purpose purpose, std::uint32_t word) {
        bus::Burst& burst = queue_.add();
        burst = {};
        burst.command = command;
        burst.purpose = purpose;
        burst.address = base_ + 4 * word;
        return burst;
    }

    DmaQueue& queue_;
    SramTable on_card_;                ///< The words before `first_`.
    unsigned first_, words_, cached_;  ///< `words_`: those in host memory.
    std::vector<Line> lines_;
    Line* fetching_ = nullptr;
    std::uint32_t base_ = 0;
    bool missed_ = false;  ///< The next hit is the result of a miss.
    Stats stats_;
};

}  // namespace niclab::nicstar
