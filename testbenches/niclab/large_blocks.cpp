// Large arrays of the program in large pages. SystemC fills an array of 3 MiB with a pattern before
// main() begins. In pages of 4 KiB that is 768 page faults, a quarter of the time until an
// experiment is read. By default the system gives large pages only on request, so the request is
// made at the allocation of the array: the operator is the one place before main().
#if !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)  // A sanitizer has its own operators.

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

void* in_large_pages(std::size_t octets) {
    const std::size_t whole = (octets + kLargePage - 1) / kLargePage * kLargePage;
    void* block = std::aligned_alloc(kLargePage, whole);
    if (block) madvise(block, whole, MADV_HUGEPAGE);  // Refused: small pages, as by default.
    return block;
}

}  // namespace

void* operator new[](std::size_t octets) {
    if (octets < kLargePage) return operator new(octets);
    if (void* block = in_large_pages(octets)) return block;
    throw std::bad_alloc();
}
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }

#endif
