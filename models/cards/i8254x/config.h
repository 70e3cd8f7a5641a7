/// @file The parameters of a card: its address, and times that no public document of the chip has.
#pragma once

#include <stdexcept>

#include "cards/ether_board/address.h"
#include "cards/ether_board/bus_master.h"
#include "cards/i8254x/model.h"
#include "ether/mac.h"

namespace niclab::i8254x {

using ether_board::Address;

inline constexpr double kMicrosecond = 1e9;  ///< Femtoseconds.

struct Config {
    Model model = k82540em;
    Address address{0x00, 0x02, 0xB3, 0, 0, 1};            ///< In the EEPROM.
    unsigned transfer_octets = ether_board::kBurstOctets;  ///< Most of a transfer; more than a burst only on PCIe.
    unsigned register_clocks = 3;           ///< 1 .. 255 PCI clocks from an access to its effect. *assumed*
    double eeprom_read_us = 40;             ///< 1 .. 10 000, of a word by EERD. *assumed*
    double mdio_us = 26;                    ///< 1 .. 10 000: 64 bits at 2.5 MHz (IEEE 802.3 clause 22).
    double autonegotiation_us = 2000;       ///< 1 .. 10 000 000. *assumed*: a real one takes seconds.
    ether::MacConfig mac = mac_defaults();  ///< Of the eight wires of GMII.

    static ether::MacConfig mac_defaults() {
        ether::MacConfig mac;
        mac.width = 8, mac.rules.full_duplex = true;
        return mac;
    }
};

/// Throws std::invalid_argument: a key out of range.
inline const Config& checked(const Config& c) {
    const auto require = [](bool ok, const char* what) {
        if (!ok) throw std::invalid_argument(what);
    };
    require(c.register_clocks >= 1 && c.register_clocks <= 255, "register_clocks: out of range; expected 1 to 255");
    require(c.eeprom_read_us >= 1 && c.eeprom_read_us <= 1e4, "eeprom_read_us: out of range; expected 1 to 10000");
    require(c.mdio_us >= 1 && c.mdio_us <= 1e4, "mdio_us: out of range; expected 1 to 10000");
    require(c.autonegotiation_us >= 1 && c.autonegotiation_us <= 1e7,
            "autonegotiation_us: out of range; expected 1 to 10000000");
    require(c.mac.width == 8, "mac: other pins than GMII; expected 8 data wires");
    return c;
}

}  // namespace niclab::i8254x
