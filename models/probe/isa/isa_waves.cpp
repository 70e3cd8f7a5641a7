#include "probe/isa/isa_waves.h"

namespace niclab::probe {

IsaWaves::IsaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& halves,
                   isa::Bus& bus)
    : BoardWaves(name, sink, scope, halves, bus) {
    la_ = sink.add(scope, "LA", 7, 0), sa_ = sink.add(scope, "SA", 20, 0), sd_ = sink.add(scope, "SD", 16, 0, true);
    using L = isa::Levels;
    add_bit("BALE", &L::bale, true), add_bit("AEN", &L::aen, true), add_bit("SBHE_n", &L::sbhe, false);
    add_bit("IOR_n", &L::ior, false), add_bit("IOW_n", &L::iow, false);
    add_bit("MEMR_n", &L::memr, false), add_bit("MEMW_n", &L::memw, false);
    add_bit("IOCS16_n", &L::iocs16, false), add_bit("MEMCS16_n", &L::memcs16, false);
    add_bit("NOWS_n", &L::zero_ws, false), add_bit("IOCHRDY", &L::ready, true);
    add_bit("REFRESH_n", &L::refresh, false), add_bit("MASTER_n", &L::master, false);
    dack_ = sink.add(scope, "DACK_n", isa::Bus::kChannels, 0xFF);
    const auto add_lines = [&](const char* kind, const auto& wires) {
        for (std::size_t n = 0; n < wires.size(); ++n)
            if (wires[n]) add_line(kind + std::to_string(n), {wires[n].get()});
    };
    add_lines("IRQ", bus.irqs()), add_lines("DRQ", bus.drqs());
    add_line("RESET_DRV", {&bus.reset()});
    listen();
}

void IsaWaves::change(const isa::Levels& now, const isa::Levels& last) {
    const bool driven = (now.enabled & (isa::kLow | isa::kHigh)) != 0;
    if (now.la != last.la) sink_.change(la_, now.la);
    if (now.sa != last.sa) sink_.change(sa_, now.sa);
    if (now.sd != last.sd || now.enabled != last.enabled) sink_.change(sd_, now.sd, !driven);
    if (now.dack != last.dack) sink_.change(dack_, std::uint8_t(~now.dack));
}

}  // namespace niclab::probe
