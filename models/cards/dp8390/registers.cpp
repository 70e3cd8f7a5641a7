#include "cards/dp8390/registers.h"

namespace niclab::dp8390 {

namespace {

constexpr std::uint8_t kNobody = 0xFF, kMostCounted = 0xC0, kCounterFlag = 0x80;

void low(std::uint16_t& to, std::uint8_t value) { to = std::uint16_t((to & 0xFF00) | value); }
void high(std::uint16_t& to, std::uint8_t value) { to = std::uint16_t((to & 0x00FF) | value << 8); }

}  // namespace

void Registers::count(Tally which) {
    std::uint8_t& tally = tallies[which];
    if (tally < kMostCounted) ++tally;
    if (tally & kCounterFlag) raise(isr::kCounters);
}

unsigned Registers::threshold() const {
    static constexpr unsigned kOctets[] = {2, 4, 8, 12};
    return kOctets[dcr >> 5 & 3];
}

std::uint8_t Registers::read(unsigned number) {
    if (number == kCr) return std::uint8_t(command | (transmitting ? cr::kTransmit : 0));
    switch (page()) {
        case 0:
            return read_page0(number);
        case 1:
            return read_page1(number);
        case 2:
            return read_page2(number);
        default:
            return page3[number];
    }
}

std::uint8_t Registers::read_page0(unsigned number) {
    const std::array<std::uint8_t, 16> plain = {0,
                                                std::uint8_t(local_address),
                                                std::uint8_t(local_address >> 8),
                                                bnry,
                                                tsr,
                                                ncr,
                                                0,
                                                isr,
                                                std::uint8_t(remote_address),
                                                std::uint8_t(remote_address >> 8),
                                                0x50,
                                                0x43,
                                                rsr,
                                                tallies[0],
                                                tallies[1],
                                                tallies[2]};
    if (number >= 0x0D) tallies[number - 0x0D] = 0;
    return plain[number];
}

std::uint8_t Registers::read_page1(unsigned number) const {
    return number <= 6 ? par[number - 1] : number == 7 ? curr : mar[number - 8];
}

std::uint8_t Registers::read_page2(unsigned number) const {
    switch (number) {
        case 0x01:
            return pstart;
        case 0x02:
            return pstop;
        case 0x04:
            return tpsr;
        case 0x0C:
            return rcr | 0xC0;
        case 0x0D:
            return tcr | 0xE0;
        case 0x0E:
            return dcr | 0x80;
        case 0x0F:
            return imr | 0x80;
        default:
            return kNobody;
    }
}

void Registers::write(unsigned number, std::uint8_t value) {
    switch (page()) {
        case 0:
            return write_page0(number, value);
        case 1:
            return write_page1(number, value);
        case 2:
            return;  // for diagnostics only
        default:
            page3[number] = value;
    }
}

void Registers::write_page0(unsigned number, std::uint8_t value) {
    const std::array<std::uint8_t*, 16> plain = {nullptr, &pstart, &pstop,  nullptr, &tpsr, nullptr, nullptr, nullptr,
                                                 nullptr, nullptr, nullptr, nullptr, &rcr,  &tcr,    &dcr,    &imr};
    if (plain[number]) *plain[number] = value;
    switch (number) {
        case 0x03:
            // A page was freed: bit 7, set by the ring's overrun, is cleared, unless the chip is
            // stopped.
            bnry = value;
            if (!(command & cr::kStop)) isr &= std::uint8_t(~isr::kReset);
            return;
        case 0x05:
            return low(tbcr, value);
        case 0x06:
            return high(tbcr, value);
        case 0x07:
            isr &= std::uint8_t(~value | isr::kReset);
            return;
        case 0x08:
            return low(rsar, value);
        case 0x09:
            return high(rsar, value);
        case 0x0A:
            return low(rbcr, value);
        case 0x0B:
            return high(rbcr, value);
        default:
            return;
    }
}

void Registers::write_page1(unsigned number, std::uint8_t value) {
    (number <= 6 ? par[number - 1] : number == 7 ? curr : mar[number - 8]) = value;
}

void Registers::reset() {
    command = cr::kStop | cr::kAbort;
    transmitting = false;
    isr = isr::kReset, imr = 0;
    dcr |= 0x04, tcr &= std::uint8_t(~tcr::kLoopback);
}

}  // namespace niclab::dp8390
