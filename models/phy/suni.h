/// @file  S/UNI-class PHY: UTOPIA on one side, the octets of an STS-3c line on the other.
///
/// Source:        PMC S/UNI-155-LITE and IDT77155 as far as drivers and data sheet front pages tell.
/// Timing:        one method call an octet and direction; the transmitter runs on the card's oscillator, the
///                receiver on the clock recovered from the line. `pipeline_octets` stands for the pipelines of both
///                directions that are not modelled one by one (serializers, byte alignment, header check).
/// Not modelled:  alarms, loopbacks, interrupts.
#pragma once

#include <vector>

#include "core/clocked.h"
#include "core/fifo.h"
#include "core/stats.h"
#include "fiber/pins.h"
#include "phy/config.h"
#include "phy/racp.h"
#include "phy/receive_overhead.h"
#include "phy/registers.h"
#include "phy/tacp.h"
#include "phy/transmit_overhead.h"
#include "utopia/phy_rx.h"
#include "utopia/phy_tx.h"
#include "utopia/utility_if.h"

namespace niclab::phy {

class Suni : public core::Clocked, public core::StatsSource, public utopia::UtilityBusIf {
public:
    /// `receive_edge` is the clock recovered from the line (fiber::Fiber::edge()).
    Suni(sc_core::sc_module_name name, core::Clock& line_clock, const sc_core::sc_event& receive_edge,
         const Config& config);

    fiber::LinePins<core::Source> line_tx{"tx"};
    fiber::LinePins<core::Sink> line_rx{"rx"};
    utopia::TxPins<core::Sink>& tx_pins() { return phy_tx_.pins; }
    utopia::RxPins<core::Source>& rx_pins() { return phy_rx_.pins; }
    core::Tap<atm::Header, DropCause>& dropped() { return racp_.dropped; }

    std::uint8_t read(std::uint8_t address) override;
    void write(std::uint8_t address, std::uint8_t value) override;
    bool interrupt() const override { return false; }
    void reset(bool asserted) override;

    /// Frame and cell delineation are there: user cells can pass.
    bool in_sync() const { return overhead_rx_.in_frame() && racp_.in_sync(); }
    const utopia::PhyTx::Stats& transmit_stats() const { return phy_tx_.stats(); }
    const Racp::Stats& receive_stats() const { return racp_.stats(); }
    const ReceiveOverhead::Stats& overhead_stats() const { return overhead_rx_.stats(); }
    const Tacp& tacp() const { return tacp_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void on_transmit();
    void on_receive();
    CounterTotals totals() const;

    core::Fifo<atm::Cell> tx_cells_, rx_cells_;
    utopia::PhyTx phy_tx_;
    utopia::PhyRx phy_rx_;
    Tacp tacp_;
    TransmitOverhead overhead_tx_;
    ReceiveOverhead overhead_rx_;
    Racp racp_;
    Registers registers_;
    std::vector<std::uint8_t> pipeline_;
    std::size_t pipeline_next_ = 0;
    bool frame_ = false;
    bool light_ = false;  ///< An octet other than 0 was seen: somebody transmits.
};

}  // namespace niclab::phy
