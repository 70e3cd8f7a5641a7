/// @file The location of an engine's table: in the card's SRAM, or, in a variant, in host memory.
///
/// Behaviour: the engine calls read() or write() once per clock until all is done, independent of
///   the location.
/// Timing: SRAM: one word per access. Host memory: see HostTable.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "card/sram.h"
#include "cards/nicstar/config.h"
#include "cards/nicstar/dma_mux.h"

namespace niclab::nicstar {

/// A table in the card's SRAM, read and written one word per access.
class SramTable {
public:
    using Word = std::uint32_t;
    /// Entries of `words` words are read from word `first` on.
    SramTable(card::Sram& sram, card::SramUser user, unsigned first, unsigned words)
        : sram_(sram), user_(user), first_(first), words_(words), next_(first) {}

    bool read(Word address, Word* entry) {
        if (!sram_.read(user_, address + next_, entry[next_])) return false;
        if (++next_ < words_) return false;
        next_ = first_;
        return true;
    }
    /// Equivalent to `n` < left() clocks of read() without another user of the SRAM.
    void read_run(Word address, Word* entry, unsigned n) {
        sram_.read_run(user_, address + next_, entry + next_, n);
        next_ += n;
    }
    bool write(Word address, const Word* entry, Word& dirty) {
        if (dirty == 0) return true;
        const auto word = static_cast<unsigned>(__builtin_ctz(dirty));
        if (sram_.write(user_, address + word, entry[word])) dirty &= dirty - 1;
        return dirty == 0;
    }
    /// Words that read() has still to read.
    unsigned left() const { return words_ - next_; }
    void release() {}
    void reset() { next_ = first_; }

private:
    card::Sram& sram_;
    card::SramUser user_;
    unsigned first_, words_, next_;
};

/// A table in host memory, with a cache of its entries on the card.
///
/// Behaviour: this is a variant of niclab, not a property of the IDT77201. The entry at SRAM
///   address `a` is at the base that the host set plus 4 a. A look-up that misses is a read on the
///   PCI bus. Changes of an engine are written back at once without a cache, otherwise when their
///   line is needed for another entry.
/// Timing: a hit costs the clock in which it is requested.
/// Limitations: the host must report the entries that it changed (forget()); the card does not
///   monitor its writes.
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

class EntryTable {
public:
    using Word = std::uint32_t;
    /// An engine reads entries of `words` words from word `first` on; the words before are always
    /// in the SRAM.
    EntryTable(const Config& config, card::Sram& sram, card::SramUser user, DmaQueue& queue, unsigned first,
               unsigned words)
        : where_(std::in_place_type<SramTable>, sram, user, first, words) {
        if (config.host_tables) where_.emplace<HostTable>(queue, sram, user, first, words, config.table_cache);
    }

    /// Fills `entry` except for its first words; true when all are there.
    bool read(Word address, Word* entry) {
        return std::visit([&](auto& table) { return table.read(address, entry); }, where_);
    }
    /// Equivalent to `n` < left() clocks of read() without another user of the SRAM, for a table there.
    void read_run(Word address, Word* entry, unsigned n) { std::get<SramTable>(where_).read_run(address, entry, n); }
    /// Writes the changed words of the entry that was read last: bit n of `dirty` is word n, and is
    /// cleared by the write. Returns true when none is left.
    bool write(Word address, const Word* entry, Word& dirty) {
        return std::visit([&](auto& table) { return table.write(address, entry, dirty); }, where_);
    }
    /// Minimum number of edges that read() still takes.
    unsigned left() const {
        const auto* table = std::get_if<SramTable>(&where_);
        return table ? table->left() : 1;
    }
    /// The engine has finished with the entry.
    void release() {
        std::visit([](auto& table) { table.release(); }, where_);
    }
    void reset() {
        std::visit([](auto& table) { table.reset(); }, where_);
    }
    /// The table if it is in host memory; nullptr for the SRAM.
    HostTable* in_host_memory() { return std::get_if<HostTable>(&where_); }
    HostTable::Stats stats() const {
        const auto* table = std::get_if<HostTable>(&where_);
        return table ? table->stats() : HostTable::Stats{};
    }

private:
    std::variant<SramTable, HostTable> where_;
};

}  // namespace niclab::nicstar
