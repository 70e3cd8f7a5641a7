#include "runtime/known_faults.h"

#include <algorithm>
#include <array>

namespace niclab::linux_kernel {

namespace {

enum class When { Always, OnEisa, InProgrammedIo, AfterFailedAllocation, WithCountersSet };

struct Known {
    const char *module, *function;
    Rule rule;
    const char* reason;
    When when = When::Always;
};

bool holds(When when, const Situation& situation) {
    switch (when) {
        case When::Always:
            return true;
        case When::OnEisa:
            return situation.eisa;
        case When::InProgrammedIo:
            return !situation.maps_dma;
        case When::AfterFailedAllocation:
            return situation.allocation_failed;
        case When::WithCountersSet:
            return situation.counters_set;
    }
    return false;
}

constexpr const char *kUnchecked = "the result of this mapping is not checked",
                     *kRounded = "the length of a transfer is rounded up, so up to 3 octets after a frame are written",
                     *kToDevice = "receive buffers are mapped as to the device, and unmapped as from the device",
                     *kFreedMasked = "the old ring is freed with interrupts masked when its size changes",
                     *kVectorsStay = "interrupts of MSI-X are not freed if another one of them is not to be had",
                     *kPadding =
                         "the card reads the padding of AAL5 after a packet, up to 55 octets, which is not mapped";

/// Read in the sources of Linux 6.1; functions of that name have the same fault in other versions.
constexpr std::array kKnown = {
    Known{"3c59x", "vortex_start_xmit", Rule::Queue,
          "in programmed I/O no frame is reported as completed, so a kernel with byte queue limits sends its first "
          "frames and then none",
          When::InProgrammedIo},
    Known{"3c59x", "vortex_rx", Rule::DmaErrorUnchecked, kUnchecked},
    Known{"3c59x", "vortex_rx", Rule::DmaOutside, kRounded},
    Known{
        "3c59x", "vortex_tx_timeout", Rule::Ports,
        "the handler of a timeout reads a register that cards without lists do not have, after the end of their ports"},
    Known{"3c59x", "vortex_open", Rule::DmaStillMapped,
          "receive buffers are freed without being unmapped if the interface cannot be opened",
          When::AfterFailedAllocation},
    Known{"3c59x", "boomerang_start_xmit", Rule::Left, "a frame whose mapping fails is not freed",
          When::AfterFailedAllocation},
    Known{"3c59x", "vortex_close", Rule::DmaUnmap, "a frame whose mapping has failed is unmapped",
          When::AfterFailedAllocation},
    Known{"3c59x", "vortex_up", Rule::Left, "the PCI device is enabled at each open and disabled once"},
    Known{"3c59x", "vortex_probe1", Rule::Left, "at unload the rings of a card on EISA are not freed", When::OnEisa},
    Known{"lance", "lance_start_xmit", Rule::Watchdog,
          "signed ring indices are compared, so the queue stays stopped when they pass 2^31", When::WithCountersSet},
    Known{"lance", "lance_init_ring", Rule::Left,
          "memory that takes the place of a receive buffer is not freed if no packet buffer can be allocated",
          When::AfterFailedAllocation},
    Known{"pcnet32", "pcnet32_realloc_tx_ring", Rule::Sleep, kFreedMasked},
    Known{"pcnet32", "pcnet32_realloc_rx_ring", Rule::Sleep, kFreedMasked},
    Known{"pcnet32", "pcnet32_loopback_test", Rule::DmaSync,
          "the self test reads received frames without a synchronization for the CPU"},
    Known{"e1000", "e1000_free_rx_resources", Rule::DmaOutside,
          "the rings are freed before the card is stopped if its interrupt is not to be had",
          When::AfterFailedAllocation},
    Known{"e1000e", "e1000_watchdog", Rule::Left,
          "the work of the watchdog stays queued when the interface is closed, and then finds it closed"},
    Known{"e1000e", "e1000_request_msix", Rule::Left, kVectorsStay, When::AfterFailedAllocation},
    Known{"e1000e", "e1000_request_irq", Rule::Left, kVectorsStay, When::AfterFailedAllocation},  // inlined
    Known{"nicstar", "push_rxbufs", Rule::DmaDirection, kToDevice},
    Known{"nicstar", "dequeue_rx", Rule::DmaSync, kToDevice},
    Known{"nicstar", "dequeue_rx", Rule::DmaUnmapDirection, kToDevice},
    Known{"nicstar", "push_rxbufs", Rule::DmaErrorUnchecked, kUnchecked},
    Known{"nicstar", "push_rxbufs", Rule::DmaStillMapped, "receive buffers are freed at unload without being unmapped"},
    Known{"nicstar", "ns_init_card", Rule::Left,
          "the PCI device stays enabled if the structure of the card cannot be allocated", When::AfterFailedAllocation},
    Known{"nicstar", "get_scq", Rule::Left,
          "the first transmit queue is not freed if the allocation of a receive buffer fails",
          When::AfterFailedAllocation},
    Known{"nicstar", "push_rxbufs", Rule::Left,
          "the numbers of the receive buffers are not freed if the allocation of a receive buffer fails",
          When::AfterFailedAllocation},
    Known{"nicstar", "_ns_send", Rule::DmaErrorUnchecked, kUnchecked},
    Known{"nicstar", "_ns_send", Rule::DmaOutside, kPadding},
    Known{"nicstar", "ns_send", Rule::DmaErrorUnchecked, kUnchecked},  // Linux 5.10
    Known{"nicstar", "ns_send", Rule::DmaOutside, kPadding},
};

}  // namespace

std::string known_fault(Rule rule, const std::string& module, const std::string& function, const Situation& situation) {
    const auto* found = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& k) {
        return k.rule == rule && k.module == module && k.function == function && holds(k.when, situation);
    });
    return found == kKnown.end() ? "" : found->reason;
}

}  // namespace niclab::linux_kernel
