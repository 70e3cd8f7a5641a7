#include "isa/bus.h"

#include <algorithm>

namespace niclab::isa {

std::ostream& operator<<(std::ostream& os, const Levels& l) {
    return os << std::hex << l.address() << (l.sbhe ? "h " : " ") << l.sd << std::dec << (l.bale ? " BALE" : "")
              << (l.ior ? " IOR" : "") << (l.iow ? " IOW" : "") << (l.memr ? " MEMR" : "") << (l.memw ? " MEMW" : "")
              << (l.ready ? "" : " not ready") << (l.refresh ? " REFRESH" : "") << (l.master ? " MASTER" : "");
}

void Bus::attach(Pins& pins, const std::string& agent) {
    drives_.push_back(std::make_unique<core::Wire<Levels>>((agent + "_drive").c_str()));
    pins.bus(levels_);
    pins.drive(*drives_.back());
    pins.reset(reset_);
}

void Bus::before_end_of_elaboration() {
    SC_HAS_PROCESS(Bus);
    SC_METHOD(resolve);
    for (const auto& drive : drives_) sensitive << *drive;
}

void Bus::resolve() {
    ++calls_;
    Levels bus;
    for (const auto& drive : drives_) bus |= drive->read();
    if (!(bus.enabled & kLow)) bus.sd |= 0x00FF;
    if (!(bus.enabled & kHigh)) bus.sd |= 0xFF00;
    levels_.write(bus);
}

unsigned Bus::sd_drivers() const {
    unsigned low = 0, high = 0;
    for (const auto& drive : drives_) {
        low += (drive->read().enabled & kLow) != 0;
        high += (drive->read().enabled & kHigh) != 0;
    }
    return std::max(low, high);
}

}  // namespace niclab::isa
