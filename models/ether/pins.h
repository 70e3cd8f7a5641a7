/// @file The wires between a MAC and a transceiver: the seven-wire interface of 10 Mb/s (width 1),
/// MII (width 4), or GMII (width 8).
///
/// Source: IEEE 802.3 clauses 7 (PLS and AUI, the service of the seven wires), 22 (MII) and 35
///   (GMII), from memory of the standard. The names are MII's. Seven-wire chips call them TXE, TXD,
///   RXD, CRS, COL (DP8390) or TENA, TX, RX, RENA, CLSN (LANCE).
/// Timing: TXC and RXC are a core::Clock each of the transceiver: TXEN and TXD change with an edge
///   of TXC, RXD and RXDV with one of RXC. CRS and COL are asynchronous.
/// Not modelled: TXER, RXER.
#pragma once

#include <cstdint>

#include "core/pins.h"

namespace niclab::ether {

/// MAC (Source) to transceiver (Sink). True means asserted, independent of the electrical polarity.
template <class Role>
struct MacPins {
    typename Role::template Down<bool> txen{"TXEN"};
    typename Role::template Down<std::uint8_t> txd{"TXD"};  ///< 1, 4 or 8 wires, bit 0 is first on the line.
    typename Role::template Up<bool> rxdv{"RXDV"};          ///< RXD is part of a frame. Seven-wire: the same as CRS, no
                                                            ///< wire of its own.
    typename Role::template Up<std::uint8_t> rxd{"RXD"};
    typename Role::template Up<bool> crs{"CRS"};
    typename Role::template Up<bool> col{"COL"};
    template <class Other>
    void bind(MacPins<Other>& to) {
        txen(to.txen), txd(to.txd), rxdv(to.rxdv), rxd(to.rxd), crs(to.crs), col(to.col);
    }
};

}  // namespace niclab::ether
