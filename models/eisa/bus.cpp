#include "eisa/bus.h"

namespace niclab::eisa {

std::ostream& operator<<(std::ostream& os, const Levels& l) {
    return os << std::hex << l.la << '/' << unsigned{l.be} << ' ' << l.data << std::dec << (l.memory ? " M" : " IO")
              << (l.write ? " W" : " R") << (l.bclk ? " BCLK" : "") << (l.start ? " START" : "")
              << (l.cmd ? " CMD" : "") << (l.msburst ? " MSBURST" : "") << (l.ready ? "" : " not ready")
              << (l.refresh ? " REFRESH" : "");
}

void Levels::settle() { data |= ~octet_mask(enabled); }

core::Wire<bool>& Bus::add_irq(unsigned n, const std::string& agent) {
    irqs_.at(n).push_back(std::make_unique<core::Wire<bool>>((agent + "_irq_" + std::to_string(n)).c_str()));
    return *irqs_[n].back();
}

core::Wire<bool>& Bus::mreq(unsigned n) {
    if (!mreqs_.at(n)) mreqs_[n] = std::make_unique<core::Wire<bool>>(("mreq_" + std::to_string(n)).c_str());
    return *mreqs_[n];
}

unsigned Bus::requests() const {
    unsigned bits = 0;
    for (unsigned n = 0; n < kSlots; ++n)
        if (mreqs_[n] && mreqs_[n]->read()) bits |= 1u << n;
    return bits;
}

unsigned Bus::data_drivers() const {
    return most_drivers(4, [](const Levels& l, unsigned octet) { return (l.enabled >> octet & 1u) != 0; });
}

unsigned Bus::address_drivers() const {
    return most_drivers(1, [](const Levels& l, unsigned) { return (l.enabled & kAddress) != 0; });
}

}  // namespace niclab::eisa
