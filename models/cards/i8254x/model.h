/// @file The chips of the family, and what distinguishes them.
///
/// Source: 317453 (82540EM), and Intel, 82574 GbE Controller Family Data Sheet (317694), both from
///   memory. Sections 3.1.1 (link), 3.1.3 (packet buffer), 7.1.4 (extended descriptors), 7.4
///   (interrupts) and 10.2 (registers) of the latter. Identifications and bits are those of
///   e1000_hw.h, and of hw.h and defines.h of e1000e, of Linux 6.1 (facts).
#pragma once

#include <cstdint>

namespace niclab::i8254x {

struct Model {
    std::uint16_t device;             ///< In the configuration space, with Intel's 8086H.
    std::uint8_t revision;            ///< *assumed*
    std::uint16_t subsystem;          ///< *assumed* for the 82574L
    std::uint32_t io_octets;          ///< Of the window of ports.
    std::uint16_t phy_high, phy_low;  ///< Identification of its PHY.
    std::uint32_t buffer_octets;      ///< Of both packet buffers; PBA divides them.
    unsigned first_division;          ///< PBA after a reset: KiB to receive.
    unsigned eerd_shift;              ///< Of the address in EERD,
    std::uint32_t eerd_done;          ///< and its bit for the end of a read.
    bool loads_eeprom;                ///< EECD shows that registers were loaded from the EEPROM.
    bool extended;                    ///< Has descriptors of a second format for received frames, and masks
                                      ///< interrupts when ICR is read.
    unsigned vectors;                 ///< Of MSI-X; 0: it has none.
    unsigned generation, lanes, mps;  ///< The most of its link, on PCI Express.
};

/// There was no 82540EM on PCI Express: its link is *assumed*, as wide as any.
inline constexpr Model k82540em{0x100E, 2,    0x001E, 0x40,  0x0141, 0x0C24, 65536, 48,
                                8,      0x10, false,  false, 0,      5,      16,    4096};
inline constexpr Model k82574l{0x10D3, 0, 0xA01F, 0x20, 0x0141, 0x0CB1, 40960, 20, 2, 0x02, true, true, 5, 1, 1, 512};

}  // namespace niclab::i8254x
