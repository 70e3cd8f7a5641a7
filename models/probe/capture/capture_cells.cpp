#include "probe/capture/capture_cells.h"

#include <algorithm>

namespace niclab::probe {

namespace {

constexpr unsigned kPointerRow = 3;
constexpr unsigned kIncrementBits = 0x2AA, kDecrementBits = 0x155, kLargestPointer = 782;

unsigned ones(unsigned bits) { return static_cast<unsigned>(__builtin_popcount(bits)); }

}  // namespace

PayloadReader::Move PayloadReader::pointer(unsigned word) {
    const unsigned value = word & 0x3FF, turned = value ^ pointer_;
    const bool new_data = ones((word >> 12) ^ 0x9) <= 1;
    if (known_ && turned == 0) return Move::None;
    if (known_ && !new_data) {
        const unsigned up = ones(turned & kIncrementBits), down = ones(turned & kDecrementBits);
        if (up >= 3 && down <= 2) return Move::Increment;
        if (down >= 3 && up <= 2) return Move::Decrement;
    }
    if (value > kLargestPointer) return Move::None;
    repeats_ = value == candidate_ ? repeats_ + 1 : 1;
    candidate_ = value;
    if (!new_data && repeats_ < 3) return Move::None;
    pointer_ = value;
    known_ = true;
    return Move::None;
}

void PayloadReader::frame(const std::vector<std::uint8_t>& octets, const Octet& take) {
    for (unsigned row = 0; row < kRows; ++row) {
        unsigned column = 3 * sts_;
        if (row * columns() + column >= octets.size()) return;
        if (row == kPointerRow) {
            const unsigned at = row * columns();
            const Move move = pointer(unsigned{octets[at]} << 8 | octets[at + sts_]);
            // Stuffed octets are inserted at the position where a move adds or removes as many: the
            // distance to J1 does not change.
            to_j1_ = sts_ * pointer_;
            if (move == Move::Increment) column += sts_, pointer_ = pointer_ == kLargestPointer ? 0 : pointer_ + 1;
            if (move == Move::Decrement) column -= sts_, pointer_ = pointer_ == 0 ? kLargestPointer : pointer_ - 1;
        }
        for (; column < columns(); ++column) {
            if (known_ && to_j1_ == 0) next_ = 0, to_j1_ = spe(), inside_ = true;
            --to_j1_;
            const unsigned place = row * columns() + column;
            if (place >= octets.size()) return;
            if (inside_ && next_ % spe_columns() >= first_payload()) take(octets[place], place);
            if (++next_ == spe()) inside_ = false;
        }
    }
}

bool LineCells::header_is_right(const std::uint8_t* header) {
    unsigned remainder = 0;
    for (unsigned i = 0; i < 4; ++i)
        for (int bit = 7; bit >= 0; --bit) {
            const bool fed = ((remainder >> 7) ^ (header[i] >> bit)) & 1u;
            remainder = (remainder << 1 ^ (fed ? 0x07u : 0u)) & 0xFFu;
        }
    return (remainder ^ 0x55u) == header[4];
}

void LineCells::frame(const FrameReader::Frame& frame, const Found& found) {
    const core::Femtoseconds duration = frame.ended - frame.began;
    if (frame.octets.size() < 2) return;
    payload_.frame(frame.octets, [&](std::uint8_t value, unsigned place) {
        octet(value, frame.began + duration * place / (frame.octets.size() - 1), found);
    });
}

bool LineCells::hunt(std::uint8_t value, core::Femtoseconds at) {
    std::copy(cell_.octets.begin() + 1, cell_.octets.begin() + atm::kHeaderOctets, cell_.octets.begin());
    std::copy(times_.begin() + 1, times_.end(), times_.begin());
    cell_.octets[4] = value;
    times_[4] = at;
    return header_is_right(cell_.octets.data());
}

void LineCells::judge() {
    right_ = header_is_right(cell_.octets.data());
    if (right_) {
        good_ = std::min(good_ + 1, kSure);
        bad_ = 0;
        return;
    }
    // A candidate for the boundary is rejected at the first wrong header, a confirmed one at the
    // seventh in a row.
    if (good_ < kSure || ++bad_ == kLost) delineated_ = false;
}

void LineCells::octet(std::uint8_t value, core::Femtoseconds at, const Found& found) {
    if (!delineated_) {
        if (!hunt(value, at)) return;
        delineated_ = right_ = true;
        good_ = 1, bad_ = 0;
        index_ = atm::kHeaderOctets;
        return;
    }
    if (index_ < atm::kHeaderOctets) {
        times_[index_] = at;
        cell_.octets[index_++] = value;
        if (index_ == atm::kHeaderOctets) judge();
        return;
    }
    // To each bit the line bit sent 43 bits before was added.
    cell_.octets[index_++] = static_cast<std::uint8_t>(value ^ line_ >> 35);
    line_ = line_ << 8 | value;
    if (index_ < atm::kCellOctets) return;
    index_ = 0;
    if (good_ == kSure && !(right_ && cell_.header().is_null())) found(cell_, times_[0]);
}

}  // namespace niclab::probe
