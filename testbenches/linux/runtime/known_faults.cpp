#include "runtime/known_faults.h"

#include <algorithm>
#include <array>

namespace niclab::linux_kernel {

namespace {

struct Known {
    const char *file, *function;
    Rule rule;
    const char* reason;
    bool eisa = false;        ///< Only on EISA.
    bool programmed = false;  ///< Only with programmed I/O.
};

constexpr const char *kUnchecked = "the result of this mapping is not checked",
                     *kRounded = "the length of a transfer is rounded up, so up to 3 octets after a frame are written",
                     *kToDevice = "receive buffers are mapped as to the device, and unmapped as from the device",
                     *kPadding =
                         "the card reads the padding of AAL5 after a packet, up to 55 octets, which is not mapped";

/// Read in the sources of Linux 6.1; functions of that name have the same fault in other versions.
constexpr std::array kKnown = {
    Known{"3c59x.c", "vortex_start_xmit", Rule::Queue,
          "in programmed I/O no frame is reported as completed, so a kernel with byte queue limits sends one frame and "
          "then none",
          false, true},
    Known{"3c59x.c", "vortex_rx", Rule::DmaErrorUnchecked, kUnchecked},
    Known{"3c59x.c", "vortex_rx", Rule::DmaOutside, kRounded},
    Known{"3c59x.c", "vortex_up", Rule::Left, "the PCI device is enabled at each open and disabled once"},
    Known{"3c59x.c", "vortex_probe1", Rule::Left, "at unload the rings of a card on EISA are not freed", true},
    Known{"nicstar.c", "push_rxbufs", Rule::DmaDirection, kToDevice},
    Known{"nicstar.c", "dequeue_rx", Rule::DmaSync, kToDevice},
    Known{"nicstar.c", "dequeue_rx", Rule::DmaUnmapDirection, kToDevice},
    Known{"nicstar.c", "push_rxbufs", Rule::DmaErrorUnchecked, kUnchecked},
    Known{"nicstar.c", "push_rxbufs", Rule::DmaStillMapped,
          "receive buffers are freed at unload without being unmapped"},
    Known{"nicstar.c", "_ns_send", Rule::DmaErrorUnchecked, kUnchecked},
    Known{"nicstar.c", "_ns_send", Rule::DmaOutside, kPadding},
    Known{"nicstar.c", "ns_send", Rule::DmaErrorUnchecked, kUnchecked},  // Linux 5.10
    Known{"nicstar.c", "ns_send", Rule::DmaOutside, kPadding},
};

}  // namespace

std::string known_fault(Rule rule, const SourceLines::Place& place, const Situation& situation) {
    const std::string file = place.file();
    const auto* found = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& k) {
        return k.rule == rule && k.file == file && k.function == place.function && (situation.eisa || !k.eisa) &&
               !(situation.maps_dma && k.programmed);
    });
    return found == kKnown.end() ? "" : found->reason;
}

}  // namespace niclab::linux_kernel
