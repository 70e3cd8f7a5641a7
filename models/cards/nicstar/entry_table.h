/// @file  Where the entries of an engine's table are: in the card's SRAM, or, a variant, in host memory.
///
/// The engine asks once a clock until it is told that all is there; where the entries are it does not know.
/// Timing:  SRAM: one word an access. Host memory: see HostTable.
#pragma once

#include <variant>

#include "cards/nicstar/config.h"
#include "cards/nicstar/host_table.h"

namespace niclab::nicstar {

class EntryTable {
public:
    using Word = std::uint32_t;
    /// Of entries of `words` words an engine reads those from `first` on; the words before stay in the SRAM anyway.
    EntryTable(const Config& config, card::Sram& sram, card::SramUser user, DmaQueue& queue, unsigned first,
               unsigned words)
        : where_(std::in_place_type<SramTable>, sram, user, first, words) {
        if (config.host_tables) where_.emplace<HostTable>(queue, sram, user, first, words, config.table_cache);
    }

    /// Fills `entry` but for its first words; true when all are there.
    bool read(Word address, Word* entry) {
        return std::visit([&](auto& table) { return table.read(address, entry); }, where_);
    }
    /// Writes what changed of the entry that was read last: bit n of `dirty` is word n, cleared as it goes. True when
    /// none is left.
    bool write(Word address, const Word* entry, Word& dirty) {
        return std::visit([&](auto& table) { return table.write(address, entry, dirty); }, where_);
    }
    /// Edges that read() still takes at least.
    unsigned left() const {
        const auto* table = std::get_if<SramTable>(&where_);
        return table ? table->left() : 1;
    }
    /// The engine is done with the entry.
    void release() {
        std::visit([](auto& table) { table.release(); }, where_);
    }
    void reset() {
        std::visit([](auto& table) { table.reset(); }, where_);
    }
    /// Where it is in host memory; nullptr for the SRAM.
    HostTable* in_host_memory() { return std::get_if<HostTable>(&where_); }
    HostTable::Stats stats() const {
        const auto* table = std::get_if<HostTable>(&where_);
        return table ? table->stats() : HostTable::Stats{};
    }

private:
    std::variant<SramTable, HostTable> where_;
};

}  // namespace niclab::nicstar
