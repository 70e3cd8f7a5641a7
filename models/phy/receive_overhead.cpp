#include "phy/receive_overhead.h"

namespace niclab::phy {

namespace {
unsigned wrong_bits(std::uint8_t a, std::uint8_t b) { return static_cast<unsigned>(__builtin_popcount(a ^ b)); }
}  // namespace

bool ReceiveOverhead::lost_frame() {
    if (aligned_) {
        aligned_ = in_spe_ = false;
        whole_frames_ = 0;
        j1_offset_ = ~0u;
        pointer_.reset();
    }
    return false;
}

void ReceiveOverhead::align(unsigned index) {
    // The search reports the sixth octet of the first frame it finds, and from then on every octet.
    row_ = 0;
    column_ = index;
    third_ = index % 3;
    if (index == 0) {
        section_expected_ = section_bip_;
        line_expected_ = line_bip_;
        if (aligned_) ++whole_frames_;
        ++stats_.frames;
    }
    aligned_ = true;
    section_bip_ = 0;
    line_bip_ = {};
}

bool ReceiveOverhead::take_overhead(std::uint8_t octet) {
    if (row_ >= 3) line_bip_[third_] ^= octet;
    if (row_ == 1 && column_ == 0 && whole_frames_ > 1) stats_.b1_errors += wrong_bits(octet, section_expected_);
    if (row_ == 3 && column_ == 0) h1_ = octet;
    if (row_ == 3 && column_ == 3) {
        pointer_.take(static_cast<std::uint16_t>(h1_ << 8 | octet));
        if (pointer_.valid()) j1_offset_ = pointer_.value() * 3;
    }
    if (row_ == 4 && column_ < 3) {
        if (column_ == 0) line_errors_now_ = 0;
        if (whole_frames_ > 1) line_errors_now_ += wrong_bits(octet, line_expected_[column_]);
        if (column_ == 2) {
            stats_.b2_errors += line_errors_now_;
            report_.line_errors = line_errors_now_;
        }
    }
    if (row_ == 8 && column_ == 5 && whole_frames_ > 1) stats_.far_line_errors += octet <= 24 ? octet : 0;
    return false;
}

void ReceiveOverhead::begin_spe() {
    path_expected_ = path_bip_;
    path_bip_ = 0;
    spe_row_ = spe_column_ = 0;
    in_spe_ = true;
}

void ReceiveOverhead::take_path_overhead(std::uint8_t octet) {
    if (whole_frames_ < 6) return;  // the pointer needs three frames, the first B3 a whole SPE
    if (spe_row_ == 1) {
        report_.path_errors = wrong_bits(octet, path_expected_);
        stats_.b3_errors += report_.path_errors;
    } else if (spe_row_ == 3) {
        stats_.far_path_errors += (octet >> 4) <= 8 ? octet >> 4 : 0;
    }
}

}  // namespace niclab::phy
