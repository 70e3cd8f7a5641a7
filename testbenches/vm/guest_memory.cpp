#include "guest_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>

namespace niclab::vm {

GuestMemory::GuestMemory(host::Memory& memory) : memory_(memory) {}

GuestMemory::~GuestMemory() {
    for (const auto& [address, part] : parts_)
        if (part.shared) clear(address, part.octets);
}

/// Replaces the pages there by new ones, which read 0.
void GuestMemory::clear(std::uint64_t address, std::uint64_t octets) {
    ::mmap(memory_.at(static_cast<std::uint32_t>(address)), octets, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
}

int GuestMemory::map(const DmaRange& range, int file, std::uint64_t file_offset) {
    const std::uint64_t end = range.address + range.octets;
    if (range.address % kPage != 0 || range.octets % kPage != 0 || file_offset % kPage != 0) return EINVAL;
    const auto next = parts_.lower_bound(range.address);
    if (next != parts_.end() && next->first < end) return EEXIST;
    if (next != parts_.begin()) {
        const auto& [address, part] = *std::prev(next);
        if (address + part.octets > range.address) return EEXIST;
    }
    bool shared = file >= 0;
    if (shared && end > memory_.size()) {
        unreachable_octets_ += range.octets;
        shared = false;
    }
    if (shared) {
        struct stat status {};
        if (::fstat(file, &status) != 0) return errno;
        const auto size = static_cast<std::uint64_t>(status.st_size);
        if (size < range.octets || file_offset > size - range.octets) return EINVAL;  // Its pages would not exist.
        synchronize();
        if (::mmap(memory_.at(static_cast<std::uint32_t>(range.address)), range.octets, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, file, static_cast<off_t>(file_offset)) == MAP_FAILED)
            return errno;
    }
    parts_[range.address] = {range.octets, shared};
    return 0;
}

int GuestMemory::unmap(const DmaRange& range) {
    const std::uint64_t last = range.address + (range.octets - 1);
    bool any = false;
    for (auto part = parts_.lower_bound(range.address); part != parts_.end() && part->first <= last;) {
        const auto& [address, p] = *part;
        if (address + p.octets - 1 > last) return EINVAL;
        synchronize();
        if (p.shared) clear(address, p.octets);
        any = true;
        part = parts_.erase(part);
    }
    return any ? 0 : ENOENT;
}

std::uint64_t GuestMemory::reachable_octets(std::uint64_t address) const {
    auto part = parts_.upper_bound(address);
    if (part == parts_.begin()) return 0;
    std::uint64_t end = address;
    for (--part; part != parts_.end() && part->second.shared; ++part) {
        const std::uint64_t part_end = part->first + part->second.octets;
        if (part->first > end || part_end <= end) break;
        end = part_end;
    }
    return end - address;
}

std::uint64_t GuestMemory::shared_octets() const {
    std::uint64_t octets = 0;
    for (const auto& [address, part] : parts_)
        if (part.shared) octets += part.octets;
    return octets;
}

}  // namespace niclab::vm
