/// @file An observer that checks the pins of one MAC against the rules of CSMA/CD, whether its
/// clocks are delivered or not.
///
/// Behaviour: TXC sleeps while only CRS and COL change: the samples of its edges are checked with
///   the next one.
#pragma once

#include <vector>

#include "check/csma_checker.h"
#include "core/clock.h"
#include "ether/pins.h"
#include "ether/symbol_watch.h"

namespace niclab::probe {

class MacWatch : public sc_core::sc_module, public ether::SymbolWatch {
public:
    MacWatch(sc_core::sc_module_name name, const core::Clock& txc, const core::Clock& rxc,
             ether::MacPins<core::Net>& pins, const check::CsmaConfig& config, check::Report& report);
    const check::CsmaTxChecker& transmit() const { return tx_; }
    void suspend(bool sending) override { (sending ? tx_suspended_ : rx_suspended_) = true; }
    void resume(bool sending) override { (sending ? tx_suspended_ : rx_suspended_) = false; }
    void sent(const Run& run) override;
    void heard(const Run& run) override;

private:
    void on_txc();
    void on_rxc();
    void on_change();

    const core::Clock& txc_;
    ether::MacPins<core::Net>& pins_;
    check::CsmaTxChecker tx_;
    check::CsmaRxChecker rx_;
    std::uint64_t cycle_ = 0;  ///< Number of checked edges of TXC.
    struct Change {
        core::Femtoseconds at;
        bool crs, col;
    };
    bool crs_ = false, col_ = false;  ///< At the last checked edge.
    std::vector<Change> changes_;     ///< Since then.
    bool tx_suspended_ = false, rx_suspended_ = false;
};

}  // namespace niclab::probe
