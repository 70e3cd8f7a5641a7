/// @file The wires of UTOPIA level 1, 8 or 16 data wires.
///
/// Source: [UTOPIA-L1] af-phy-0017.000 (from memory of the standard).
#pragma once

#include <cstdint>

#include "core/pins.h"
#include "utopia/levels.h"

namespace niclab::utopia {

/// Transmit wires, ATM layer (Source) to PHY (Sink). True means asserted, independent of the
/// electrical polarity.
template <class Role>
struct TxPins {
    typename Role::template Down<std::uint16_t> data{"TxData"};
    typename Role::template Down<bool> soc{"TxSOC"};    ///< Asserted with word 0 of a cell.
    typename Role::template Down<bool> prty{"TxPrty"};  ///< Odd parity over `data`: a level.
    typename Role::template Down<bool> enb{"TxEnb"};    ///< `data` and `soc` are valid.
    typename Role::template Up<bool> clav{"TxClav"};  ///< The PHY has space for a whole cell. Octet level: not TxFull*.
    template <class Other>
    void bind(TxPins<Other>& to) {
        data(to.data), soc(to.soc), prty(to.prty), enb(to.enb), clav(to.clav);
    }
};

/// Receive wires, PHY (Source) to ATM layer (Sink).
template <class Role>
struct RxPins {
    typename Role::template Down<std::uint16_t> data{"RxData"};
    typename Role::template Down<bool> soc{"RxSOC"};
    typename Role::template Down<bool> prty{"RxPrty"};
    typename Role::template Down<bool> clav{"RxClav"};  ///< The PHY has a whole cell. Octet level: not RxEmpty*.
    typename Role::template Up<bool> enb{"RxEnb"};      ///< The ATM layer takes an octet in the next cycle.
    template <class Other>
    void bind(RxPins<Other>& to) {
        data(to.data), soc(to.soc), prty(to.prty), clav(to.clav), enb(to.enb);
    }
};

}  // namespace niclab::utopia
