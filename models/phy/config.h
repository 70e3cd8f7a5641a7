/// @file  Parameters of the PHY.
#pragma once

#include <cstddef>
#include <cstdint>

namespace niclab::phy {

struct Config {
    std::size_t tx_fifo_cells = 4;     ///< 1..64; IDT77155 data sheet, front page.
    std::size_t rx_fifo_cells = 4;     ///< 1..64
    unsigned pipeline_octets = 40;     ///< 0..256; shift register in the receive path, the stage's one fitted number.
    unsigned hcs_good_to_correct = 1;  ///< 1..15; HCSFTR.
    bool hcs_correction = true;        ///< DISCOR clear.
    bool sdh = false;                  ///< SS bits 10 instead of 00.
    bool unassigned_fill = false;      ///< Fill with unassigned cells (CLP 0) instead of idle cells (CLP 1).
};

}  // namespace niclab::phy
