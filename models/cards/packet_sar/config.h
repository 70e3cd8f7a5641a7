/// @file  Parameters of a card with packet memory.
#pragma once

#include <cstdint>

namespace niclab::packet_sar {

/// The unit that moves the payload between host memory and packet memory.
enum class Transfer : std::uint8_t {
    Dma,  ///< The card, by bursts.
    Pio   ///< The host's CPU, through a window.
};

struct Config {
    std::uint32_t memory_octets = 512 * 1024;  ///< A power of two, 256 KiB..8 MiB: rings, tables and PDUs.
    std::uint32_t transmit_octets =
        160 * 1024;  ///< Part of it for PDUs to send, a multiple of 4 KiB, 64 KiB + 4 KiB at least.
    Transfer transmit = Transfer::Dma, receive = Transfer::Dma;
    unsigned transmit_burst_dwords = 16;        ///< 1..16 dwords of a DMA read.
    unsigned receive_burst_dwords = 16;         ///< 1..16 dwords of a DMA write.
    unsigned rx_fifo_cells = 32;                ///< 1..4096 cells between UTOPIA and look-up.
    unsigned transmit_firmware_clocks = 0;      ///< 0..100000 PCI clocks of the processor for a cell to send.
    unsigned transmit_firmware_pdu_clocks = 0;  ///< For a PDU to send, before its payload is fetched.
    unsigned receive_firmware_clocks = 0;       ///< For a received cell.
    unsigned receive_firmware_pdu_clocks = 0;   ///< For a received PDU, before it is delivered.
    unsigned lookup_clocks = 4;                 ///< 0..255 PCI clocks for the look-up of a connection.
    unsigned interrupt_pdus = 1;                ///< 1..64 PDUs sent or received before INTA# ...
    double interrupt_delay_us = 0;              ///< ... or this time after the first; 0: no limit.
    bool null_cells = false;                    ///< Fills unused cell slots; false: the PHY sends idle cells.
    bool hold_without_buffer = true;            ///< A PDU waits for a host buffer; false: it is dropped.
};

}  // namespace niclab::packet_sar
