#include "cards/dp8390/config.h"

#include <stdexcept>

namespace niclab::dp8390 {

namespace {

void require(bool ok, const char* what) {
    if (!ok) throw std::invalid_argument(what);
}

}  // namespace

const Config& checked(const Config& c) {
    const auto clocks = [](unsigned n, const char* what) { require(n >= 1 && n <= 255, what); };
    require(c.chip_hz >= 1e6 && c.chip_hz <= 100e6, "chip_hz: out of range; expected 1e6 to 100e6");
    clocks(c.dma_clocks, "dma_clocks: out of range; expected 1 to 255");
    clocks(c.remote_read_clocks, "remote_read_clocks: out of range; expected 1 to 255");
    clocks(c.remote_write_clocks, "remote_write_clocks: out of range; expected 1 to 255");
    clocks(c.gate_clocks, "gate_clocks: out of range; expected 1 to 255");
    clocks(c.register_clocks, "register_clocks: out of range; expected 1 to 255");
    const bool power_of_two = (c.ram_octets & (c.ram_octets - 1)) == 0;
    require(power_of_two && c.ram_octets >= 4096 && c.ram_octets <= 16384,
            "ram_octets: out of range; expected 4096, 8192 or 16384");
    return c;
}

core::Clock::Config chip_oscillator(const Config& config) {
    core::Clock::Config clock;
    clock.period_fs = core::Femtoseconds(1e15 / config.chip_hz + 0.5);
    clock.phase_fs = clock.period_fs / 3;  // A phase that is not that of the other clocks' edges.
    return clock;
}

}  // namespace niclab::dp8390
