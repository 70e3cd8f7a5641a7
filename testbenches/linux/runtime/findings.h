/// @file Faults that the debug kernel of a machine has found in its driver.
///
/// Behaviour: each is one sentence `FILE:LINE: what; expected ...`, recorded once per line and rule.
///   A fault that the kernel's own driver is known for is recorded apart, with its reason.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/source_lines.h"

namespace niclab::linux_kernel {

/// A rule of the kernel that a driver may break.
enum class Rule {
    DmaOutside,
    DmaDirection,
    DmaMappedTwice,
    DmaUnmap,
    DmaUnmapSize,
    DmaUnmapDirection,
    DmaErrorUnchecked,
    DmaStillMapped,
    DmaSync,
    DmaMemory,
    MemoryKind,
    MemoryOverrun,
    MemoryFreed,
    MemoryUnset,
    Left,
    Interrupt,
    Timer,
    Poll,
    Lock,
    LockContext,
    Sleep,
    Order,
    Queue,
    Watchdog,
    Ports,
    Device
};

class Findings {
public:
    struct Finding {
        Rule rule;
        std::string key;   ///< The line, or for a known fault the function.
        std::string text;  ///< Of a known fault: its reason.
        std::string line;
        std::uint64_t times = 1;
    };
    /// The sentence begins with the line at `place`. `text` goes on after "FILE:LINE: ".
    void add(Rule rule, CodeAddress place, const std::string& text);
    /// The same, once, and instead of a fault of that rule and line that was added before.
    void replace(Rule rule, CodeAddress place, const std::string& text);
    /// With a place that is not a line of the driver.
    void add(Rule rule, const std::string& place, const std::string& text);
    /// "pcnet32.c:2370", for use in a sentence.
    std::string line(CodeAddress place) { return lines.at(place).line; }
    /// What was done there, after a participle: "at pcnet32.c:2370", or "by the kernel".
    std::string doer(CodeAddress place) { return lines.has(place) ? "at " + line(place) : "by the kernel"; }

    const std::vector<Finding>& faults() const { return faults_; }
    /// Faults that are known of the kernel's own driver, each with the reason.
    const std::vector<Finding>& known() const { return known_; }

    SourceLines lines;
    bool maps_dma = false;                             ///< The driver has mapped memory for DMA.
    bool eisa = false;                                 ///< The machine has EISA.
    bool allocation_failed = false;                    ///< One of the driver's.
    bool counters_set = false;                         ///< The trial has set counters of the driver.
    std::function<void(const std::string&)> on_first;  ///< Called with each sentence, once.

private:
    /// Whether it is new.
    static bool record(std::vector<Finding>& list, const Finding& finding);

    std::vector<Finding> faults_, known_;
};

}  // namespace niclab::linux_kernel
