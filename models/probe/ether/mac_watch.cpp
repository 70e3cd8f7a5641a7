#include "probe/ether/mac_watch.h"

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
    const core::Femtoseconds now = core::now_fs();
    const bool txen = pins_.txen.read();
    const std::uint8_t txd = pins_.txd.read();
    const std::uint64_t cycle = txc_.cycle();
    auto change = changes_.begin();
    while (cycle_ < cycle) {
        const core::Femtoseconds edge = now - (cycle - ++cycle_) * txc_.period_fs();
        for (; change != changes_.end() && change->at < edge; ++change) crs_ = change->crs, col_ = change->col;
        tx_.sample({txen, txd, crs_, col_}, edge);
    }
    changes_.erase(changes_.begin(), change);
}

void MacWatch::on_rxc() {
    rx_.sample({pins_.rxdv.read(), pins_.rxd.read(), pins_.crs.read(), pins_.col.read()}, core::now_fs());
}

}  // namespace niclab::probe
