#include "pci/pin_levels.h"

#include <cassert>

#include "bus/command.h"

namespace niclab::pci {

namespace {

constexpr unsigned kLastSlot = 20;

/// A record has a command in address phases and on an idle bus, else byte enables, which are low
/// when enabled.
std::uint8_t command_or_enables(std::uint8_t cbe, bool command) {
    return static_cast<std::uint8_t>((command ? cbe : ~cbe) & 0xF);
}

}  // namespace

PinConverter::PinConverter(unsigned slot) : idsel_(bus::kIdselBase + slot) { assert(slot <= kLastSlot); }

PinInputs PinConverter::inputs(const Levels& bus) {
    const bool first_address = bus.frame && !frame_;
    const bool command = bus.frame ? first_address || second_address_ : !bus.irdy;
    second_address_ = first_address && bus.cbe == static_cast<std::uint8_t>(bus::Command::DualAddressCycle);
    frame_ = bus.frame;
    PinInputs in;
    in.ad = bus.ad;
    in.cbe_n = command_or_enables(bus.cbe, command);
    in.par = bus.par;
    in.frame_n = !bus.frame, in.irdy_n = !bus.irdy;
    in.trdy_n = !bus.trdy, in.devsel_n = !bus.devsel, in.stop_n = !bus.stop;
    in.perr_n = !bus.perr, in.serr_n = !bus.serr;
    in.idsel = (bus.ad >> idsel_ & 1) != 0;
    in.driven = bus.enabled;
    return in;
}

Levels PinConverter::drive(const PinOutputs& out) const {
    Levels drive;
    if (out.ad_enable) drive.drive(kEnAd).ad = out.ad;
    if (out.par_enable) drive.drive(kEnPar).par = out.par;
    if (out.frame_enable) drive.drive(kEnFrame).frame = !out.frame_n;
    if (out.irdy_enable) drive.drive(kEnIrdy).irdy = !out.irdy_n;
    if (out.cbe_enable) {
        const bool command = drive.frame ? !frame_ || second_address_ : !drive.irdy;
        drive.drive(kEnCbe).cbe = command_or_enables(out.cbe_n, command);
    }
    if (out.control_enable) {
        drive.drive(kEnTarget);
        drive.devsel = !out.devsel_n, drive.trdy = !out.trdy_n, drive.stop = !out.stop_n;
    }
    if (out.perr_enable) drive.drive(kEnPerr).perr = !out.perr_n;
    if (!out.serr_n) drive.drive(kEnSerr).serr = true;
    drive.unknown = out.unknown & drive.enabled;
    return drive;
}

}  // namespace niclab::pci
