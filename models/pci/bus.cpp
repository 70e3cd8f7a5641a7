#include "pci/bus.h"

#include <stdexcept>

namespace niclab::pci {

std::ostream& operator<<(std::ostream& os, const Levels& l) {
    return os << std::hex << l.ad << '/' << unsigned{l.cbe} << " en " << unsigned{l.enabled} << std::dec
              << (l.frame ? " FRAME" : "") << (l.irdy ? " IRDY" : "") << (l.devsel ? " DEVSEL" : "")
              << (l.trdy ? " TRDY" : "") << (l.stop ? " STOP" : "");
}

Bus::Bus(sc_core::sc_module_name name, core::Clock& clock, const ArbiterConfig& config)
    : sc_module(name), arbiter_("arbiter", clock, levels_, req_, gnt_, masters_, config) {}

core::Wire<Levels>& Bus::add_half(const std::string& agent, bool initiator) {
    const std::string name = agent + (initiator ? "_initiator" : "_target");
    halves_.push_back({agent, initiator, std::make_unique<core::Wire<Levels>>(name.c_str())});
    return *halves_.back().drive;
}

void Bus::attach(InitiatorPins& pins, const std::string& agent) {
    const std::string k = std::to_string(req_.size());
    req_.push_back(std::make_unique<core::Wire<bool>>(("req_" + k).c_str()));
    gnt_.push_back(std::make_unique<core::Wire<bool>>(("gnt_" + k).c_str()));
    masters_.push_back(agent);
    pins.bus(levels_);
    pins.busy(busy_);
    pins.rst(rst_);
    pins.req(*req_.back());
    pins.gnt(*gnt_.back());
    pins.drive(add_half(agent, true));
}

void Bus::attach(TargetPins& pins, const std::string& agent) {
    pins.bus(levels_);
    pins.busy(busy_);
    pins.rst(rst_);
    pins.drive(add_half(agent, false));
}

core::Wire<bool>& Bus::inta(const std::string& agent) {
    for (std::size_t i = 0; i < inta_agents_.size(); ++i)
        if (inta_agents_[i] == agent) return *inta_[i];
    inta_agents_.push_back(agent);
    inta_.push_back(std::make_unique<core::Wire<bool>>((agent + "_inta").c_str()));
    return *inta_.back();
}

void Bus::before_end_of_elaboration() {
    SC_HAS_PROCESS(Bus);
    SC_METHOD(resolve);
    for (const Half& half : halves_) sensitive << *half.drive;
    dont_initialize();
}

void Bus::resolve() {
    ++calls_;
    Levels bus;
    std::uint8_t contended = 0;
    for (const Half& half : halves_) {
        const Levels& d = half.drive->read();
        contended |= bus.enabled & d.enabled;
        bus.enabled |= d.enabled;
        bus.ad |= d.ad;
        bus.cbe |= d.cbe;
        bus.par |= d.par;
        bus.frame |= d.frame;
        bus.irdy |= d.irdy;
        bus.trdy |= d.trdy;
        bus.devsel |= d.devsel;
        bus.stop |= d.stop;
        bus.perr |= d.perr;
        bus.serr |= d.serr;
    }
    if (contended & ~kEnSerr) report_contention(contended);  // SERR# is open drain
    levels_.write(bus);
    busy_.write(!bus.idle());
}

void Bus::report_contention(std::uint8_t groups) const {
    std::string who;
    for (const Half& half : halves_)
        if (half.drive->read().enabled & groups)
            who += (who.empty() ? "" : " and ") + std::string(half.drive->basename());
    throw std::logic_error(std::string(name()) + ": " + who + " drive the same wires at " +
                           sc_core::sc_time_stamp().to_string());
}

}  // namespace niclab::pci
