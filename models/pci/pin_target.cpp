#include "pci/pin_target.h"

#include <cassert>

#include "bus/command.h"

namespace niclab::pci {

namespace {
constexpr unsigned kLastSlot = 20;
}

PinTarget::PinTarget(sc_core::sc_module_name name, core::Clock& clock, unsigned slot, Model model)
    : sc_module(name), slot_(slot), model_(std::move(model)) {
    assert(slot <= kLastSlot);
    clock.attach(core::edge_call<&PinTarget::on_clock>(*this));
    clock.acquire();
}

TargetInputs PinTarget::inputs(const Levels& bus) {
    // A record has a command in address phases and on an idle bus, otherwise byte enables, which
    // are low when enabled.
    const bool address = bus.frame ? !frame_before_ || second_address_ : !bus.irdy;
    second_address_ =
        bus.frame && !frame_before_ && bus.cbe == static_cast<std::uint8_t>(bus::Command::DualAddressCycle);
    frame_before_ = bus.frame;
    TargetInputs in;
    in.ad = bus.ad;
    in.cbe_n = static_cast<std::uint8_t>((address ? bus.cbe : ~bus.cbe) & 0xF);
    in.par = bus.par;
    in.frame_n = !bus.frame, in.irdy_n = !bus.irdy;
    in.trdy_n = !bus.trdy, in.devsel_n = !bus.devsel, in.stop_n = !bus.stop;
    in.idsel = (bus.ad >> (bus::kIdselBase + slot_) & 1) != 0;
    in.rst_n = !pins.rst->read();
    return in;
}

void PinTarget::on_clock() {
    const TargetOutputs out = model_(inputs(pins.bus->read()));
    Levels drive;
    if (out.ad_enable) drive.drive(kEnAd).ad = out.ad;
    if (out.par_enable) drive.drive(kEnPar).par = out.par;
    if (out.control_enable) {
        drive.drive(kEnTarget);
        drive.devsel = !out.devsel_n, drive.trdy = !out.trdy_n, drive.stop = !out.stop_n;
    }
    if (out.perr_enable) drive.drive(kEnPerr).perr = !out.perr_n;
    if (!out.serr_n) drive.drive(kEnSerr).serr = true;
    if (!(pins.drive->read() == drive)) pins.drive->write(drive);
}

}  // namespace niclab::pci
