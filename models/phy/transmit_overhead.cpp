#include "phy/transmit_overhead.h"

#include <algorithm>

#include "phy/alarms.h"

namespace niclab::phy {

namespace {

constexpr unsigned kPointerRow = 3;

/// Errors not yet reported, `most` per frame; without AUTOFEBE they are dropped.
std::uint8_t unreported(std::uint64_t total, std::uint64_t& reported, unsigned most, bool enabled) {
    const std::uint64_t errors = std::min<std::uint64_t>(total - reported, most);
    reported = enabled ? reported + errors : total;
    return static_cast<std::uint8_t>(enabled ? errors : 0);
}

}  // namespace

TransmitOverhead::TransmitOverhead(const Config& config)
    : spe_(config.format), index_(config.format.frame_octets), format_(config.format), start_(config.format) {
    auto section = overhead_[0].begin();
    section = std::fill_n(section, format_.sts, sonet::kA1);
    section = std::fill_n(section, format_.sts, sonet::kA2);
    *section = config.j0;
    std::copy_n(config.z0.begin(), format_.sts - 1, section + 1);
    TransmitControl initial;
    initial.pointer.ss = config.sdh ? 2 : 0;
    control(initial);
    spe_.place(pointer_.value(), sonet::SpeTracker::Justify::None);
}

void TransmitOverhead::control(const TransmitControl& control) {
    control_ = control;
    pointer_.control(control.pointer);
    scrambler_ = sonet::frame_scrambler(format_, control.scramble);
    ones_ = control.line_ais || control.path_ais ? 0xFF : 0;
    light_ = control.dark ? 0 : 0xFF;
}

std::uint8_t TransmitOverhead::next_overhead(const FarEndReport& report) {
    if (at_frame_start()) remember_start(), index_ = 0, begin_frame(report);
    if (index_ == kPointerRow * format_.columns) make_pointer();
    const unsigned row = index_ / format_.columns, column = index_ % format_.columns;
    std::uint8_t octet = 0;
    switch (spe_.take(index_)) {
        case sonet::SpeTracker::Kind::Transport:
            octet = overhead_[row][column];
            if (row >= 3 && control_.line_ais) octet = 0xFF;
            break;
        case sonet::SpeTracker::Kind::PathOverhead:
            octet = path_octet(report);
            path_bip_ ^= octet;
            break;
        case sonet::SpeTracker::Kind::FixedStuff:
            octet = ones_;
            path_bip_ ^= octet;
            break;
        default:
            octet = ones_;
            break;
    }
    if (row >= 3 || column >= format_.overhead_columns) line_bip_[index_ % format_.sts] ^= octet;
    const auto sent = static_cast<std::uint8_t>(octet ^ scrambler_[index_]);
    section_bip_ ^= sent;
    lane_ = ++index_ % format_.sts;
    run_ = spe_.run(index_);
    return sent & light_;
}

void TransmitOverhead::remember_start() {
    start_.spe = spe_;
    start_.section_bip = section_bip_, start_.path_bip = path_bip_, start_.line_bip = line_bip_;
    start_.frames = frames_;
}

void TransmitOverhead::pass(std::uint64_t frames) {
    start_.frames += frames;
    spe_ = start_.spe;
    section_bip_ = start_.section_bip, path_bip_ = start_.path_bip, line_bip_ = start_.line_bip;
    frames_ = start_.frames;
    index_ = format_.frame_octets;
    run_ = 0;
}

void TransmitOverhead::begin_frame(const FarEndReport& report) {
    overhead_[0][format_.sts - sonet::kWatchedA] = control_.wrong_framing ? sonet::kA1 ^ 0x80 : sonet::kA1;
    overhead_[1][0] = static_cast<std::uint8_t>(control_.wrong_section ? ~section_bip_ : section_bip_);
    for (unsigned i = 0; i < format_.sts; ++i)
        overhead_[4][i] = static_cast<std::uint8_t>(control_.wrong_line ? ~line_bip_[i] : line_bip_[i]);
    const bool rdi = control_.line_rdi || (control_.auto_line_rdi && report.line_rdi);
    overhead_[4][format_.sts] = control_.k1;
    overhead_[4][2 * format_.sts] = static_cast<std::uint8_t>(rdi ? (control_.k2 & ~kK2Mask) | kK2Rdi : control_.k2);
    overhead_[8][format_.sts + 2] =
        unreported(report.line_errors, line_errors_reported_, 8 * format_.sts, control_.auto_febe);
    section_bip_ = 0;
    line_bip_ = {};
    ++frames_;
}

void TransmitOverhead::make_pointer() {
    const std::uint16_t first = pointer_.next(spe_), others = sonet::concatenation_word(control_.pointer.ss);
    Row& row = overhead_[kPointerRow];
    for (unsigned i = 0; i < format_.sts; ++i) {
        const std::uint16_t word = control_.path_ais ? 0xFFFF : i == 0 ? first : others;
        row[i] = static_cast<std::uint8_t>(word >> 8);
        row[format_.sts + i] = static_cast<std::uint8_t>(word);
        row[2 * format_.sts + i] = control_.path_ais ? 0xFF : 0;
    }
}

/// At J1: the values of the other eight octets.
void TransmitOverhead::make_path_overhead(const FarEndReport& report) {
    path_overhead_[1] = static_cast<std::uint8_t>(control_.wrong_path ? ~path_bip_ : path_bip_);
    path_bip_ = 0;
    path_overhead_[2] = control_.signal_label;
    const std::uint8_t counted = unreported(report.path_errors, path_errors_reported_, 8, control_.auto_febe);
    const unsigned febe = control_.path_febe != 0 ? control_.path_febe : counted;
    const bool rdi = control_.path_rdi || (control_.auto_path_rdi && report.path_rdi);
    path_overhead_[3] = static_cast<std::uint8_t>(febe << 4 | (rdi ? kG1Rdi : 0u) | control_.path_status);
}

std::uint8_t TransmitOverhead::path_octet(const FarEndReport& report) {
    if (spe_.path_row() == 0) make_path_overhead(report);
    return path_overhead_[spe_.path_row()] | ones_;
}

}  // namespace niclab::phy
