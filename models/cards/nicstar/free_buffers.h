/// @file The two free buffer queues: rings of {handle, address} in SRAM, filled by commands,
/// emptied by reception.
///
/// Source: nicstar.h: 512 entries each; the first pair of a command (DR0, DR1) is used first.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "cards/nicstar/tables.h"

namespace niclab::nicstar {

class FreeBuffers {
public:
    enum Kind : unsigned { kSmall = 0, kLarge = 1 };

    unsigned count(unsigned kind) const { return rings_[kind].count; }
    bool has_place(unsigned kind) const { return count(kind) < sram_map::kFbqEntries; }
    /// SRAM address of the next descriptor.
    std::uint32_t free_slot(unsigned kind) const {
        return slot(kind, (rings_[kind].first + count(kind)) % sram_map::kFbqEntries);
    }
    /// The descriptor is in its slot.
    void add(unsigned kind) { ++rings_[kind].count; }
    /// SRAM address of the oldest descriptor; there must be one.
    std::uint32_t oldest(unsigned kind) const {
        assert(rings_[kind].count > 0);
        return slot(kind, rings_[kind].first);
    }
    void take(unsigned kind) {
        assert(rings_[kind].count > 0);
        rings_[kind].first = (rings_[kind].first + 1) % sram_map::kFbqEntries;
        --rings_[kind].count;
    }
    void reset() { rings_ = {}; }

private:
    struct Ring {
        unsigned first = 0, count = 0;
    };
    static std::uint32_t slot(unsigned kind, unsigned entry) { return sram_map::kFbq[kind] + entry * 2; }
    std::array<Ring, 2> rings_{};
};

}  // namespace niclab::nicstar
