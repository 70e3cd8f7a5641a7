#include "atm/hec.h"

namespace niclab::atm {

HecReceiver::HecReceiver(bool correction, unsigned good_to_correct)
    : correction_(correction), good_to_correct_(good_to_correct) {
    for (unsigned bit = 0; bit < 40; ++bit) {
        std::array<std::uint8_t, 5> wrong{};
        wrong[bit / 8] = static_cast<std::uint8_t>(0x80u >> bit % 8);
        position_[static_cast<std::uint8_t>(base::crc8(wrong.data(), 4) ^ wrong[4])] =
            static_cast<std::uint8_t>(bit + 1);
    }
}

HecReceiver::Result HecReceiver::check(std::uint8_t* header) {
    const auto syndrome = static_cast<std::uint8_t>(hec(header) ^ header[4]);
    if (syndrome == 0) {
        if (detecting_ && ++good_ >= good_to_correct_) detecting_ = false;
        return Result::Good;
    }
    const bool correct = correction_ && !detecting_ && position_[syndrome] != 0;
    detecting_ = true;
    good_ = 0;
    if (!correct) return Result::Dropped;
    const unsigned bit = position_[syndrome] - 1u;
    header[bit / 8] = static_cast<std::uint8_t>(header[bit / 8] ^ 0x80u >> bit % 8);
    return Result::Corrected;
}

}  // namespace niclab::atm
