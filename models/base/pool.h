/// @file A pool of objects in use, referenced by a number that fits into a step of an event queue.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace niclab::base {

template <class T>
class Pool {
public:
    std::uint64_t put(T object) {
        if (free_.empty()) {
            objects_.push_back(std::move(object));
            return objects_.size() - 1;
        }
        const std::uint64_t number = free_.back();
        free_.pop_back();
        objects_[number] = std::move(object);
        return number;
    }
    const T& at(std::uint64_t number) const { return objects_[number]; }
    T take(std::uint64_t number) {
        free_.push_back(number);
        return std::move(objects_[number]);
    }
    std::size_t size() const { return objects_.size() - free_.size(); }

private:
    std::vector<T> objects_;
    std::vector<std::uint64_t> free_;
};

}  // namespace niclab::base
