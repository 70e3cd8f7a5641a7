#include "probe/isa/isa_watch.h"

namespace niclab::probe {

namespace {

check::IsaConfig isa_config(const std::string& name) {
    check::IsaConfig c;
    c.bus = name;
    return c;
}

check::IsaSample sample_of(const isa::Levels& l) {
    check::IsaSample s;
    s.sa = l.sa, s.sd = l.sd;
    s.sbhe = l.sbhe, s.bale = l.bale, s.aen = l.aen, s.refresh = l.refresh, s.master = l.master;
    s.ior = l.ior, s.iow = l.iow, s.memr = l.memr, s.memw = l.memw;
    s.iocs16 = l.iocs16, s.memcs16 = l.memcs16, s.zero_ws = l.zero_ws, s.iochrdy = l.ready;
    s.dack = l.dack;
    return s;
}

}  // namespace

IsaWatch::IsaWatch(sc_core::sc_module_name name, const core::Clock& halves, const isa::Bus& bus,
                   const std::string& bus_name, check::Report& report)
    : sc_module(name), halves_(halves), bus_(bus), checker_(isa_config(bus_name), report) {
    halves.observe(core::edge_call<&IsaWatch::on_half>(*this));
}

void IsaWatch::on_half() {
    check::IsaSample s = sample_of(bus_.sampled());
    for (unsigned n = 0; n < isa::Bus::kChannels; ++n)
        if (bus_.drqs()[n] && bus_.drqs()[n]->read()) s.drq |= std::uint8_t(1u << n);
    s.sd_drivers = bus_.sampled().enabled & (isa::kLow | isa::kHigh) ? bus_.sd_drivers() : 0;
    checker_.sample(s, halves_.cycle(), core::now_fs());
}

}  // namespace niclab::probe
