#include "pci/pin_agent.h"

namespace niclab::pci {

PinAgent::PinAgent(sc_core::sc_module_name name, core::Clock& clock, Bus& bus, unsigned slot, Model model)
    : sc_module(name), converter_(slot), model_(std::move(model)), inta_(bus.inta(basename())) {
    bus.attach(pins, basename());
    clock.attach(core::edge_call<&PinAgent::on_clock>(*this));
    clock.acquire();
}

void PinAgent::on_clock() {
    PinInputs in = converter_.inputs(pins.bus->read());
    in.gnt_n = !pins.gnt->read(), in.rst_n = !pins.rst->read();
    const PinOutputs out = model_(in);
    const Levels drive = converter_.drive(out);
    if (!(pins.drive->read() == drive)) pins.drive->write(drive);
    if (inta_.read() == out.inta_n) inta_.write(!out.inta_n);
    if (pins.req->read() == out.req_n) pins.req->write(!out.req_n);
}

}  // namespace niclab::pci
