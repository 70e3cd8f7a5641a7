/// @file The address space of the chip with 16-bit addresses: on an NE2000 the address PROM, and
/// RAM from 4000H on; on other boards only RAM.
///
/// Source: ne2k-pci.c of Linux 6.1: PROM at 0, each octet twice on a board of words, 57H at 14 and
///   15; RAM in pages 40H to 7FH.
/// Assumed: A15 is not decoded. The PROM repeats every 32 octets below 4000H; writes to it have no
///   effect.
#pragma once

#include <vector>

#include "cards/dp8390/config.h"
#include "core/mailbox.h"

namespace niclab::dp8390 {

class BoardMemory {
public:
    BoardMemory(const Address& address, std::uint32_t ram_octets, bool with_prom)
        : with_prom_(with_prom), ram_(ram_octets) {
        for (unsigned i = 0; i < prom_.size(); ++i)
            prom_[i] = i / 2 < address.size() ? address[i / 2] : i / 2 < 14 ? 0 : kMark;
    }
    /// Shows or hides its PROM.
    void show_prom(bool shown) { with_prom_ = shown; }
    std::uint8_t read(std::uint16_t at) const { return in_ram(at) ? ram_[at % ram_.size()] : prom_[at % prom_.size()]; }
    void write(std::uint16_t at, std::uint8_t octet) {
        if (in_ram(at)) ram_[at % ram_.size()] = octet;
    }

private:
    static constexpr std::uint16_t kRam = 0x4000;
    static constexpr std::uint8_t kMark = 0x57;
    bool in_ram(std::uint16_t at) const { return !with_prom_ || (at & kRam) != 0; }
    bool with_prom_;
    std::array<std::uint8_t, 32> prom_{};
    std::vector<std::uint8_t> ram_;
};

/// The access of an ISA bus to a DP8390's memory with one port: it waits until the chip's own
/// DMA does not use the memory.
///
/// Timing: the bus gets the memory at an edge of the chip's clock at which no other user has it,
///   for `gate_clocks`. IOCHRDY is released at the first of these clocks, since the rest of a cycle
///   is longer than the memory needs. A burst of local DMA that becomes due meanwhile waits.
/// Source: the AT/LANTIC's core and the bus share one memory by IOCHRDY: *assumed*, from memory of
///   DP83905's data sheet.
class MemoryGate {
public:
    core::Mailbox<bool> asked{"memory_asked"}, granted{"memory_granted"};

    /// For the bus: requests the memory, once per access. Returns true when it is granted.
    bool passes() {
        if (!asking_) asked.post(true);
        asking_ = !granted.has_item();
        if (!asking_) granted.take();
        return !asking_;
    }
    /// For the chip: grants a request.
    void open() {
        asked.take();
        granted.post(true);
    }

private:
    bool asking_ = false;
};

}  // namespace niclab::dp8390
