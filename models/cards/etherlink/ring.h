/// @file A queue of fixed capacity, which is allocated at its construction.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

#include "core/tap.h"
#include "core/time.h"

namespace niclab::etherlink {

template <class T>
class Ring {
public:
    explicit Ring(std::size_t capacity) : places_(capacity) {}

    bool empty() const { return used_ == 0; }
    bool full() const { return used_ == places_.size(); }
    std::size_t size() const { return used_; }
    std::size_t capacity() const { return places_.size(); }
    std::size_t free() const { return places_.size() - used_; }
    /// The oldest item; the queue must not be empty.
    T& front() {
        assert(!empty());
        return places_[first_];
    }
    const T& front() const {
        assert(!empty());
        return places_[first_];
    }
    /// The newest item.
    T& back() {
        assert(!empty());
        return places_[(first_ + used_ - 1) % places_.size()];
    }
    const T& back() const {
        assert(!empty());
        return places_[(first_ + used_ - 1) % places_.size()];
    }
    /// The item `n` before the newest one.
    T& from_back(std::size_t n) {
        assert(n < used_);
        return places_[(first_ + used_ - 1 - n) % places_.size()];
    }
    /// Appends an item; the queue must not be full.
    void push(const T& item) {
        assert(!full());
        places_[(first_ + used_++) % places_.size()] = item;
        report();
    }
    T pop() {
        const T item = front();
        skip(1);
        return item;
    }
    /// Removes the oldest `n` items.
    void skip(std::size_t n) {
        assert(n <= used_);
        first_ = (first_ + n) % places_.size(), used_ -= n;
        report();
    }
    /// Removes the newest `n` items.
    void take_back(std::size_t n) {
        assert(n <= used_);
        used_ -= n;
        report();
    }
    void clear() {
        first_ = used_ = 0;
        report();
    }
    core::Tap<unsigned> changed;  ///< Reports the number of items after each change.

private:
    void report() const {
        if (changed.active()) changed(core::now_fs(), unsigned(used_));
    }
    std::vector<T> places_;
    std::size_t first_ = 0, used_ = 0;
};

}  // namespace niclab::etherlink
