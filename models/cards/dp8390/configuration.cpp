#include "cards/dp8390/configuration.h"

#include <algorithm>
#include <stdexcept>

namespace niclab::dp8390 {

Configuration::Image Configuration::image(bool shared, const Jumpers& place) {
    const auto port = std::find(kPortsOf.begin(), kPortsOf.end(), checked(place).port);
    const auto irq = std::find(kIrqs.begin(), kIrqs.end(), line_of(place));
    if (port == kPortsOf.end())
        throw std::invalid_argument("port: out of range; expected 240H, 280H, 2C0H, 300H, 320H, 340H or 360H");
    if (irq == kIrqs.end()) throw std::invalid_argument("irq: out of range; expected 3, 4, 5, 9, 10, 11, 12 or 15");
    const auto a = std::uint8_t((shared ? kShared : 0) | (irq - kIrqs.begin()) << 3 | (port - kPortsOf.begin()));
    return {a, 0, 0};
}

std::optional<std::uint8_t> Configuration::read(unsigned page, unsigned number) {
    last_read_ = is_own(page, number) ? number : 0;
    if (last_read_ == kA) return now_[0];
    if (last_read_ == kB) return std::uint8_t(now_[1] & ~(kGoodLink | kBusError));
    return std::nullopt;
}

bool Configuration::write(unsigned page, unsigned number, std::uint8_t value) {
    const bool behind_read = is_own(page, number) && number == last_read_;
    const bool to_eeprom = is_own(page, number) && number == kB && left_ > 0 && (behind_read || left_ < 3);
    last_read_ = 0;
    if (to_eeprom) {
        eeprom_[3 - left_] = value;
        if (--left_ == 0) now_[1] &= std::uint8_t(~kLoad);
        return true;
    }
    if (!behind_read) return false;
    now_[number - kA] = value;
    if (number == kB && (value & kLoad) != 0) left_ = 3;
    return true;
}

}  // namespace niclab::dp8390
