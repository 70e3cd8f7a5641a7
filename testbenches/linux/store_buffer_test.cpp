// Stores of a CPU that a card cannot see yet: barriers, loads, descriptors that are used too early.
#include "runtime/store_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/sim_test.h"

namespace niclab::linux_kernel {
namespace {

class StoreBufferTest : public test::SimTest {
protected:
    static constexpr std::uint32_t kDescriptor = 0x100, kCoherentEnd = 0x200;

    StoreBufferTest() : buffer(memory, findings, 1, "test") {
        buffer.is_coherent = [](std::uint32_t address) { return address < kCoherentEnd; };
        buffer.pause = [this](double, const sc_core::sc_event&) {
            if (in_pause) in_pause();
        };
    }
    /// What the driver's instruction does after its report.
    void store(std::uint32_t address, std::uint8_t value) {
        buffer.store(memory.at(address), 1, this);
        *memory.at(address) = value;
    }
    std::uint8_t seen(std::uint32_t address) { return *memory.at(address); }

    host::Memory memory{0x1000};
    Findings findings;
    StoreBuffer buffer;
    std::function<void()> in_pause;
};

TEST_F(StoreBufferTest, AStoreIsSeenAtABarrier) {
    store(0x10, 7);
    store(0x20, 8);
    EXPECT_EQ(seen(0x10), 0);
    buffer.barrier();
    EXPECT_EQ(seen(0x10), 7);
    EXPECT_EQ(seen(0x20), 8);
}

TEST_F(StoreBufferTest, ALoadOfTheCpuSeesItsStore) {
    store(0x10, 7);
    store(0x11, 9);
    buffer.load(memory.at(0x10), 1);
    EXPECT_EQ(seen(0x10), 7);
    EXPECT_EQ(seen(0x11), 0);
    buffer.barrier();
    EXPECT_EQ(seen(0x11), 9);
}

TEST_F(StoreBufferTest, AWideStoreComesAfterOneThatWaits) {
    store(0x10, 7);
    buffer.store(memory.at(0x10), 16, this);
    std::fill_n(memory.at(0x10), 16, std::uint8_t{8});
    buffer.barrier();
    EXPECT_EQ(seen(0x10), 8);
}

TEST_F(StoreBufferTest, ASecondStoreToTheSameOctetComesAfterTheFirst) {
    store(0x10, 7);
    store(0x10, 8);
    buffer.load(memory.at(0x20), 1);
    EXPECT_EQ(seen(0x10), 7);
    buffer.barrier();
    EXPECT_EQ(seen(0x10), 8);
}

TEST_F(StoreBufferTest, OtherMemoryIsSeenAtOnce) {
    store(kCoherentEnd, 7);
    store(0x10, 1);
    EXPECT_EQ(seen(kCoherentEnd), 7);
}

/// The card polls in each pause of a barrier: it writes the result if it sees the owner of 80h.
class DescriptorOfACard : public StoreBufferTest {
protected:
    static constexpr std::uint32_t kOwner = kDescriptor, kLength = kDescriptor + 4;
    void run(bool with_barrier) {
        in_pause = [this] {
            buffer.on_master_access(kOwner, false);
            buffer.on_master_access(kLength, false);
            if (seen(kOwner) != 0x80) return;
            buffer.on_master_access(kOwner, true);
        };
        constexpr unsigned kLaps = 200;
        for (unsigned lap = 0; lap < kLaps; ++lap) {
            *memory.at(kOwner) = 0;
            store(kLength, std::uint8_t(lap));
            if (with_barrier) store(kLength + 1, 1);  // Two stores, so that a barrier takes time.
            if (with_barrier) buffer.barrier();
            store(kOwner, 0x80);
            buffer.barrier();
        }
    }
};

TEST_F(DescriptorOfACard, IsReportedWithoutABarrier) {
    run(false);
    ASSERT_EQ(findings.faults().size(), 1u);
    EXPECT_EQ(findings.faults()[0].rule, Rule::Order);
    EXPECT_NE(findings.faults()[0].text.find("the card has used a descriptor without this store"), std::string::npos);
    EXPECT_GT(findings.faults()[0].times, 5u);
}

TEST_F(DescriptorOfACard, IsRightWithOne) {
    run(true);
    EXPECT_TRUE(findings.faults().empty());
}

}  // namespace
}  // namespace niclab::linux_kernel
