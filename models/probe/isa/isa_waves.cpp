#include "probe/isa/isa_waves.h"

namespace niclab::probe {

IsaWaves::IsaWaves(sc_core::sc_module_name name, WaveSink& sink, const std::string& scope, const core::Clock& halves,
                   isa::Bus& bus)
    : sc_module(name), sink_(sink), bus_(bus) {
    SC_HAS_PROCESS(IsaWaves);
    sink.add_clock(scope, "BCLK_HALF", halves);
    la_ = sink.add(scope, "LA", 7, 0), sa_ = sink.add(scope, "SA", 20, 0), sd_ = sink.add(scope, "SD", 16, 0, true);
    using L = isa::Levels;
    const auto add = [&](const char* wire, bool L::*level, bool high) {
        bits_.push_back({sink.add(scope, wire, 1, isa::Levels{}.*level == high), level, high});
    };
    add("BALE", &L::bale, true), add("AEN", &L::aen, true), add("SBHE_n", &L::sbhe, false);
    add("IOR_n", &L::ior, false), add("IOW_n", &L::iow, false);
    add("MEMR_n", &L::memr, false), add("MEMW_n", &L::memw, false);
    add("IOCS16_n", &L::iocs16, false), add("MEMCS16_n", &L::memcs16, false), add("NOWS_n", &L::zero_ws, false);
    add("IOCHRDY", &L::ready, true), add("REFRESH_n", &L::refresh, false), add("MASTER_n", &L::master, false);
    dack_ = sink.add(scope, "DACK_n", isa::Bus::kChannels, 0xFF);
    add_lines(scope);
    SC_METHOD(on_levels);
    sensitive << bus.levels();
    dont_initialize();
    SC_METHOD(on_lines);
    for (const Line& line : lines_) sensitive << *line.wire;
    dont_initialize();
}

void IsaWaves::add_lines(const std::string& scope) {
    const auto add = [&](const char* kind, const auto& wires) {
        for (std::size_t n = 0; n < wires.size(); ++n)
            if (wires[n]) lines_.push_back({sink_.add(scope, kind + std::to_string(n), 1, 0), wires[n].get()});
    };
    add("IRQ", bus_.irqs()), add("DRQ", bus_.drqs());
    lines_.push_back({sink_.add(scope, "RESET_DRV", 1, 0), &bus_.reset()});
}

void IsaWaves::on_levels() {
    const isa::Levels& now = bus_.levels().read();
    const bool driven = (now.enabled & (isa::kLow | isa::kHigh)) != 0;
    if (now.la != last_.la) sink_.change(la_, now.la);
    if (now.sa != last_.sa) sink_.change(sa_, now.sa);
    if (now.sd != last_.sd || now.enabled != last_.enabled) sink_.change(sd_, now.sd, !driven);
    if (now.dack != last_.dack) sink_.change(dack_, std::uint8_t(~now.dack));
    for (const Bit& bit : bits_)
        if (now.*bit.level != last_.*bit.level) sink_.change(bit.id, now.*bit.level == bit.high);
    last_ = now;
}

void IsaWaves::on_lines() {
    for (const Line& line : lines_) sink_.change(line.id, line.wire->read());
}

}  // namespace niclab::probe
