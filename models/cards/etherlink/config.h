/// @file The parameters of a card of the family: its address, its network, its memory, and its
/// internal timing.
#pragma once

#include "cards/ether_board/address.h"
#include "ether/mac.h"

namespace niclab::etherlink {

using ether_board::Address;

struct Config {
    Address address{0x00, 0x20, 0xAF, 0, 0, 1};  ///< In the EEPROM.
    unsigned mbps = 10;                ///< 10 or 100, of the network: only the transceiver of that rate detects a link.
    std::uint32_t ram_octets = 65536;  ///< 8192, 16384, 32768 or 65536: of both FIFOs. *assumed*
    unsigned receive_share = 2;        ///< The division of the RAM in InternalConfig: 0 5:3, 1 3:1, 2 1:1, 3 3:5.
                                       ///< *assumed*
    unsigned receive_packets = 8;      ///< 1 .. 64 whole frames in the receive FIFO. *assumed* for this card
    unsigned register_clocks = 2;      ///< 1 .. 255 PCI clocks from an access to its effect. *assumed*
    unsigned discard_clocks = 16;      ///< 1 .. 10 000, for RxDiscard. *assumed*
    unsigned reset_clocks = 128;       ///< 1 .. 10 000, for RxReset and TxReset. *assumed*
    double eeprom_read_us = 162;       ///< 1 .. 10 000; the time between two polls of 3c59x.c.
    double total_reset_us = 1000;      ///< 1 .. 10 000; the wait of the driver according to NetBSD's elink3reg.h.
    bool eisa = false;                 ///< In a slot of EISA: window 0 contains its interrupt.
    std::uint16_t product = 0x5950;    ///< Word 3 of the EEPROM, and of window 0 at 2.
    std::uint8_t revision = 0;         ///< Of a chip with lists: half of it is in NetDiagnostic.
    bool lists = false;      ///< A 3C905, 3C905B or 3C905C: lists of descriptors in host memory, a PHY, no FIFO ports.
    bool boomerang = false;  ///< With lists: a 3C905, which has the first chip with them.
    bool isa =
        false;  ///< A 3C509, or a 3C579, which has its chip: no InternalConfig, window 0 contains its ports and its
                ///< interrupt; 4096 octets of RAM.
    std::uint32_t port = 0x300;             ///< Ports in the EEPROM of a 3C509: a multiple of 16, 200H to 3E0H.
    unsigned irq = 10;                      ///< Interrupt in the EEPROM, 3 to 15.
    ether::MacConfig mac = mac_defaults();  ///< Its width follows from `mbps`.

    /// TxStatus has no bit for a late collision, and window 6 counts them: the frame is retried.
    static ether::MacConfig mac_defaults() {
        ether::MacConfig mac;
        mac.rules.retry_late = true;
        return mac;
    }
    std::uint32_t receive_octets() const {
        static constexpr unsigned kEighths[] = {5, 6, 4, 3};
        return ram_octets / 8 * kEighths[receive_share];
    }
    std::uint32_t transmit_octets() const { return ram_octets - receive_octets(); }
};

}  // namespace niclab::etherlink
