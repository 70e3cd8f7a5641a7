/// @file A key for recorded timing: all values that determine the timing, packed into words.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace niclab::pci {

template <std::size_t kWords>
class CacheKey {
public:
    /// Appends `value`. Throws std::out_of_range for a value of more bits.
    void add(std::uint64_t value, unsigned bits) {
        if (value >> bits != 0) throw std::out_of_range("a number too large for the key of a PCI shape");
        if (used_ + bits > 64) ++word_, used_ = 0;
        words_.at(word_) |= value << used_;
        used_ += bits;
    }
    bool operator==(const CacheKey& o) const { return words_ == o.words_; }
    std::string text() const {
        std::string text;
        for (const std::uint64_t w : words_) text = fmt::format("{:016x}", w) + (text.empty() ? "" : "-") + text;
        return text;
    }
    struct Hash {
        std::size_t operator()(const CacheKey& key) const {
            std::uint64_t h = 0;
            for (const std::uint64_t w : key.words_) h = (h ^ w) * 0x9E37'79B9'7F4A'7C15, h ^= h >> 32;
            return h;
        }
    };

private:
    std::array<std::uint64_t, kWords> words_{};
    std::size_t word_ = 0;
    unsigned used_ = 0;
};

}  // namespace niclab::pci
