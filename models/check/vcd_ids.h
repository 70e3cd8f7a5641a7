/// @file  The identifiers of a VCD and their variables.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace niclab::check {

/// A hash table with open addressing for identifiers of up to eight characters, which are all that
/// simulators write, as one number; others have an ordinary one.
class VcdIds {
public:
    static constexpr unsigned kNone = ~0u;

    VcdIds() { grow(); }
    /// Variable of an identifier; kNone: there is none. Eight octets from its start on can be read.
    unsigned find(std::string_view id) const {
        if (id.size() > sizeof(std::uint64_t)) {
            const auto at = long_.find(std::string(id));
            return at == long_.end() ? kNone : at->second;
        }
        const std::uint64_t key = key_of(id);
        for (std::size_t i = place(key);; i = (i + 1) & mask_)
            if (entries_[i].key == key || entries_[i].variable == kNone) return entries_[i].variable;
    }
    /// `id` is not empty and not there yet.
    void add(std::string_view id, unsigned variable) {
        if (id.size() > sizeof(std::uint64_t)) {
            long_.emplace(id, variable);
            return;
        }
        if (2 * ++count_ > entries_.size()) grow();
        put({key_of(id), variable});
    }

private:
    struct Entry {
        std::uint64_t key = 0;
        unsigned variable = kNone;
    };
    /// The characters of an identifier; none of them is 0, so lengths differ in it, too.
    static std::uint64_t key_of(std::string_view id) {
        std::uint64_t word;
        std::memcpy(&word, id.data(), sizeof word);
        if constexpr (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) word = __builtin_bswap64(word);
        return word & (~std::uint64_t{0} >> (8 * (sizeof word - id.size())));
    }
    std::size_t place(std::uint64_t key) const { return (key * 0x9E37'79B9'7F4A'7C15 >> 20) & mask_; }
    void put(const Entry& entry) {
        std::size_t i = place(entry.key);
        while (entries_[i].variable != kNone) i = (i + 1) & mask_;
        entries_[i] = entry;
    }
    void grow() {
        const std::vector<Entry> before = std::move(entries_);
        entries_.assign(before.empty() ? 64 : 2 * before.size(), {});
        mask_ = entries_.size() - 1;
        for (const Entry& entry : before)
            if (entry.variable != kNone) put(entry);
    }

    std::vector<Entry> entries_;
    std::size_t mask_ = 0, count_ = 0;
    std::unordered_map<std::string, unsigned> long_;
};

}  // namespace niclab::check
