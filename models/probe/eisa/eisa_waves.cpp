#include "probe/eisa/eisa_waves.h"

namespace niclab::probe {

EisaWaves::EisaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& halves,
                     eisa::Bus& bus)
    : BoardWaves(name, sink, scope, halves, bus) {
    using L = eisa::Levels;
    la_ = sink.add(scope, "LA", 32, 0), d_ = sink.add(scope, "D", 32, 0, true), be_ = sink.add(scope, "BE_n", 4, 0xF);
    aen_ = sink.add(scope, "AEN_SLOT", eisa::Bus::kSlots, 0),
    mak_ = sink.add(scope, "MAK_n", eisa::Bus::kSlots, 0xFFFF);
    add_bit("BCLK", &L::bclk, true), add_bit("START_n", &L::start, false), add_bit("CMD_n", &L::cmd, false);
    add_bit("M_IO", &L::memory, true), add_bit("W_R", &L::write, true), add_bit("REFRESH_n", &L::refresh, false);
    add_bit("EX32_n", &L::ex32, false), add_bit("EX16_n", &L::ex16, false), add_bit("NOWS_n", &L::nows, false);
    add_bit("MSBURST_n", &L::msburst, false), add_bit("SLBURST_n", &L::slburst, false);
    add_bit("EXRDY", &L::ready, true);
    for (unsigned n = 0; n < eisa::Bus::kIrqs; ++n) {
        std::vector<const core::Wire<bool>*> pulls;
        for (const auto& wire : bus.irqs(n)) pulls.push_back(wire.get());
        add_line("IRQ" + std::to_string(n), std::move(pulls));
    }
    for (unsigned n = 0; n < eisa::Bus::kSlots; ++n)
        if (bus.mreqs()[n]) add_line("MREQ" + std::to_string(n) + "_n", {bus.mreqs()[n].get()}, false);
    add_line("RESET_DRV", {&bus.reset()});
    listen();
}

void EisaWaves::change(const eisa::Levels& now, const eisa::Levels& last) {
    if (now.la != last.la) sink_.change(la_, now.la);
    if (now.data != last.data || now.enabled != last.enabled)
        sink_.change(d_, now.data, (now.enabled & eisa::kData) == 0);
    if (now.be != last.be) sink_.change(be_, ~unsigned{now.be} & 0xFu);
    if (now.aen != last.aen) sink_.change(aen_, now.aen);
    if (now.mak != last.mak) sink_.change(mak_, std::uint16_t(~now.mak));
}

}  // namespace niclab::probe
