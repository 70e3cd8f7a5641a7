#include "probe/ether/mac_watch.h"

#include <algorithm>

namespace niclab::probe {

MacWatch::MacWatch(sc_core::sc_module_name name, const core::Clock& txc, const core::Clock& rxc,
                   ether::MacPins<core::Net>& pins, const check::CsmaConfig& config, check::Report& report)
    : sc_module(name), txc_(txc), pins_(pins), tx_(config, report), rx_(config, report) {
    SC_HAS_PROCESS(MacWatch);
    SC_METHOD(on_change);
    sensitive << pins.crs << pins.col;
    dont_initialize();
    txc.observe(core::edge_call<&MacWatch::on_txc>(*this));
    rxc.observe(core::edge_call<&MacWatch::on_rxc>(*this));
}

void MacWatch::on_change() { changes_.push_back({core::now_fs(), pins_.crs.read(), pins_.col.read()}); }

void MacWatch::on_txc() {
    if (tx_suspended_) return;
    const core::Femtoseconds now = core::now_fs();
    const bool txen = pins_.txen.read();
    const std::uint8_t txd = pins_.txd.read();
    const std::uint64_t cycle = txc_.cycle();
    auto change = changes_.begin();
    while (cycle_ < cycle) {
        std::uint64_t edges = cycle - cycle_;
        const core::Femtoseconds edge = now - (edges - 1) * txc_.period_fs();
        for (; change != changes_.end() && change->at < edge; ++change) crs_ = change->crs, col_ = change->col;
        if (change != changes_.end()) edges = std::min(edges, (change->at - edge) / txc_.period_fs() + 1);
        tx_.samples({txen, txd, crs_, col_}, edges, edge, txc_.period_fs());
        cycle_ += edges;
    }
    changes_.erase(changes_.begin(), change);
}

void MacWatch::on_rxc() {
    if (rx_suspended_) return;
    rx_.sample({pins_.rxdv.read(), pins_.rxd.read(), pins_.crs.read(), pins_.col.read()}, core::now_fs());
}

/// CRS and COL do not change while symbols pass without pins: all recorded changes are before the
/// first edge.
void MacWatch::sent(const Run& run) {
    for (const Change& c : changes_) crs_ = c.crs, col_ = c.col;
    changes_.clear();
    for (std::size_t k = 0; k < run.n; ++k) tx_.sample({true, run.symbols[k], crs_, col_}, run.first + k * run.period);
    cycle_ += run.n;
}

void MacWatch::heard(const Run& run) {
    rx_.symbols(run.symbols, run.n, pins_.crs.read(), pins_.col.read(), run.first, run.period);
}

}  // namespace niclab::probe
