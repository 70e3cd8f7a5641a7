#include "cards/dp8390/registers.h"

namespace niclab::dp8390 {

namespace {

constexpr std::uint8_t kMostCounted = 0xC0, kCounterFlag = 0x80;
/// Of an RTL8029's page 3.
constexpr unsigned kEepromCommand = 0x01, kConfig2 = 0x05, kConfig3 = 0x06, kIdLow = 0x0E, kIdHigh = 0x0F;
constexpr std::uint8_t kTwistedPair = 0x40;

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
            return kUndriven;
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
            return write_page3(number, value);
    }
}

void Registers::show_realtek() {
    realtek = true;
    page3[kConfig2] = kTwistedPair;
    page3[kIdLow] = 0x29, page3[kIdHigh] = 0x80;
}

/// CONFIG0 and the numbers only read.
void Registers::write_page3(unsigned number, std::uint8_t value) {
    constexpr std::uint8_t kConfigWrite = 0xC0, kMedium = 0xE0, kFullDuplex = 0x40, kWritten = 0x46;
    if (!realtek) {
        page3[number] = value;
        return;
    }
    if (number == kEepromCommand) page3[number] = value;
    if ((page3[kEepromCommand] & kConfigWrite) != kConfigWrite) return;
    if (number == kConfig2) page3[number] = value & kMedium;
    if (number != kConfig3) return;
    page3[number] = value & kWritten;
    if (value & kFullDuplex) ignored_mode = "full duplex (FUDUP of CONFIG3)";
}

void Registers::write_page0(unsigned number, std::uint8_t value) {
    const std::array<std::uint8_t*, 16> plain = {nullptr, &pstart, &pstop,  nullptr, &tpsr, nullptr, nullptr, nullptr,
                                                 nullptr, nullptr, nullptr, nullptr, &rcr,  &tcr,    &dcr,    &imr};
    if (plain[number]) *plain[number] = value;
    if (number == 0x0D && (value & tcr::kLoopback) == tcr::kExternal)
        ignored_mode = "external loopback (LB1 and LB0 of TCR)";
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
