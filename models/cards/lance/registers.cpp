#include "cards/lance/registers.h"

#include <algorithm>
#include <numeric>

namespace niclab::lance {

namespace {

constexpr unsigned kLongestRing = 512;

void low(std::uint32_t& to, std::uint16_t value) { to = (to & 0xFFFF0000u) | value; }
void high(std::uint32_t& to, std::uint16_t value) { to = (to & 0x0000FFFFu) | std::uint32_t{value} << 16; }
std::uint32_t word(const std::uint8_t* p) { return p[0] | std::uint32_t{p[1]} << 8; }
std::uint32_t dword(const std::uint8_t* p) { return word(p) | word(p + 2) << 16; }
std::uint16_t two_complement(unsigned n) { return std::uint16_t(0x10000u - n); }

}  // namespace

void Registers::reset_hard() {
    csrs_ = {};
    bcrs_ = {};
    bcrs_[2] = 0x0002, bcrs_[kLink] = 0x00C0, bcrs_[5] = 0x0084, bcrs_[6] = 0x0088, bcrs_[7] = 0x0090;
    bcrs_[kBursts] = 0x9001, bcrs_[19] = 0x0002, bcrs_[22] = 0xFF06;
    for (unsigned i = 0; i < 3; ++i) csrs_[kPhysical + i] = std::uint16_t(address_[2 * i] | address_[2 * i + 1] << 8);
    receive = send = {0, 1, 0, format().octets()};
    reset_soft();
}

void Registers::reset_soft() {
    status = csr0::kStop;
    suspended = false;
    csrs_[3] = csrs_[5] = csrs_[kMode] = csrs_[kPollInterval] = csrs_[kMissedFrames] = csrs_[kTest] = 0;
    csrs_[4] = 0x0115, csrs_[kFifos] = 0x1410;
    csrs_[kIdLow] = chip_.id_low, csrs_[kIdHigh] = chip_.id_high;
}

std::uint16_t Registers::csr(unsigned number) const {
    switch (number) {
        case 0:
            return std::uint16_t(status | (pending() ? csr0::kInterrupt : 0) |
                                 (status & csr0::kErrors ? csr0::kError : 0));
        case 5:
            return std::uint16_t((csrs_[5] & ~csr5::kSuspend) | (suspended ? csr5::kSuspend : 0));
        case 16:
        case 17:
            return csrs_[number - 15];
        case kReceiveBase:
            return std::uint16_t(receive.base);
        case kReceiveBase + 1:
            return std::uint16_t(receive.base >> 16);
        case kSendBase:
            return std::uint16_t(send.base);
        case kSendBase + 1:
            return std::uint16_t(send.base >> 16);
        case kStyleCsr:
            return bcr(kStyle);
        case kReceiveCounter:
            return two_complement(receive.length - receive.index);
        case kSendCounter:
            return two_complement(send.length - send.index);
        case kReceiveLength:
            return two_complement(receive.length);
        case kSendLength:
            return two_complement(send.length);
        default:
            return number < kCsrs ? csrs_[number] : 0;
    }
}

std::uint16_t Registers::bcr(unsigned number) const {
    if (number >= kBcrs) return 0;
    if (number == kLink && link) return bcrs_[kLink] | kLinkUp;
    if (number == kStyle && chip_.styles)
        return std::uint16_t(bcrs_[kStyle] | (bcrs_[kStyle] != 1 ? kPcnetCsrs : 0) |
                             (bcrs_[kStyle] != 0 ? kDwordStructures : 0));
    return bcrs_[number];
}

void Registers::write_csr(unsigned number, std::uint16_t value) {
    const bool guarded = (number >= kFilter && number <= kMode) || (number >= kReceiveBase && number < kPollInterval) ||
                         (number >= kReceiveCounter && number <= kFifos);
    if (number >= kCsrs || (guarded && !open())) return;
    if (number == 4) {
        csrs_[4] = std::uint16_t((value & ~csr4::kFlags) | (csrs_[4] & csr4::kFlags & ~value));
    } else if (number == 5) {
        csrs_[5] = value;
        suspended = suspended && suspend_asked();
    } else if (number == 16 || number == 17) {
        csrs_[number - 15] = value;
    } else if (number == kStyleCsr) {
        write_bcr(kStyle, value);
    } else if (number == kIdLow || number == kIdHigh || number == kMissedFrames) {
        return;
    } else {
        csrs_[number] = value;
        write_ring(number, value);
    }
}

void Registers::write_ring(unsigned number, std::uint16_t value) {
    if (number == kReceiveBase) low(receive.base, value);
    if (number == kReceiveBase + 1) high(receive.base, value);
    if (number == kSendBase) low(send.base, value);
    if (number == kSendBase + 1) high(send.base, value);
    const unsigned count = 0x10000u - value;
    if (number == kReceiveLength) receive.length = count;
    if (number == kSendLength) send.length = count;
    if (number == kReceiveCounter && count <= receive.length) receive.index = receive.length - count;
    if (number == kSendCounter && count <= send.length) send.index = send.length - count;
}

void Registers::write_bcr(unsigned number, std::uint16_t value) {
    if (number >= kBcrs) return;
    if (number == kStyle && chip_.styles) {
        constexpr unsigned kStyles = 4;
        if (!open()) return;
        bcrs_[kStyle] = (value & 0xFFu) < kStyles ? value & 0xFFu : 0;
        receive.step = send.step = format().octets();
    } else if (number == kBursts) {  // the width of I/O is left by RST# only
        bcrs_[kBursts] = std::uint16_t((value & ~bcr18::kDwords) | (bcrs_[kBursts] & bcr18::kDwords));
    } else if (number == kLink) {
        bcrs_[kLink] = value & std::uint16_t(~kLinkUp);
    } else if (number != 22 && number < 32) {  // There is no PHY at this chip.
        bcrs_[number] = value;
        if (number == kDuplex && (value & kFullDuplex)) ignored_mode = "full duplex (FDEN of BCR9)";
    }
}

void Registers::count_missed() {
    raise(csr0::kMissed);
    if (++csrs_[kMissedFrames] == 0) csrs_[4] |= csr4::kMissedOverflow;
}

bool Registers::pending() const {
    if (status & csr0::kInterrupts & ~csrs_[3]) return true;
    return is(4, csr4::kMissedOverflow) && !is(4, csr4::kMissedOverflowMask);
}

std::uint8_t Registers::prom(unsigned at) const {
    constexpr std::uint8_t kMark = 0x57;
    constexpr unsigned kSum = 12;
    if (at < address_.size()) return address_[at];
    if (at < kSum) return 0;
    if (at >= kSum + 2) return kMark;
    const unsigned sum = std::accumulate(address_.begin(), address_.end(), 2u * kMark);
    return std::uint8_t(sum >> 8 * (at - kSum));
}

void Registers::note_mode() {
    if (mode(mode::kLoopback) && !mode(mode::kInternal))
        ignored_mode = "external loopback (LOOP without INTL of CSR15)";
    if (mode(mode::kLoopback) && mode(mode::kForceCollision)) ignored_mode = "forced collisions (FCOLL of CSR15)";
    if (mode(mode::kOneAttempt)) ignored_mode = "a single attempt (DRTY of CSR15)";
}

Address Registers::physical() const {
    Address a;
    for (unsigned i = 0; i < a.size(); ++i) a[i] = std::uint8_t(csrs_[kPhysical + i / 2] >> 8 * (i % 2));
    return a;
}

unsigned Registers::send_start() const { return chip_.send_starts[csrs_[kFifos] >> 10 & 3]; }

unsigned Registers::send_watermark() const { return chip_.send_marks[csrs_[kFifos] >> 8 & 3]; }

unsigned Registers::receive_watermark() const { return chip_.receive_marks[csrs_[kFifos] >> 12 & 3]; }

void Registers::initialise(const std::uint8_t* block) {
    const bool dwords = format().dwords;
    const unsigned step = format().octets();
    csrs_[kMode] = std::uint16_t(word(block));
    const std::uint8_t *address = block + (dwords ? 4 : 2), *filter = address + (dwords ? 8 : 6), *rings = filter + 8;
    const auto ring = [&](unsigned n) -> Ring {
        const std::uint32_t at = dword(rings + 4 * n);
        if (!dwords) return {at & 0x00FFFFF8u, 1u << (at >> 29), 0, step};
        return {at & ~0xFu, std::min(1u << (block[2 + n] >> 4), kLongestRing), 0, step};
    };
    receive = ring(0), send = ring(1);
    for (unsigned i = 0; i < 3; ++i) csrs_[kPhysical + i] = std::uint16_t(word(address + 2 * i));
    for (unsigned i = 0; i < 4; ++i) csrs_[kFilter + i] = std::uint16_t(word(filter + 2 * i));
    raise(csr0::kInitDone);
}

}  // namespace niclab::lance
