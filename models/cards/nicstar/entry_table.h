/// @file The location of an engine's table: in the card's SRAM, or, in a variant, in host memory.
///
/// Behaviour: the engine calls read() or write() once per clock until all is done, independent of
///   the location.
/// Timing: SRAM: one word per access. Host memory: see HostTable.
#pragma once

#include <variant>

#include "cards/nicstar/config.h"
#include "cards/nicstar/host_table.h"

namespace niclab::nicstar {

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
