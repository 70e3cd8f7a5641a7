#include "cards/i8254x/phy.h"

namespace niclab::i8254x {

namespace {

constexpr std::uint32_t kReady = 1u << 28, kInterrupt = 1u << 29, kError = 1u << 30;
constexpr unsigned kRead = 2, kAddress = 1;
// Registers, and bits of them.
constexpr unsigned kPhyControl = 0, kPhyStatus = 1, kIdHigh = 2, kIdLow = 3, kAdvertised = 4, kPartner = 5,
                   kExpansion = 6, kGigabitControl = 9, kGigabitStatus = 10, kExtended = 15, kSpecific = 16,
                   kSpecificStatus = 17, kInterruptStatus = 19;
constexpr std::uint16_t kReset = 0x8000, kNegotiate = 0x1000, kPowerDown = 0x0800, kRestart = 0x0200;
constexpr std::uint16_t kAbilities = 0x7949, kComplete = 0x0020, kLinkUp = 0x0004;
constexpr std::uint16_t kAdvertisesFull = 0x0200;
constexpr std::uint16_t kPartnerPage = 0xCDE1;                       // All of 10 and 100 Mb/s, pause, acknowledged.
constexpr std::uint16_t kPartnerGigabit = 0x3800, kMaster = 0x4000;  // Both receivers in order, full duplex.
constexpr std::uint16_t kSpecificUp = 0xAC00, kLinkChanged = 0x0400;
constexpr std::uint16_t kFirstSpecific = 0x0068;

}  // namespace

Phy::Phy(const Config& config)
    : id_high_(config.model.phy_high),
      id_low_(config.model.phy_low),
      access_time_(core::Femtoseconds(config.mdio_us * kMicrosecond)),
      negotiation_(core::Femtoseconds(config.autonegotiation_us * kMicrosecond)) {
    reset(0);
}

void Phy::reset(core::Femtoseconds now) {
    registers_ = {};
    registers_[kPhyControl] = kNegotiate | 0x0140;
    registers_[kIdHigh] = id_high_, registers_[kIdLow] = id_low_;
    registers_[kAdvertised] = 0x0DE1, registers_[kGigabitControl] = kAdvertisesFull;
    registers_[kExtended] = 0x3000, registers_[kSpecific] = kFirstSpecific;
    negotiate(now);
}

void Phy::access(std::uint32_t mdic, core::Femtoseconds now) {
    mdic_ = mdic & ~(kReady | kError);
    ready_ = now + access_time_;
}

bool Phy::clock(core::Femtoseconds now) {
    if (negotiated_ <= now) {
        negotiated_ = kNever;
        complete_ = true;
        set_link(gigabit());
    }
    if (ready_ > now) return false;
    ready_ = kNever;
    const unsigned number = mdic_ >> 16 & 0x1F, operation = mdic_ >> 26 & 3;
    const bool mine = (mdic_ >> 21 & 0x1F) == kAddress;
    if (operation == kRead)
        mdic_ = (mdic_ & 0xFFFF0000u) | (mine ? read(number) : 0xFFFF);
    else if (mine)
        write(number, std::uint16_t(mdic_), now);
    mdic_ |= kReady | (mine ? 0 : kError);
    return (mdic_ & kInterrupt) != 0;
}

std::uint16_t Phy::read(unsigned number) {
    switch (number) {
        case kPhyStatus: {
            // A lost link is shown until it was read once.
            const bool up = link_ && !link_lost_;
            link_lost_ = !link_;
            return std::uint16_t(kAbilities | (complete_ ? kComplete : 0) | (up ? kLinkUp : 0));
        }
        case kPartner:
            return complete_ && cable_ ? kPartnerPage : 0;
        case kExpansion:
            return complete_ && cable_ ? 0x000F : 0x0004;
        case kGigabitStatus:
            return link_ ? kPartnerGigabit | kMaster : 0;
        case kSpecificStatus:
            return link_ ? kSpecificUp : 0;
        case kInterruptStatus: {
            const std::uint16_t events = registers_[kInterruptStatus];
            registers_[kInterruptStatus] = 0;
            return events;
        }
        default:
            return registers_[number];
    }
}

void Phy::write(unsigned number, std::uint16_t value, core::Femtoseconds now) {
    const bool fixed = (number >= kPhyStatus && number <= kIdLow) || number == kPartner || number == kExpansion ||
                       number == kGigabitStatus || number == kExtended || number == kSpecificStatus;
    if (fixed) return;
    const std::uint16_t before = registers_[kPhyControl];
    registers_[number] = value;
    if (number != kPhyControl) return;
    registers_[kPhyControl] = value & std::uint16_t(~(kReset | kRestart));
    // A reset by software keeps what was written, and takes effect with what was advertised.
    const bool changes = ((before ^ value) & (kNegotiate | kPowerDown)) != 0;
    if (changes || (value & (kReset | kRestart))) negotiate(now);
}

void Phy::negotiate(core::Femtoseconds now) {
    complete_ = false;
    set_link(false);
    const bool possible = cable_ && (registers_[kPhyControl] & kNegotiate) && !(registers_[kPhyControl] & kPowerDown);
    negotiated_ = possible ? now + negotiation_ : kNever;
}

bool Phy::gigabit() const { return (registers_[kGigabitControl] & kAdvertisesFull) != 0; }

void Phy::set_link(bool up) {
    if (up != link_) registers_[kInterruptStatus] |= kLinkChanged;
    link_ = up;
    if (!up) link_lost_ = true;
}

void Phy::set_cable(bool connected, core::Femtoseconds now) {
    cable_ = connected;
    negotiate(now);
}

}  // namespace niclab::i8254x
