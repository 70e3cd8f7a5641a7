/// @file  Parameters of the PHY.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sonet/frame.h"

namespace niclab::phy {

struct Config {
    sonet::Format format = sonet::kSts3c;  ///< Of the line.
    std::size_t tx_fifo_cells = 4;         ///< 1..64; IDT77155 data sheet, front page.
    std::size_t rx_fifo_cells = 4;         ///< 1..64
    unsigned pipeline_octets = 40;     ///< 0..256; a shift register in the receive path, the one fitted number of the
                                       ///< PHY.
    unsigned hcs_good_to_correct = 1;  ///< 1, 2, 4 or 8; HCSFTR after a reset.
    bool hcs_correction = true;        ///< DISCOR clear after a reset.
    bool sdh = false;                  ///< SS bits 10 instead of 00 after a reset.
    std::uint8_t j0 = 0x01;            ///< Section trace (C1 of old); not scrambled.
    /// Section growth; not scrambled. STS-1s are counted, as C1 did.
    std::array<std::uint8_t, sonet::kLargestSts - 1> z0{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};

    bool idt77155 = false;            ///< IDT's part: K1 K2 in registers 24 to 27, and register 70, by which drivers
                                      ///< identify it.
    double los_us = 20;               ///< 2.3..100; octets of all zeros until LOS.
    double lof_ms = 3;                ///< 0.125..100; time out of frame until LOF, and in frame until it clears.
    double lcd_ms = 4;                ///< 0.125..100; time out of delineation until LCD, and delineated until it
                                      ///< clears.
    unsigned line_filter_frames = 5;  ///< 1..16; K2 alarms (GR-253: 5).
    unsigned path_rdi_frames = 5;     ///< 1..16; G1 (S/UNI parts: 5 or 10; GR-253 for one-bit RDI: 10).
};

/// Number of line octets in a time.
constexpr std::uint64_t line_octets(const sonet::Format& format, double us) {
    return static_cast<std::uint64_t>(us * 1e-6 * format.octet_hz() + 0.5);
}

}  // namespace niclab::phy
