#include "probe/eisa/eisa_watch.h"

namespace niclab::probe {

namespace {

check::EisaSample sample_of(const eisa::Levels& l) {
    check::EisaSample s;
    s.la = l.la, s.data = l.data, s.be = l.be, s.aen = l.aen, s.mak = l.mak;
    s.bclk = l.bclk, s.start = l.start, s.cmd = l.cmd, s.memory = l.memory, s.write = l.write, s.refresh = l.refresh;
    s.nows = l.nows, s.msburst = l.msburst, s.slburst = l.slburst, s.exrdy = l.ready;
    return s;
}

}  // namespace

EisaWatch::EisaWatch(sc_core::sc_module_name name, const core::Clock& halves, const eisa::Bus& bus,
                     const std::string& bus_name, check::Report& report)
    : sc_module(name), halves_(halves), bus_(bus), checker_({bus_name, {}}, report) {
    halves.observe(core::edge_call<&EisaWatch::on_half>(*this));
}

void EisaWatch::on_half() {
    check::EisaSample s = sample_of(bus_.sampled());
    s.mreq = std::uint16_t(bus_.requests());
    s.data_drivers = bus_.data_drivers(), s.address_drivers = bus_.address_drivers();
    checker_.sample(s, halves_.cycle(), core::now_fs());
}

}  // namespace niclab::probe
