// Memory of a guest in a simulated host: files that appear at their addresses, and the rest.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>

#include "guest_memory.h"

namespace niclab::vm {
namespace {

constexpr std::uint64_t kMb = 1 << 20;

struct VmGuestMemory : ::testing::Test {
    VmGuestMemory() : file(::memfd_create("guest", MFD_CLOEXEC)) { EXPECT_EQ(::ftruncate(file.get(), 2 * kMb), 0); }
    std::uint8_t octet(std::uint64_t at) const {
        std::uint8_t value = 0;
        EXPECT_EQ(::pread(file.get(), &value, 1, static_cast<off_t>(at)), 1);
        return value;
    }

    Descriptor file;
    host::Memory host{4 * kMb};
    GuestMemory memory{host};
};

TEST_F(VmGuestMemory, AppearsAtItsAddressUntilItIsUnmapped) {
    ASSERT_EQ(memory.map({kMb, kMb}, file.get(), kMb), 0);
    EXPECT_EQ(memory.shared_octets(), kMb);
    host.bus_write32(kMb + 8, 0x11223344, 0xF);
    EXPECT_EQ(octet(kMb + 8), 0x44);
    EXPECT_EQ(memory.reachable_octets(kMb - 1), 0u);
    EXPECT_EQ(memory.reachable_octets(2 * kMb - 1), 1u);
    EXPECT_EQ(memory.reachable_octets(2 * kMb), 0u);
    ASSERT_EQ(memory.unmap({kMb, kMb}), 0);
    EXPECT_EQ(host.bus_read32(kMb + 8), 0u);
    host.bus_write32(kMb + 8, 0x55, 0xF);
    EXPECT_EQ(octet(kMb + 8), 0x44);
}

TEST_F(VmGuestMemory, RefusesWhatCannotBeMapped) {
    EXPECT_EQ(memory.map({1, kMb}, file.get(), 0), EINVAL);
    EXPECT_EQ(memory.map({0, kMb + 1}, file.get(), 0), EINVAL);
    EXPECT_EQ(memory.map({0, kMb}, file.get(), 5), EINVAL);
    EXPECT_EQ(memory.map({0, 2 * kMb}, file.get(), kMb), EINVAL);  // Longer than the file.
    ASSERT_EQ(memory.map({kMb, kMb}, file.get(), 0), 0);
    EXPECT_EQ(memory.map({kMb, kMb}, file.get(), 0), EEXIST);
    EXPECT_EQ(memory.map({0, 2 * kMb}, file.get(), 0), EEXIST);
    EXPECT_EQ(memory.map({2 * kMb - GuestMemory::kPage, kMb}, file.get(), 0), EEXIST);
    EXPECT_EQ(memory.unmap({kMb, kMb - GuestMemory::kPage}), EINVAL);
    EXPECT_EQ(memory.unmap({3 * kMb, kMb}), ENOENT);
    EXPECT_EQ(memory.unmap({0, ~std::uint64_t{0}}), 0);
    EXPECT_EQ(memory.shared_octets(), 0u);
}

TEST_F(VmGuestMemory, CountsMemoryThatCannotBeReached) {
    EXPECT_EQ(memory.map({16 * kMb, kMb}, file.get(), 0), 0);
    EXPECT_EQ(memory.unreachable_octets(), kMb);
    EXPECT_EQ(memory.map({0, kMb}, -1, 0), 0);
    EXPECT_EQ(memory.reachable_octets(0), 0u);
    EXPECT_EQ(memory.shared_octets(), 0u);
}

TEST_F(VmGuestMemory, ReachesOverPartsThatFollowEachOther) {
    ASSERT_EQ(memory.map({0, kMb}, file.get(), 0), 0);
    ASSERT_EQ(memory.map({kMb, kMb}, file.get(), kMb), 0);
    ASSERT_EQ(memory.map({3 * kMb, kMb}, file.get(), 0), 0);
    EXPECT_EQ(memory.reachable_octets(4), 2 * kMb - 4);
    EXPECT_EQ(memory.reachable_octets(3 * kMb), kMb);
    EXPECT_EQ(memory.reachable_octets(2 * kMb), 0u);
    ASSERT_EQ(memory.map({2 * kMb, kMb}, -1, 0), 0);  // Not shared.
    EXPECT_EQ(memory.reachable_octets(4), 2 * kMb - 4);
    EXPECT_EQ(memory.reachable_octets(2 * kMb), 0u);
}

}  // namespace
}  // namespace niclab::vm
