/// @file A queue that reuses its storage: an empty queue restarts at its first place, so that short
/// queues stay in the cache.
///
/// Behaviour: a removed object stays in its place until another one replaces it. So a ring does not
///   allocate after it has had its greatest length. `again` returns the old object of a place, so
///   that the memory that it allocated is reused.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace niclab::base {

template <class T>
class Ring {
public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    /// Element `k` from the front, below size().
    T& operator[](std::size_t k) { return places_[(first_ + k) & (places_.size() - 1)]; }
    const T& operator[](std::size_t k) const { return places_[(first_ + k) & (places_.size() - 1)]; }
    T& front() { return places_[first_]; }
    const T& front() const { return places_[first_]; }
    T& back() { return (*this)[size_ - 1]; }
    void push_back(T object) {
        if (size_ == places_.size()) grow();
        (*this)[size_++] = std::move(object);
    }
    /// Appends the old object of the next place.
    T& again() {
        if (size_ == places_.size()) grow();
        return (*this)[size_++];
    }
    /// Inserts `object` before element `k`, at most size().
    void insert(std::size_t k, T object) {
        push_back(std::move(object));
        for (std::size_t j = size_ - 1; j > k; --j) std::swap((*this)[j], (*this)[j - 1]);
    }
    /// The ring must not be empty.
    void pop_front() {
        --size_;
        first_ = size_ == 0 ? 0 : (first_ + 1) & (places_.size() - 1);
    }
    void pop_back() { --size_; }
    /// Removes element `k`; those after it move up.
    void erase(std::size_t k) {
        for (; k + 1 < size_; ++k) std::swap((*this)[k], (*this)[k + 1]);
        pop_back();
    }
    void clear() { first_ = size_ = 0; }

private:
    void grow() {
        std::vector<T> more(places_.empty() ? 4 : 2 * places_.size());
        for (std::size_t k = 0; k < size_; ++k) more[k] = std::move((*this)[k]);
        places_ = std::move(more);
        first_ = 0;
    }
    std::vector<T> places_;  ///< A power of two.
    std::size_t first_ = 0, size_ = 0;
};

}  // namespace niclab::base
