// More checks of the debug kernel: failed mappings, locks that are not initialized or that a timer
// takes, and registers beyond those of the card.
#include <gtest/gtest.h>

#include "findings_test.h"
#include "kernel/pci.h"
#include "runtime/dma_mappings.h"
#include "runtime/holdings.h"
#include "runtime/locks.h"

namespace niclab::linux_kernel {
namespace {

class DebugKernelLimits : public FindingsTest {};

TEST_F(DebugKernelLimits, AMappingThatHasFailedIsNotUsed) {
    DmaMappings dma(findings);
    dma.note_failed(this);
    dma.on_master_access(0x00020000u, 0xF, true);
    EXPECT_TRUE(reported(Rule::DmaOutside, "outside every mapping"));
    EXPECT_FALSE(dma.has_used_failed());
    dma.unmap(DmaMappings::kFailed, 64, DMA_FROM_DEVICE, this);
    EXPECT_TRUE(reported(Rule::DmaErrorUnchecked, "the mapping that fails here is unmapped at"));
    EXPECT_TRUE(dma.has_used_failed());
}

TEST_F(DebugKernelLimits, AMasterDoesNotGetAMappingThatHasFailed) {
    DmaMappings dma(findings);
    dma.note_failed(this);
    dma.on_master_access(0x0000002Fu, 0x1, true);
    EXPECT_TRUE(reported(Rule::DmaErrorUnchecked, "the mapping that fails here is given to the card, which writes"));
}

TEST_F(DebugKernelLimits, ALockIsInitializedBeforeItIsTaken) {
    Locks locks(findings);
    const int first = 0, second = 0;
    locks.initialize(&first);
    locks.expect_initialized(&first, this);
    EXPECT_TRUE(findings.faults().empty());
    locks.expect_initialized(&second, this);
    EXPECT_TRUE(reported(Rule::Lock, "was not initialized; expected spin_lock_init() before"));
}

TEST_F(DebugKernelLimits, ATimerIsNotAwaitedWithALockThatItTakes) {
    Locks locks(findings);
    const int its = 0, other = 0;
    const CodeAddress function = &its;
    locks.begin_timer(function);
    locks.take(&its, this, Locks::Masked::Interrupts);
    locks.release(&its, this);
    locks.begin_timer(nullptr);
    locks.take(&other, this, Locks::Masked::Interrupts);
    locks.expect_no_lock_of_timer(function, this);
    EXPECT_TRUE(findings.faults().empty());
    locks.release(&other, this);
    locks.take(&its, this, Locks::Masked::Interrupts);
    locks.expect_no_lock_of_timer(&other, this);
    EXPECT_TRUE(findings.faults().empty());
    locks.expect_no_lock_of_timer(function, this);
    EXPECT_TRUE(reported(Rule::Lock, "del_timer_sync() waits for a timer that takes a lock"));
}

TEST_F(DebugKernelLimits, PortsAreRequestedUpToTheLastOne) {
    Holdings holdings(findings);
    holdings.take(Holdings::Kind::Ports, 0x300, this, 16);
    holdings.expect_reachable(0x30F, this);
    holdings.expect_reachable(0x2FF, this);
    holdings.expect_reachable(0x330, this);
    EXPECT_TRUE(findings.faults().empty());
    holdings.expect_reachable(0x310, this);
    EXPECT_TRUE(reported(Rule::Ports, "port 310h is after the end of I/O ports 300h to 30Fh"));
}

TEST_F(DebugKernelLimits, AWindowIsMappedUpToItsLastRegister) {
    Holdings holdings(findings);
    holdings.take(Holdings::Kind::Window, 0xE0000000, this, 0x80);
    holdings.expect_reachable(0xE000007F, this);
    EXPECT_TRUE(findings.faults().empty());
    holdings.expect_reachable(0xE0000080, this);
    EXPECT_TRUE(reported(Rule::Device, "the register at E0000080h is in no mapped window"));
}

}  // namespace
}  // namespace niclab::linux_kernel
