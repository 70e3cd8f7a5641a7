/// @file A cache of recorded timing, found by its key and checked against the state machines at
/// intervals.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace niclab::pci {

/// A key for recorded timing: all values that determine the timing, packed into words.
template <std::size_t kWords>
class CacheKey {
public:
    /// Appends `value`. Throws std::out_of_range for a value of more bits. Always inline: with known
    /// numbers of bits the compiler computes the places.
    [[gnu::always_inline]] void add(std::uint64_t value, unsigned bits) {
        if (used_ + bits > 64) ++word_, used_ = 0;
        if (value >> bits != 0 || word_ >= kWords) refuse();
        words_[word_] |= value << used_;
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
    [[gnu::cold, noreturn]] static void refuse() {
        throw std::out_of_range("a number too large for the key of a PCI shape");
    }
    std::array<std::uint64_t, kWords> words_{};
    std::size_t word_ = 0;
    unsigned used_ = 0;
};

/// `Key`: a CacheKey. `Timing`: the recorded timing, with a number `id`.
template <class Key, class Timing>
class TimingCache {
public:
    /// `otherwise`: error text for a check that finds another timing than the recorded one.
    explicit TimingCache(std::string otherwise) : otherwise_(std::move(otherwise)) {}

    /// Returns the recorded timing. `run` computes it: the first time, and for one use in 1000 to
    /// compare. Throws std::logic_error, which names the key, if they differ.
    template <class Run>
    const Timing& of(const Key& key, const Run& run) {
        Found& found = found_[typename Key::Hash()(key) % kFound];
        if (!found.timing || !(found.key == key)) {
            std::unique_ptr<Timing>& timing = timings_[key];
            const bool first = !timing;
            if (first) {
                timing = std::make_unique<Timing>(run());
                timing->id = static_cast<unsigned>(timings_.size() - 1);
            }
            found = {key, timing.get()};
            if (first) return *timing;
        }
        if (++repeated_ % compared_every_ == 0 && !(run() == *found.timing))
            throw std::logic_error(otherwise_ + " with key " + key.text());
        return *found.timing;
    }
    /// Compares each use from now on, for tests.
    void compare_each() { compared_every_ = 1; }
    std::uint64_t size() const { return timings_.size(); }
    std::uint64_t repeated() const { return repeated_; }

private:
    static constexpr std::size_t kFound = 64;
    struct Found {
        Key key;
        const Timing* timing = nullptr;
    };
    std::string otherwise_;
    std::array<Found, kFound> found_;  ///< Recently used entries: the look-up of an unordered_map divides.
    std::unordered_map<Key, std::unique_ptr<Timing>, typename Key::Hash> timings_;
    std::uint64_t repeated_ = 0, compared_every_ = 1000;
};

}  // namespace niclab::pci
