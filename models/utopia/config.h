/// @file The variants of a UTOPIA level 1 interface, and the mapping of a cell to its words.
///
/// Source: af-phy-0017.000 (8 bit) and the 16-bit form of level 2, af-phy-0039 (from memory of the
///   standards). The third of 27 words has the HEC (UDF1) in its upper octet and UDF2, which is 0
///   here, in the lower.
#pragma once

#include <cstdint>

#include "atm/cell.h"
#include "base/random.h"

namespace niclab::utopia {

struct Config {
    unsigned width = 8;        ///< 8 or 16 data wires: 53 or 27 words per cell.
    bool octet_level = false;  ///< TxFull*, RxEmpty* instead of TxClav, RxClav.
    double pause_share = 0;    ///< 0 .. 0.9: share of the clocks allowed by the standard at which this end pauses.
    std::uint64_t seed = 1;    ///< Of the pauses.
    std::size_t reserved_cells = 0;  ///< Number of free places in a PHY's transmit FIFO at which TxClav is deasserted.
    /// The FIFO of a PHY's end runs on another clock: changes of the other side are seen through
    /// two flip-flops.
    bool separate_clock = false;
};

constexpr unsigned words_of_cell(unsigned width) { return width == 16 ? 27 : atm::kCellOctets; }

/// Word `i` of a cell on the data wires.
constexpr std::uint16_t word_of(const atm::Cell& cell, unsigned width, unsigned i) {
    if (width == 8) return cell.octets[i];
    const unsigned first = i < 3 ? 2 * i : 2 * i - 1;
    const unsigned low = i == 2 ? 0u : cell.octets[first + 1];
    return static_cast<std::uint16_t>(unsigned{cell.octets[first]} << 8 | low);
}
/// Stores word `i`; returns the number of octets of the cell that are complete then.
inline unsigned place_word(atm::Cell& cell, unsigned width, unsigned i, std::uint16_t word) {
    if (width == 8) {
        cell.octets[i] = static_cast<std::uint8_t>(word);
        return i + 1;
    }
    const unsigned first = i < 3 ? 2 * i : 2 * i - 1;
    cell.octets[first] = static_cast<std::uint8_t>(word >> 8);
    if (i == 2) return first + 1;
    cell.octets[first + 1] = static_cast<std::uint8_t>(word);
    return first + 2;
}

/// A random generator of the pauses of one end; without pauses it costs a comparison.
class Pauses {
public:
    Pauses(const Config& config, std::string_view name) : share_(config.pause_share), random_(config.seed, name) {}
    bool any() const { return share_ > 0; }
    bool now() { return share_ > 0 && random_.chance(share_); }

private:
    double share_;
    base::RandomStream random_;
};

}  // namespace niclab::utopia
