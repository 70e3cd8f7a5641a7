#include "runtime/arena.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::linux_kernel {

void* Arena::allocate(std::size_t octets) {
    unsigned log2 = 6;
    while ((std::size_t{1} << log2) < octets) ++log2;
    std::vector<void*>& blocks = free_[log2];
    if (blocks.empty()) {
        const std::uint32_t size = 1u << log2;
        blocks.push_back(memory_.at(memory_.allocate(size, std::min(size, host::Memory::kAlignment))));
    }
    void* block = blocks.back();
    blocks.pop_back();
    class_of_[block] = log2;
    return block;
}

void Arena::release(void* block) {
    const auto found = class_of_.find(block);
    if (found == class_of_.end()) throw std::runtime_error("the driver gives back memory that it does not have");
    free_[found->second].push_back(block);
    class_of_.erase(found);
}

std::uint32_t Arena::bus_address(const void* octet) const {
    const auto address = memory_.address_of(octet);
    if (!address) throw std::runtime_error("the driver maps memory for DMA that no device can reach");
    return *address;
}

}  // namespace niclab::linux_kernel
