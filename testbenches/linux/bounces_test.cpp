// The copies of mapped memory: which octets the CPU and the card see, and when.
#include "runtime/bounces.h"

#include <gtest/gtest.h>

#include "kernel/pci.h"

namespace niclab::linux_kernel {
namespace {

/// Memory that is mapped as from the device has the card's octets after a synchronization only.
class BouncesTest : public testing::Test {
protected:
    bool reported(const std::string& text) const {
        return findings.faults().size() == 1 && findings.faults()[0].rule == Rule::DmaSync &&
               findings.faults()[0].text.find(text) != std::string::npos;
    }
    Findings findings;
    host::Memory memory{1 << 20};
    Arena arena{memory, &findings};
    Heap heap{&findings};
    Bounces bounces{arena, heap, &findings};
    std::uint8_t* own = static_cast<std::uint8_t*>(arena.allocate(100, true)) + 2;
    std::uint8_t* map(int direction) { return static_cast<std::uint8_t*>(bounces.map(own, 64, direction, this)); }
    std::uint32_t address(const std::uint8_t* reached) const { return arena.bus_address(reached); }
};

TEST_F(BouncesTest, TheCpuSeesWhatTheCardHasWrittenAfterASynchronization) {
    std::uint8_t* reached = map(DMA_FROM_DEVICE);
    EXPECT_EQ(address(reached) % 64, 2u);
    reached[10] = 7, reached[11] = 8;
    EXPECT_EQ(own[10], kOfDevice);
    bounces.sync(address(reached), 11, DMA_FROM_DEVICE, true);
    EXPECT_EQ(own[10], 7);
    EXPECT_EQ(own[11], kOfDevice);
    bounces.sync(address(reached), 64, DMA_FROM_DEVICE, false);
    EXPECT_EQ(own[10], kOfDevice);
    bounces.unmap(address(reached), DMA_FROM_DEVICE);
    EXPECT_EQ(own[10], 7);
    EXPECT_EQ(own[0], 0);
}

TEST_F(BouncesTest, TheCardSeesWhatTheCpuHasWrittenBeforeTheMapping) {
    own[10] = 7;
    std::uint8_t* reached = map(DMA_TO_DEVICE);
    EXPECT_EQ(reached[10], 7);
    own[10] = 8;
    EXPECT_EQ(reached[10], 7);
    bounces.sync(address(reached), 64, DMA_TO_DEVICE, false);
    EXPECT_EQ(reached[10], 8);
    bounces.unmap(address(reached), DMA_TO_DEVICE);
    EXPECT_TRUE(findings.faults().empty());
    reached = map(DMA_TO_DEVICE);
    own[63] = 9;
    bounces.unmap(address(reached), DMA_TO_DEVICE);
    EXPECT_TRUE(reported("was written while it was mapped"));
}

TEST_F(BouncesTest, AReadOfOctetsOfTheCardIsReported) {
    std::uint8_t* reached = map(DMA_FROM_DEVICE);
    reached[10] = kOfDevice;
    bounces.sync(address(reached), 20, DMA_FROM_DEVICE, true);
    bounces.read_by_cpu(own + 10, this);  // The card has written that.
    bounces.read_by_cpu(own - 1, this);
    EXPECT_TRUE(findings.faults().empty());
    bounces.read_by_cpu(own + 20, this);
    EXPECT_TRUE(reported("belongs to the card"));
    EXPECT_EQ(own[20], reached[20]);
}

TEST_F(BouncesTest, FreedMemoryHasNoCopy) {
    const std::uint32_t at = address(map(DMA_FROM_DEVICE));
    bounces.release(own, 64);
    own[0] = 3;
    bounces.unmap(at, DMA_FROM_DEVICE);
    EXPECT_EQ(own[0], 3);
}

}  // namespace
}  // namespace niclab::linux_kernel
