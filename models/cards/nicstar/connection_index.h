/// @file The index of a cell in the receive connection table.
///
/// Source: nicstar.h, idt.c. VPIBITS and RCTSIZE define the number of low bits of VPI and VCI in
///   the index; the other bits are compared with VPM.
/// Assumed: VPM has the VPI in bits 23:16 and the VCI in 15:0, as the status queue (*assumed*: both
///   drivers write 0). RCTSIZE 3 is reserved and counts as 2 (*assumed*).
#pragma once

#include <cstdint>
#include <optional>

#include "atm/cell.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/tables.h"

namespace niclab::nicstar {

/// SRAM address of the cell's entry, or nothing if VPI or VCI are outside the table.
inline std::optional<std::uint32_t> connection_address(const atm::Header& header, const Registers& registers) {
    const unsigned vpi_bits = cfg::vpi_bits(registers.cfg);
    const unsigned vci_bits = cfg::rct_bits(registers.cfg) - vpi_bits;
    const std::uint32_t vpi_mask = (1u << vpi_bits) - 1, vci_mask = (1u << vci_bits) - 1;
    const std::uint32_t connection = std::uint32_t{header.vpi} << 16 | header.vci;
    const std::uint32_t compared = 0xFFFFFFu & ~(vpi_mask << 16 | (vci_mask & 0xFFFFu));
    if ((connection ^ registers.vpm) & compared) return std::nullopt;
    return sram_map::kRct + ((header.vpi & vpi_mask) << vci_bits | (header.vci & vci_mask)) * rct::kWords;
}

}  // namespace niclab::nicstar
