#include "check/line_checker.h"

#include <fmt/format.h>

#include <algorithm>

namespace niclab::check {

namespace {

/// Keystream of the frame scrambler 1 + x^6 + x^7 after the first row's overhead, long enough for
/// any frame.
struct Keystream {
    std::array<std::uint8_t, 9720> octets{};
    Keystream() {
        constexpr unsigned kPeriod = 127;          // of bits, and so of octets
        unsigned bits[7] = {1, 1, 1, 1, 1, 1, 1};  // bits[6] is the oldest, which is sent.
        for (unsigned i = 0; i < kPeriod; ++i)
            for (int b = 7; b >= 0; --b) {
                octets[i] = static_cast<std::uint8_t>(octets[i] | bits[6] << b);
                const unsigned fed = bits[6] ^ bits[5];
                for (int k = 6; k > 0; --k) bits[k] = bits[k - 1];
                bits[0] = fed;
            }
        for (unsigned i = kPeriod; i < octets.size(); ++i) octets[i] = octets[i - kPeriod];
    }
};
const Keystream kKeystream;

}  // namespace

LineChecker::LineChecker(std::string line, Report& report, unsigned sts, const LineLimits& limits)
    : line_(std::move(line)),
      report_(report),
      limits_(limits),
      sts_(sts),
      columns_(90 * sts),
      overhead_(3 * sts),
      spe_columns_(87 * sts),
      not_payload_(sts / 3),
      octets_(810 * sts) {}

void LineChecker::fail(LineRule r, std::string seen) {
    report_.add(kLineRules[static_cast<unsigned>(r)], frame_at_, line_, std::move(seen));
}

std::uint8_t LineChecker::clear(unsigned row, unsigned column) const {
    const unsigned i = row * columns_ + column;
    return i < overhead_ ? octets_[i] : octets_[i] ^ kKeystream.octets[i - overhead_];
}

void LineChecker::begin(core::Femtoseconds at) {
    if (complete()) judge();
    frame_at_ = at;
    locked_ = true;
    filled_ = 0;
}

void LineChecker::lost(core::Femtoseconds at) {
    frame_at_ = at;
    fail(LineRule::Frame, fmt::format("the frame pulse is at octet {}", filled_));
    locked_ = frame_before_ = pointer_known_ = delineated_ = false;
    filled_ = 0;
}

void LineChecker::pass(std::uint64_t frames, unsigned cell_octets) {
    if (complete()) judge();
    frames_ += frames;
    locked_ = frame_before_ = false;
    filled_ = 0;
    spes_ = std::min(spes_, 1u);
    cell_ = cell_octets;
}

void LineChecker::judge() {
    ++frames_;
    transport_overhead();
    payload();
    std::uint8_t b1 = 0;
    for (const std::uint8_t octet : octets_) b1 ^= octet;
    b1_ = b1;
    line_parities();
    frame_before_ = true;
}

/// Over all except the section's overhead: first per column, which a processor computes for many at
/// once.
void LineChecker::line_parities() {
    std::array<std::uint8_t, 90 * kMostSts> columns{};
    for (unsigned row = 0; row < kRows; ++row) {
        const unsigned first = row < 3 ? overhead_ : 0, n = columns_ - first, at = row * columns_ + first;
        const std::uint8_t *line = octets_.data() + at, *key = kKeystream.octets.data() + at - overhead_;
        for (unsigned i = 0; i < n; ++i) columns[first + i] ^= line[i] ^ key[i];
    }
    b2_ = {};
    for (unsigned column = 0, lane = 0; column < columns_; ++column) {
        b2_[lane] ^= columns[column];
        if (++lane == sts_) lane = 0;
    }
}

void LineChecker::transport_overhead() {
    bool framed = true;
    for (unsigned i = 0; i < sts_; ++i) framed &= octets_[i] == limits_.a1 && octets_[sts_ + i] == limits_.a2;
    if (!framed) fail(LineRule::Frame, "A1 or A2 is wrong");
    if (frame_before_ && clear(1, 0) != b1_)
        fail(LineRule::B1, fmt::format("B1 {:02X}, expected {:02X}", clear(1, 0), b1_));
    for (unsigned i = 0; frame_before_ && i < sts_; ++i)
        if (clear(4, i) != b2_[i])
            fail(LineRule::B2, fmt::format("B2[{}] {:02X}, expected {:02X}", i, clear(4, i), b2_[i]));
    for (unsigned i = 1; i < sts_; ++i)
        if ((clear(3, i) & 0xF3u) != limits_.concatenation || clear(3, sts_ + i) != limits_.all_ones)
            fail(LineRule::Concatenation, fmt::format("H1* H2* {:02X} {:02X}", clear(3, i), clear(3, sts_ + i)));
    pointer(static_cast<std::uint16_t>(clear(3, 0) << 8 | clear(3, sts_)));
}

void LineChecker::pointer(std::uint16_t word) {
    const unsigned value = word & 0x3FF, ndf = word >> 12;
    stuff_ = 0;
    new_data_ = 0;
    if (!pointer_known_) {
        if (value > limits_.last_pointer) return fail(LineRule::Pointer, fmt::format("pointer {}", value));
        pointer_known_ = true;
        pointer_ = value;
        spes_ = 0;
        new_data_ = 1;
        return;
    }
    if (value == pointer_) return;
    const unsigned turned = value ^ pointer_;
    if (ndf == limits_.new_data_flag && value <= limits_.last_pointer) {
        new_data_ = 1;
        spes_ = 0;
        pointer_ = value;
    } else if (turned == limits_.increment) {
        stuff_ = 1;
        pointer_ = pointer_ == limits_.last_pointer ? 0 : pointer_ + 1;
    } else if (turned == limits_.decrement) {
        stuff_ = -1;
        pointer_ = pointer_ == 0 ? limits_.last_pointer : pointer_ - 1;
    } else {
        fail(LineRule::Pointer, fmt::format("pointer {} after {} without NDF", value, pointer_));
    }
}

void LineChecker::payload() {
    if (!pointer_known_) return;
    for (unsigned row = 0; row < kRows; ++row) {
        if (row == 3 && stuff_ < 0)
            for (unsigned i = 2 * sts_; i < overhead_; ++i) spe_octet(clear(3, i));
        const unsigned first = row == 3 && stuff_ > 0 ? overhead_ + sts_ : overhead_;
        row_octets(row, first);
        if (row == kRows - 1 && new_data_ == 1) new_data_ = 2;
    }
}

/// Of the SPE, from that column on.
void LineChecker::row_octets(unsigned row, unsigned column) {
    while (column < columns_) {
        const unsigned run = new_data_ == 0 ? std::min(payload_run(), columns_ - column) : 0;
        if (run > 0) {
            spe_run(row * columns_ + column, run);
            column += run;
            continue;
        }
        // The pointer counts groups of N octets from the one after H3.
        const unsigned place = (row >= 3 ? row - 3 : row + 6) * spe_columns_ + column - overhead_;
        if (place == pointer_ * sts_ && row >= 3 && new_data_ == 1) spe_ = 0, new_data_ = 0;
        if (place == pointer_ * sts_ && row < 3 && new_data_ == 2) spe_ = 0, new_data_ = 0;
        spe_octet(clear(row, column));
        ++column;
    }
}

/// Octets of cells to come in this row of the SPE.
unsigned LineChecker::payload_run() const {
    const unsigned column = spe_ % spe_columns_;
    return column < not_payload_ ? 0 : spe_columns_ - column;
}

/// `n` of them, the same as spe_octet() of each; octets `first` and on of the frame.
void LineChecker::spe_run(unsigned first, unsigned n) {
    const std::uint8_t *line = octets_.data() + first, *key = kKeystream.octets.data() + first - overhead_;
    std::uint8_t b3 = b3_;
    for (unsigned i = 0; i < n; ++i) b3 ^= line[i] ^ key[i];
    b3_ = b3;
    for (unsigned i = 0; spes_ > 1 && i < n;) {
        if (!delineated_ || cell_ < 5) {
            cell_octet(line[i] ^ key[i]);
            ++i;
            continue;
        }
        const unsigned payload = std::min(n - i, 53 - cell_);
        i += payload, cell_ += payload;
        if (cell_ == 53) cell_ = 0;
    }
    spe_ += n;
    if (spe_ == kRows * spe_columns_) spe_ = 0;
}

void LineChecker::spe_octet(std::uint8_t value) {
    if (spe_ == 0) {
        b3_expected_ = b3_;
        b3_ = 0;
        ++spes_;
    }
    b3_ ^= value;
    if (spe_ == spe_columns_ && spes_ > 2 && value != b3_expected_)
        fail(LineRule::B3, fmt::format("B3 {:02X}, expected {:02X}", value, b3_expected_));
    if (spe_ == 2 * spe_columns_ && spes_ > 1 && value != limits_.label)
        fail(LineRule::Label, fmt::format("C2 {:02X}", value));
    if (spe_ % spe_columns_ >= not_payload_ && spes_ > 1) cell_octet(value);
    if (++spe_ == kRows * spe_columns_) spe_ = 0;
}

void LineChecker::cell_octet(std::uint8_t value) {
    if (!delineated_) {
        for (unsigned i = 0; i < 4; ++i) header_[i] = header_[i + 1];
        header_[4] = value;
        if (++window_ < 5) return;
        // A match at any octet is a candidate, which the headers of the next cells must confirm.
        if (!header_holds()) return;
        delineated_ = true;
        good_ = bad_ = 0;
        cell_ = 5;
        return;
    }
    if (cell_ < 5) header_[cell_] = value;
    if (++cell_ == 5) header_end();
    if (cell_ == 53) cell_ = 0;
}

/// The HEC is the remainder of the four octets before it, plus the coset.
bool LineChecker::header_holds() const {
    unsigned r = 0;
    for (unsigned i = 0; i < 4; ++i) {
        r ^= header_[i];
        for (int b = 0; b < 8; ++b) r = (r & 0x80 ? r << 1 ^ limits_.hec_generator : r << 1) & 0xFF;
    }
    return (r ^ limits_.hec_coset) == header_[4];
}

void LineChecker::header_end() {
    ++cells_;
    if (header_holds()) {
        if (good_ < limits_.sure_headers) ++good_;
        bad_ = 0;
        return;
    }
    if (good_ < limits_.sure_headers) {  // A wrong candidate.
        delineated_ = false;
        good_ = window_ = 0;
        return;
    }
    fail(LineRule::Hec, fmt::format("HEC {:02X} of header {:02X}{:02X}{:02X}{:02X}", header_[4], header_[0], header_[1],
                                    header_[2], header_[3]));
    if (++bad_ < limits_.lost_headers) return;
    fail(LineRule::Delineation, fmt::format("{} wrong headers", bad_));
    delineated_ = false;
    good_ = window_ = 0;
}

}  // namespace niclab::check
