/// @file Bit errors at positions that an experiment defines: counts the cells that a card launches,
/// and inverts bits in the fiber.
#pragma once

#include <vector>

#include "lab/experiment/line_keys.h"
#include "phy/suni.h"

namespace niclab::lab {

class PlacedErrors {
public:
    /// Connects itself to `sender` if there are errors to place. Both must outlive it.
    PlacedErrors(const LineConfig& line, phy::Suni& sender, fiber::Fiber& fiber);
    PlacedErrors(const PlacedErrors&) = delete;

private:
    void on_cell();

    std::vector<PlacedError> errors_;  ///< In the order of their cells.
    const phy::Suni& sender_;
    fiber::Fiber& fiber_;
    std::size_t next_ = 0;
    std::uint64_t cells_ = 0;
};

}  // namespace niclab::lab
