#include "cards/nicstar/eeprom.h"

#include <algorithm>

namespace niclab::nicstar {

namespace {
constexpr unsigned kPage = 4;
}  // namespace

Eeprom::Eeprom(const Mac& mac) {
    octets_.fill(0xFF);
    std::copy(mac.begin(), mac.end(), octets_.begin() + kMacAddress);
}

void Eeprom::drive(std::uint32_t gp, core::Femtoseconds now) {
    const bool clock = (gp & 4u) != 0;
    now_ = now;
    if (gp & 2u) {
        if (selected_) deselect();
        selected_ = false;
        bits_ = written_ = read_ = 0;
        instruction_ = 0;
        output_ = true;
    } else {
        selected_ = true;
        if (clock && !clock_) take_bit((gp & 1u) != 0);
        if (!clock && clock_) give_bit();
    }
    clock_ = clock;
}

void Eeprom::take_bit(bool bit) {
    shift_ = static_cast<std::uint8_t>(shift_ << 1 | (bit ? 1 : 0));
    if (++bits_ % 8 == 0) take_octet();
}

void Eeprom::take_octet() {
    const bool busy = now_ < busy_until_;
    if (bits_ == 8) {
        instruction_ = shift_;
        if (busy && instruction_ != kRdsr) instruction_ = 0;  // Only the status can be read meanwhile.
        return;
    }
    if (instruction_ == kWrsr && bits_ == 16) {
        page_[0] = shift_;
        written_ = 1;
    } else if (bits_ == 16) {
        address_ = shift_;
    } else if (instruction_ == kWrite) {
        page_[(address_ + written_) % kPage] = shift_;  // wraps within its page
        ++written_;
    }
}

void Eeprom::give_bit() {
    if (instruction_ == kRdsr && bits_ >= 8) {
        const unsigned status = status_ | (now_ < busy_until_ ? kInProgress : 0u);
        output_ = (status >> (7 - read_++ % 8) & 1u) != 0;
    } else if (instruction_ == kRead && bits_ >= 16) {
        output_ = (octets_[(address_ + read_ / 8) % octets_.size()] >> (7 - read_ % 8) & 1) != 0;
        ++read_;
    }
}

bool Eeprom::is_protected(std::uint8_t address) const {
    constexpr unsigned from[] = {256, 192, 128, 0};
    return address >= from[(status_ & kProtection) >> 2];
}

void Eeprom::deselect() {
    if (bits_ == 8 && instruction_ == kWren) status_ |= kWriteEnabled;
    if (bits_ == 8 && instruction_ == kWrdi) status_ &= static_cast<std::uint8_t>(~kWriteEnabled);
    const bool write = (instruction_ == kWrite || instruction_ == kWrsr) && written_ > 0 && bits_ % 8 == 0;
    if (!write || !(status_ & kWriteEnabled)) return;
    if (instruction_ == kWrsr) {
        status_ = page_[0] & kProtection;
    } else if (!is_protected(address_)) {
        const unsigned base = address_ & ~(kPage - 1);
        for (unsigned i = 0; i < std::min(written_, kPage); ++i) {
            const unsigned place = (address_ + written_ - 1 - i) % kPage;
            octets_[base + place] = page_[place];
        }
    }
    status_ &= static_cast<std::uint8_t>(~kWriteEnabled);
    busy_until_ = now_ + kWriteTime;
}

}  // namespace niclab::nicstar
