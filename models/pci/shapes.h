/// @file A cache of recorded timing, found by its key and checked against the state machines at
/// intervals.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace niclab::pci {

/// `Key`: a ShapeKey. `Shape`: the recorded timing, with a number `id`.
template <class Key, class Shape>
class Shapes {
public:
    static constexpr std::uint64_t kComparedEvery = 1000;

    /// `otherwise`: error text for a check that finds another timing than the recorded one.
    explicit Shapes(std::string otherwise) : otherwise_(std::move(otherwise)) {}

    /// Returns the recorded timing. `run` computes it: the first time, and for one use in 1000 to
    /// compare. Throws std::logic_error, which names the key, if they differ.
    template <class Run>
    const Shape& of(const Key& key, const Run& run) {
        Found& found = found_[typename Key::Hash()(key) % kFound];
        if (!found.shape || !(found.key == key)) {
            std::unique_ptr<Shape>& shape = shapes_[key];
            const bool first = !shape;
            if (first) {
                shape = std::make_unique<Shape>(run());
                shape->id = static_cast<unsigned>(shapes_.size() - 1);
            }
            found = {key, shape.get()};
            if (first) return *shape;
        }
        if (++repeated_ % kComparedEvery == 0 && !(run() == *found.shape))
            throw std::logic_error(otherwise_ + " with key " + key.text());
        return *found.shape;
    }
    std::uint64_t size() const { return shapes_.size(); }
    std::uint64_t repeated() const { return repeated_; }

private:
    static constexpr std::size_t kFound = 64;
    struct Found {
        Key key;
        const Shape* shape = nullptr;
    };
    std::string otherwise_;
    std::array<Found, kFound> found_;  ///< Recently used entries: the look-up of an unordered_map divides.
    std::unordered_map<Key, std::unique_ptr<Shape>, typename Key::Hash> shapes_;
    std::uint64_t repeated_ = 0;
};

}  // namespace niclab::pci
