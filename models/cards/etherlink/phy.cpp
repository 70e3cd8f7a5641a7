#include "cards/etherlink/phy.h"

namespace niclab::etherlink {

namespace {

// Registers and their bits, of 802.3, clause 22.
enum class Register : unsigned {
    Control = 0,
    Status = 1,
    FirstIdentifier = 2,
    SecondIdentifier = 3,
    Advertisement = 4,
    Partner = 5,
    Expansion = 6
};
constexpr std::uint16_t kReset = 0x8000, k100Mbps = 0x2000, kNegotiates = 0x1000, kRestart = 0x0200;
constexpr std::uint16_t kNegotiated = 0x0020, kLink = 0x0004;
constexpr std::uint16_t k10Half = 0x0020, k10Full = 0x0040, k100Half = 0x0080, k100Full = 0x0100, kEthernet = 0x0001,
                        kAcknowledged = 0x4000, kPartnerNegotiates = 0x0001;
constexpr std::uint16_t kAdvertisementWritten = 0x05FF;

constexpr unsigned kPreamble = 32, kFrameBits = 32, kHeaderBits = 14, kTurnaroundBits = 15;
constexpr unsigned kOpcodeRead = 2, kOpcodeWrite = 1;

}  // namespace

bool Phy::negotiates() const { return (control_ & kNegotiates) != 0; }

/// The best mode of both ends, as a bit of the advertisement; 0: none.
std::uint16_t Phy::common_mode() const {
    const std::uint16_t half = mbps_ == 100 ? k100Half : k10Half, full = mbps_ == 100 ? k100Full : k10Full;
    if (full_duplex_ && (advertised_ & full)) return full;
    return advertised_ & half;
}

bool Phy::has_link() const {
    if (!up_) return false;
    return negotiates() ? common_mode() != 0 : mbps_ == (control_ & k100Mbps ? 100u : 10u);
}

void Phy::set_link(bool up) {
    up_ = up;
    lost_ |= !up;
}

std::uint16_t Phy::read(unsigned number) {
    const bool link = has_link(), done = link && negotiates();
    switch (Register(number)) {
        case Register::Control:
            return control_;
        case Register::Status: {
            const bool shown = link && !lost_;
            lost_ = !link;
            return std::uint16_t(model_.abilities | (done ? kNegotiated : 0) | (shown ? kLink : 0));
        }
        case Register::FirstIdentifier:
            return model_.first_identifier;
        case Register::SecondIdentifier:
            return model_.second_identifier;
        case Register::Advertisement:
            return advertised_;
        case Register::Partner: {
            if (!done) return 0;
            const std::uint16_t half = mbps_ == 100 ? k100Half : k10Half;
            return std::uint16_t(full_duplex_ ? common_mode() | half | kEthernet | kAcknowledged : half | kEthernet);
        }
        case Register::Expansion:
            return done && full_duplex_ ? kPartnerNegotiates : 0;
        default:
            return 0;
    }
}

void Phy::write(unsigned number, std::uint16_t value) {
    const auto which = Register(number);
    if (which == Register::Control) {
        if (value & kReset) advertised_ = kAdvertisedAtReset;
        control_ = value & kReset ? kControlAtReset : std::uint16_t(value & ~kRestart);
    }
    if (which == Register::Advertisement) advertised_ = value & kAdvertisementWritten;
}

void Phy::clock(bool data) {
    if (bits_ == 0) {
        synchronized_ = synchronized_ || ones_ == kPreamble;
        const unsigned preamble = synchronized_ && (model_.abilities & kNoPreamble) ? 1 : kPreamble;
        const bool begins = !data && ones_ >= preamble;
        ones_ = data ? (ones_ < kPreamble ? ones_ + 1 : ones_) : 0;
        if (begins) bits_ = 1, shifted_ = 0, reads_ = writes_ = false;
        return;
    }
    shifted_ = shifted_ << 1 | unsigned{data};
    ++bits_;
    if (bits_ == 2 && !data) bits_ = 0;  // no start of a frame
    if (bits_ == kHeaderBits) {
        const bool mine = (shifted_ >> 5 & 0x1F) == kAddress;
        const unsigned opcode = shifted_ >> 10 & 3;
        reads_ = mine && opcode == kOpcodeRead, writes_ = mine && opcode == kOpcodeWrite;
        if (reads_) value_ = read(shifted_ & 0x1F);
    }
    if (bits_ != kFrameBits) return;
    if (writes_) write(shifted_ >> 18 & 0x1F, std::uint16_t(shifted_));
    bits_ = 0;
}

bool Phy::data() const {
    if (!reads_ || bits_ < kTurnaroundBits) return true;
    return bits_ > kTurnaroundBits && (value_ >> (kFrameBits - 1 - bits_) & 1);
}

}  // namespace niclab::etherlink
