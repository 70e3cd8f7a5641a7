#include "probe/ether/mac_waves.h"

namespace niclab::probe {

MacWaves::MacWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope,
                   const ether::MacPins<core::Net>& pins, unsigned width)
    : sc_module(name), sink_(sink), pins_(pins) {
    SC_HAS_PROCESS(MacWaves);
    ids_ = {sink.add(scope, "TXEN", 1, 0),    sink.add(scope, "TXD", width, 0), sink.add(scope, "RXDV", 1, 0),
            sink.add(scope, "RXD", width, 0), sink.add(scope, "CRS", 1, 0),     sink.add(scope, "COL", 1, 0)};
    SC_METHOD(on_change);
    sensitive << pins.txen << pins.txd << pins.rxdv << pins.rxd << pins.crs << pins.col;
    dont_initialize();
}

void MacWaves::on_change() {
    sink_.change(ids_[0], pins_.txen.read());
    sink_.change(ids_[1], pins_.txd.read());
    sink_.change(ids_[2], pins_.rxdv.read());
    sink_.change(ids_[3], pins_.rxd.read());
    sink_.change(ids_[4], pins_.crs.read());
    sink_.change(ids_[5], pins_.col.read());
}

}  // namespace niclab::probe
