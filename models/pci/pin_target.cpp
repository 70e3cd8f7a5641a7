#include "pci/pin_target.h"

namespace niclab::pci {

PinTarget::PinTarget(sc_core::sc_module_name name, core::Clock& clock, unsigned slot, Model model)
    : sc_module(name), converter_(slot), model_(std::move(model)) {
    clock.attach(core::edge_call<&PinTarget::on_clock>(*this));
    clock.acquire();
}

void PinTarget::on_clock() {
    PinInputs in = converter_.inputs(pins.bus->read());
    in.rst_n = !pins.rst->read();
    const Levels drive = converter_.drive(model_(in));
    if (!(pins.drive->read() == drive)) pins.drive->write(drive);
}

}  // namespace niclab::pci
