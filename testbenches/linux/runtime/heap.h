/// @file The memory of kmalloc(): blocks of a machine, freed with it at the latest.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <unordered_set>

namespace niclab::linux_kernel {

class Heap {
public:
    Heap() = default;
    Heap(const Heap&) = delete;
    Heap& operator=(const Heap&) = delete;
    ~Heap() {
        for (void* block : blocks_) std::free(block);
    }

    /// The block is zeroed.
    void* allocate(std::size_t octets) { return *blocks_.insert(std::calloc(1, octets)).first; }
    /// Throws std::runtime_error for an unknown block, such as one that is freed twice.
    void release(void* block) {
        if (!block) return;
        if (blocks_.erase(block) == 0) throw std::runtime_error("the driver gives back memory that it does not have");
        std::free(block);
    }
    std::size_t blocks() const { return blocks_.size(); }

private:
    std::unordered_set<void*> blocks_;
};

}  // namespace niclab::linux_kernel
