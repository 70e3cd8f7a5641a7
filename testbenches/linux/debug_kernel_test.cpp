// The checks of the debug kernel, each at its limit: what is allowed, and the first that is not.
#include <gtest/gtest.h>

#include "findings_test.h"
#include "kernel/pci.h"
#include "runtime/arena.h"
#include "runtime/dma_mappings.h"
#include "runtime/heap.h"
#include "runtime/holdings.h"
#include "runtime/known_faults.h"
#include "runtime/locks.h"
#include "runtime/queue_limit.h"

namespace niclab::linux_kernel {
namespace {

class DebugKernel : public FindingsTest {
protected:
    using Masked = Locks::Masked;
    static DmaMappings::Mapping mapping(std::uint32_t begin, std::uint32_t octets, int direction) {
        DmaMappings::Mapping m;
        m.begin = begin, m.octets = octets, m.direction = direction;
        m.own = own(begin);
        return m;
    }
    /// The driver's memory for a mapping at `begin`.
    static const std::uint8_t* own(std::uint32_t begin) {
        return reinterpret_cast<const std::uint8_t*>(std::uintptr_t{begin});
    }
};

TEST_F(DebugKernel, AMasterStaysInTheDwordsOfAMapping) {
    DmaMappings dma(findings);
    dma.map(mapping(0x1002, 60, DMA_FROM_DEVICE));
    dma.on_master_access(0x1000, 0xF, true);
    dma.on_master_access(0x103C, 0xF, true);
    EXPECT_TRUE(findings.faults().empty());
    dma.on_master_access(0x1040, 0x1, true);
    EXPECT_TRUE(reported(Rule::DmaOutside, "the card writes 00001040h, 3 octets after the end"));
}

TEST_F(DebugKernel, AMasterKeepsTheDirectionOfAMapping) {
    DmaMappings dma(findings);
    dma.map(mapping(0x1000, 64, DMA_TO_DEVICE));
    dma.on_master_access(0x1000, 0xF, false);
    EXPECT_TRUE(findings.faults().empty());
    dma.on_master_access(0x1000, 0xF, true);
    EXPECT_TRUE(reported(Rule::DmaDirection, "the card writes 00001000h, which is mapped here as to the device"));
}

TEST_F(DebugKernel, AMasterStopsBeforeItsMappingEnds) {
    DmaMappings dma(findings);
    dma.map(mapping(0x1000, 64, DMA_FROM_DEVICE));
    dma.set_checked(0x1000);
    dma.unmap(0x1000, 64, DMA_FROM_DEVICE, this);
    EXPECT_TRUE(findings.faults().empty());
    dma.on_master_access(0x1000, 0xF, true);
    EXPECT_TRUE(reported(Rule::DmaOutside, "has ended here"));
}

TEST_F(DebugKernel, AMappingEndsOnceWithItsSizeAndDirection) {
    DmaMappings dma(findings);
    dma.map(mapping(0x1000, 64, DMA_FROM_DEVICE));
    dma.unmap(0x1000, 60, DMA_TO_DEVICE, this);
    EXPECT_TRUE(reported(Rule::DmaUnmapSize, "60 octets are unmapped of memory that was mapped"));
    EXPECT_TRUE(reported(Rule::DmaUnmapDirection, "unmapped as to the device"));
    EXPECT_TRUE(reported(Rule::DmaErrorUnchecked, "dma_mapping_error()"));
    dma.unmap(0x1000, 64, DMA_FROM_DEVICE, this);
    EXPECT_TRUE(reported(Rule::DmaUnmap, "was unmapped at"));
}

TEST_F(DebugKernel, MemoryIsMappedOnceUnlessTheDeviceOnlyReadsIt) {
    DmaMappings dma(findings);
    dma.map(mapping(0x1000, 64, DMA_TO_DEVICE));
    dma.map(mapping(0x1000, 64, DMA_TO_DEVICE));
    EXPECT_TRUE(findings.faults().empty());
    dma.map(mapping(0x1000, 64, DMA_FROM_DEVICE));
    EXPECT_TRUE(reported(Rule::DmaMappedTwice, "mapped for DMA twice"));
}

TEST_F(DebugKernel, APartOfMappedMemoryIsNotMappedAgain) {
    DmaMappings dma(findings);
    dma.map(mapping(0x1000, 64, DMA_FROM_DEVICE));
    dma.map(mapping(0x1040, 64, DMA_FROM_DEVICE));
    dma.map(mapping(0x0FC0, 64, DMA_FROM_DEVICE));
    EXPECT_TRUE(findings.faults().empty());
    dma.map(mapping(0x103F, 1, DMA_FROM_DEVICE));
    EXPECT_TRUE(reported(Rule::DmaMappedTwice, "mapped for DMA twice"));
}

TEST_F(DebugKernel, MemoryIsUnmappedBeforeItIsFreed) {
    DmaMappings dma(findings);
    auto coherent = mapping(0x2000, 64, DMA_BIDIRECTIONAL);
    coherent.kind = DmaMappings::Kind::Coherent;
    dma.map(coherent);
    dma.release(own(0x2000), 64, this);
    EXPECT_TRUE(findings.faults().empty());
    dma.map(mapping(0x1010, 16, DMA_TO_DEVICE));
    dma.release(own(0x1000), 64, this);
    EXPECT_TRUE(reported(Rule::DmaStillMapped, "expected dma_unmap_single() before"));
}

TEST_F(DebugKernel, OnlyMappingsSinceThenAreLeft) {
    DmaMappings dma(findings);
    dma.map(mapping(0x1000, 64, DMA_TO_DEVICE));
    dma.report_left(dma.made(), "after ndo_stop()");
    EXPECT_TRUE(findings.faults().empty());
    dma.report_left(0, "after ndo_stop()");
    EXPECT_TRUE(reported(Rule::Left, "is left after ndo_stop()"));
}

TEST_F(DebugKernel, ABlockOfTheHeapEndsAtAFence) {
    Heap heap(&findings);
    auto* block = static_cast<unsigned char*>(heap.allocate(13, false));
    EXPECT_EQ(block[0], kUnset);
    EXPECT_EQ(block[12], kUnset);
    EXPECT_EQ(static_cast<unsigned char*>(heap.allocate(64, true))[63], 0);
    EXPECT_DEATH(block[16] = 0, "");
    block[13] = 0;
    heap.release(block);
    EXPECT_TRUE(reported(Rule::MemoryOverrun, "this block of 13 octets were written"));
    EXPECT_DEATH(block[0] = 0, "");
    EXPECT_NE(heap.described(block + 4).find("4 octets after the begin of a block of 13 octets"), std::string::npos);
    EXPECT_THROW(heap.release(block), std::runtime_error);
}

TEST_F(DebugKernel, AFreedBlockOfTheArenaIsNotWritten) {
    host::Memory memory(1 << 20);
    Arena arena(memory, &findings);
    auto* block = static_cast<unsigned char*>(arena.allocate(100, false));
    EXPECT_EQ(block[99], kUnset);
    arena.release(block);
    arena.check_freed();
    EXPECT_TRUE(findings.faults().empty());
    block[50] = 0;
    arena.check_freed();
    EXPECT_TRUE(reported(Rule::MemoryFreed, "was written afterwards"));
}

TEST_F(DebugKernel, AnOverrunOfABlockOfTheArenaIsReported) {
    host::Memory memory(1 << 20);
    Arena arena(memory, &findings);
    auto* block = static_cast<unsigned char*>(arena.allocate(100, true));
    block[99] = 1;
    arena.release(block);
    EXPECT_TRUE(findings.faults().empty());
    block = static_cast<unsigned char*>(arena.allocate(100, true));
    block[100] = 1;
    arena.release(block);
    EXPECT_TRUE(reported(Rule::MemoryOverrun, "this block of 100 octets were written"));
}

TEST_F(DebugKernel, ALockIsTakenOnce) {
    Locks locks(findings);
    int a = 0, b = 0;
    locks.take(&a, this, Masked::Interrupts), locks.take(&b, this, Masked::Interrupts);
    locks.release(&a, this), locks.release(&b, this);
    locks.take(&a, this, Masked::Interrupts);
    EXPECT_TRUE(findings.faults().empty());
    locks.take(&a, this, Masked::Interrupts);
    EXPECT_TRUE(reported(Rule::Lock, "a real CPU would wait for ever"));
}

TEST_F(DebugKernel, ALockOfTheInterruptHandlerIsTakenWithInterruptsMasked) {
    Locks locks(findings);
    int lock = 0;
    {
        const Locks::Atomic interrupt(locks, true);
        locks.take(&lock, this, Masked::Interrupts), locks.release(&lock, this);
    }
    locks.take(&lock, this, Masked::Interrupts), locks.release(&lock, this);
    EXPECT_TRUE(findings.faults().empty());
    locks.take(&lock, this, Masked::Nothing), locks.release(&lock, this);
    EXPECT_TRUE(reported(Rule::LockContext, "a lock is taken with interrupts on"));
}

TEST_F(DebugKernel, ALockOfASoftirqIsTakenWithSoftirqsMasked) {
    Locks locks(findings);
    int lock = 0;
    {
        const Locks::Atomic softirq(locks, false);
        locks.take(&lock, this, Masked::Nothing), locks.release(&lock, this);
    }
    locks.take(&lock, this, Masked::Softirqs), locks.release(&lock, this);
    EXPECT_TRUE(findings.faults().empty());
    locks.take(&lock, this, Masked::Nothing), locks.release(&lock, this);
    EXPECT_TRUE(reported(Rule::LockContext, "a lock is taken with softirqs on"));
}

TEST_F(DebugKernel, TheAdviceForALockFollowsTheStrongestContextThatTakesIt) {
    Locks locks(findings);
    int lock = 0;
    const auto use = [&](Masked masked) { locks.take(&lock, this, masked), locks.release(&lock, this); };
    const auto advice = [&] {
        const auto& all = findings.faults();
        return all.size() == 1 ? all[0].text.substr(all[0].text.find("expected ")) : std::to_string(all.size());
    };
    use(Masked::Nothing);
    EXPECT_EQ(advice(), "0");
    {
        const Locks::Atomic softirq(locks, false);
        use(Masked::Interrupts);
    }
    EXPECT_EQ(advice(), "expected spin_lock_bh()");
    {
        const Locks::Atomic interrupt(locks, true);
        use(Masked::Interrupts);
    }
    EXPECT_EQ(advice(), "expected spin_lock_irqsave()");
    use(Masked::Softirqs);
    EXPECT_EQ(advice(), "expected spin_lock_irqsave()");
}

TEST_F(DebugKernel, TwoLocksAreTakenInOneOrder) {
    Locks locks(findings);
    int a = 0, b = 0;
    const auto take = [&](int& first, int& second, bool tried) {
        locks.take(&first, this, Masked::Interrupts), locks.take(&second, this, Masked::Interrupts, tried);
        locks.release(&second, this), locks.release(&first, this);
    };
    take(a, b, false), take(a, b, false);
    take(b, a, true);
    {
        locks.take(&b, this, Masked::Interrupts);
        const Locks::Atomic interrupt(locks, true);  // Its locks are not those of the interrupted code.
        locks.take(&a, this, Masked::Interrupts), locks.release(&a, this);
    }
    locks.release(&b, this);
    EXPECT_TRUE(findings.faults().empty());
    take(b, a, false);
    EXPECT_TRUE(reported(Rule::Lock, "two CPUs would wait for each other"));
}

TEST_F(DebugKernel, ANewLockHasNoOrder) {
    Locks locks(findings);
    int a = 0, b = 0;
    const auto take = [&](int& first, int& second) {
        locks.take(&first, this, Masked::Interrupts), locks.take(&second, this, Masked::Interrupts);
        locks.release(&second, this), locks.release(&first, this);
    };
    take(a, b);
    locks.initialize(&a);
    take(b, a);
    EXPECT_TRUE(findings.faults().empty());
}

TEST_F(DebugKernel, AMutexIsLockedOnceAndUnlocked) {
    Locks locks(findings);
    int mutex = 0;
    locks.take_mutex(&mutex, this), locks.release_mutex(&mutex, this);
    locks.report_locked_mutexes("after the module is unloaded");
    locks.take_mutex(&mutex, this);
    EXPECT_TRUE(findings.faults().empty());
    locks.take_mutex(&mutex, this);
    EXPECT_TRUE(reported(Rule::Lock, "the process would wait for ever"));
}

TEST_F(DebugKernel, AMutexIsUnlockedOnce) {
    Locks locks(findings);
    int mutex = 0;
    locks.take_mutex(&mutex, this), locks.release_mutex(&mutex, this);
    EXPECT_TRUE(findings.faults().empty());
    locks.release_mutex(&mutex, this);
    EXPECT_TRUE(reported(Rule::Lock, "a mutex is unlocked that is not locked"));
}

TEST_F(DebugKernel, AMutexThatStaysLockedIsReported) {
    Locks locks(findings);
    int mutex = 0;
    locks.take_mutex(&mutex, this);
    locks.report_locked_mutexes("after the module is unloaded");
    EXPECT_TRUE(reported(Rule::Lock, "is locked after the module is unloaded"));
}

TEST_F(DebugKernel, OnlyAProcessWithoutALockMaySleep) {
    Locks locks(findings);
    int lock = 0;
    locks.may_sleep("msleep()", this, false);
    EXPECT_TRUE(findings.faults().empty());
    locks.take(&lock, this, Masked::Nothing);
    locks.may_sleep("msleep()", this, false);
    EXPECT_TRUE(reported(Rule::Sleep, "msleep() may sleep, but is called with the lock held"));
    locks.release(&lock, this);
    EXPECT_EQ(locks.held(), 0u);
}

TEST_F(DebugKernel, EachContextThatMustNotSleepIsNamed) {
    const auto text = [](bool in_interrupt, bool softirq, bool masked) {
        Findings found;
        Locks locks(found);
        if (in_interrupt) {
            const Locks::Atomic atomic(locks, true);
            locks.may_sleep("f()", nullptr, masked);
        } else if (softirq) {
            const Locks::Atomic atomic(locks, false);
            locks.may_sleep("f()", nullptr, masked);
        } else {
            locks.may_sleep("f()", nullptr, masked);
        }
        return found.faults().empty() ? "" : found.faults()[0].text;
    };
    EXPECT_NE(text(true, false, true).find("in an interrupt handler"), std::string::npos);
    EXPECT_NE(text(false, true, false).find("in a softirq"), std::string::npos);
    EXPECT_NE(text(false, false, true).find("with interrupts masked"), std::string::npos);
    EXPECT_EQ(text(false, false, false), "");
}

TEST_F(DebugKernel, AFunctionReturnsWithoutItsLocks) {
    Locks locks(findings);
    int lock = 0;
    locks.expect_returned("the timer", this, 0);
    EXPECT_TRUE(findings.faults().empty());
    locks.take(&lock, this, Masked::Interrupts);
    locks.expect_returned("the timer", this, 0);
    EXPECT_TRUE(reported(Rule::Lock, "is still held when the timer"));
    EXPECT_EQ(locks.held(), 0u);
}

TEST_F(DebugKernel, WhatIsTakenSinceThenIsLeft) {
    Holdings holdings(findings);
    using Kind = Holdings::Kind;
    holdings.take(Kind::Ports, 0x300, this, 32);
    EXPECT_NE(holdings.overlapping(0x31F, 1), nullptr);
    EXPECT_EQ(holdings.overlapping(0x320, 1), nullptr);
    holdings.report_left({Kind::Ports}, holdings.taken(), "after ndo_stop()");
    EXPECT_TRUE(findings.faults().empty());
    holdings.report_left({Kind::Ports}, 0, "after ndo_stop()");
    EXPECT_TRUE(reported(Rule::Left, "I/O ports 300h to 31Fh is left after ndo_stop(); expected release_region()"));
    EXPECT_TRUE(holdings.give_back(Kind::Ports, 0x300));
    EXPECT_FALSE(holdings.give_back(Kind::Ports, 0x300));
}

TEST(KnownFaults, HoldInTheirSituationOnly) {
    Situation situation{};
    const auto is_known = [&](Rule rule, const char* module, const char* function) {
        return !known_fault(rule, module, function, situation).empty();
    };
    EXPECT_TRUE(is_known(Rule::DmaErrorUnchecked, "3c59x", "vortex_rx"));
    EXPECT_FALSE(is_known(Rule::DmaErrorUnchecked, "3c59x", "vortex_up"));
    EXPECT_FALSE(is_known(Rule::DmaErrorUnchecked, "pcnet32", "vortex_rx"));
    EXPECT_TRUE(is_known(Rule::Queue, "3c59x", "vortex_start_xmit"));
    situation.maps_dma = true;
    EXPECT_FALSE(is_known(Rule::Queue, "3c59x", "vortex_start_xmit"));
    EXPECT_FALSE(is_known(Rule::Left, "nicstar", "get_scq"));
    situation.allocation_failed = true;
    EXPECT_TRUE(is_known(Rule::Left, "nicstar", "get_scq"));
    EXPECT_FALSE(is_known(Rule::Watchdog, "lance", "lance_start_xmit"));
    situation.counters_set = true;
    EXPECT_TRUE(is_known(Rule::Watchdog, "lance", "lance_start_xmit"));
    EXPECT_FALSE(is_known(Rule::Left, "3c59x", "vortex_probe1"));
    situation.eisa = true;
    EXPECT_TRUE(is_known(Rule::Left, "3c59x", "vortex_probe1"));
}

/// One frame may exceed the limit of 0; after its completion as many octets are allowed.
TEST(QueueLimit, GrowsByWhatIsCompletedWhileTheQueueIsStopped) {
    QueueLimit limit;
    limit.add(1000, nullptr);
    EXPECT_TRUE(limit.is_stopped());
    EXPECT_TRUE(limit.complete(1000));
    EXPECT_FALSE(limit.is_stopped());
    limit.add(1000, nullptr);
    EXPECT_FALSE(limit.is_stopped());
    limit.add(1, nullptr);
    EXPECT_TRUE(limit.is_stopped());
    EXPECT_FALSE(limit.complete(1002));
    limit.reset();
    EXPECT_FALSE(limit.is_stopped());
    EXPECT_EQ(limit.held(), 0u);
}

}  // namespace
}  // namespace niclab::linux_kernel
