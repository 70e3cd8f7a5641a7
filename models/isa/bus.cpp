#include "isa/bus.h"

namespace niclab::isa {

std::ostream& operator<<(std::ostream& os, const Levels& l) {
    return os << std::hex << l.address() << (l.sbhe ? "h " : " ") << l.sd << std::dec << (l.bale ? " BALE" : "")
              << (l.ior ? " IOR" : "") << (l.iow ? " IOW" : "") << (l.memr ? " MEMR" : "") << (l.memw ? " MEMW" : "")
              << (l.ready ? "" : " not ready") << (l.refresh ? " REFRESH" : "") << (l.master ? " MASTER" : "");
}

void Levels::settle() {
    if (!(enabled & kLow)) sd |= 0x00FF;
    if (!(enabled & kHigh)) sd |= 0xFF00;
}

unsigned Bus::sd_drivers() const {
    return most_drivers(2,
                        [](const Levels& l, unsigned half) { return (l.enabled & (half == 0 ? kLow : kHigh)) != 0; });
}

}  // namespace niclab::isa
