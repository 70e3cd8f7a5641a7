#include "phy/receive_overhead.h"

namespace niclab::phy {

namespace {

constexpr unsigned kLabelFrames = 5;

unsigned wrong_bits(std::uint8_t a, std::uint8_t b) { return static_cast<unsigned>(__builtin_popcount(a ^ b)); }

}  // namespace

ReceiveOverhead::ReceiveOverhead(AlarmSet& alarms, LineWatch& watch, Interrupts& interrupts, const Config& config)
    : alarms_(alarms),
      watch_(watch),
      interrupts_(interrupts),
      spe_(config.format),
      line_ais_(config.line_filter_frames),
      line_rdi_(config.line_filter_frames),
      path_rdi_(config.path_rdi_frames),
      scrambler_(sonet::frame_scrambler(config.format, true)),
      index_(config.format.frame_octets),
      format_(config.format),
      captured_(config.format.frame_octets) {
    alarms_.set(Alarm::Oof, true);
}

bool ReceiveOverhead::take_long(std::uint8_t line_octet) {
    if (search_.hunting() && !align(line_octet)) return false;
    if (index_ == format_.frame_octets) begin_frame();
    section_bip_ ^= line_octet;
    const auto octet = static_cast<std::uint8_t>(line_octet ^ scrambler_[index_]);
    if (capturing_) captured_[index_] = octet;
    const unsigned row = index_ / format_.columns, column = index_ % format_.columns;
    const bool overhead = column < format_.overhead_columns;
    if (row >= 3 || !overhead) line_bip_[index_ % format_.sts] ^= octet;
    if (overhead) take_overhead(octet, row, column);
    const sonet::SpeTracker::Kind kind = spe_.take(index_);
    if (kind == sonet::SpeTracker::Kind::PathOverhead) take_path_overhead(octet);
    const bool payload = kind == sonet::SpeTracker::Kind::Payload;
    if (payload || kind == sonet::SpeTracker::Kind::FixedStuff) path_bip_ ^= octet;
    if (payload) payload_ = octet;
    lane_ = ++index_ % format_.sts;
    if (capturing_ && index_ == format_.frame_octets) frame(captured_);
    run_passes_ = pointer_.valid() && !ais_ && spe_.inside();
    if (!search_.hunting() && !capturing_) run_ = run_passes_ ? spe_.run(index_) : spe_.outside(index_);
    return payload && run_passes_;
}

/// Searches for the pattern; until it is found the old frame position is used. Returns false if
/// there never was one.
bool ReceiveOverhead::align(std::uint8_t line_octet) {
    if (!search_.hunt(line_octet)) return aligned_;
    pattern_broken_ = false;
    const unsigned end_of_pattern = format_.sts + sonet::kWatchedA - 1;
    if (aligned_ && index_ == end_of_pattern) return true;
    index_ = end_of_pattern;
    aligned_ = true;
    capturing_ = false;
    whole_frames_ = 0;
    section_bip_ = 0;
    line_bip_ = {};
    spe_.interrupt();
    return true;
}

void ReceiveOverhead::begin_frame() {
    index_ = 0;
    section_expected_ = section_bip_;
    line_expected_ = line_bip_;
    section_bip_ = 0;
    line_bip_ = {};
    if (watching()) {
        ++whole_frames_;
        ++stats_.frames;
    } else {
        whole_frames_ = 0;
    }
    capturing_ = frame.connected() && search_.in_frame();
    frame_begins();
}

void ReceiveOverhead::resume_at(const FrameStart& start, std::uint64_t frames) {
    spe_ = start.spe;
    section_bip_ = start.section_bip, path_bip_ = start.path_bip, line_bip_ = start.line_bip;
    index_ = format_.frame_octets;
    lane_ = run_ = 0;
    pattern_broken_ = false;
    stats_.frames += frames;
    whole_frames_ += static_cast<unsigned>(frames);
}

void ReceiveOverhead::take_overhead(std::uint8_t octet, unsigned row, unsigned column) {
    if (row == 0) {
        take_section(octet, column);
    } else if (row == 1 && column == 0 && whole_frames_ > 1) {
        const unsigned errors = wrong_bits(octet, section_expected_);
        stats_.b1_errors += errors;
        if (errors > 0) interrupts_.raise(Cause::SectionBip);
    } else if (row == 3 && column < 2 * format_.sts) {
        pointer_octets_[column] = octet;
        if (column == 2 * format_.sts - 1) take_pointer();
    } else if (row == 4 && column < format_.sts) {
        take_line_parity(octet, column);
    } else {
        take_line_octets(octet, row, column);
    }
}

void ReceiveOverhead::take_section(std::uint8_t octet, unsigned column) {
    const unsigned a2 = format_.sts;  // columns before it are A1's
    if (column + sonet::kWatchedA < a2 || column >= a2 + sonet::kWatchedA || search_.hunting()) return;
    if (octet != (column < a2 ? sonet::kA1 : sonet::kA2)) pattern_broken_ = true;
    if (column == a2 + sonet::kWatchedA - 1) judge(!pattern_broken_);
}

void ReceiveOverhead::judge(bool pattern) {
    pattern_broken_ = false;
    search_.judge(pattern);
    alarms_.set(Alarm::Oof, !search_.in_frame());
    watch_.framing(pattern);
}

void ReceiveOverhead::take_pointer() {
    using Move = sonet::PointerInterpreter::Move;
    using Justify = sonet::SpeTracker::Justify;
    Move move = Move::None;
    if (ais_ || watching()) {
        move = interpret_pointer();
        stats_.pointer_increments += move == Move::Increment;
        stats_.pointer_decrements += move == Move::Decrement;
        stats_.new_pointers += move == Move::To;
        alarms_.set(Alarm::PathAis, pointer_.alarm_indication());
        alarms_.set(Alarm::Lop, pointer_.loss_of_pointer() && !pointer_.alarm_indication());
    }
    if (!pointer_.valid()) return spe_.interrupt();
    spe_.place(pointer_.value(), move == Move::Increment   ? Justify::Positive
                                 : move == Move::Decrement ? Justify::Negative
                                                           : Justify::None);
}

sonet::PointerInterpreter::Move ReceiveOverhead::interpret_pointer() {
    if (ais_) return pointer_.take(0xFFFF, true);
    const auto word = [this](unsigned i) {
        return static_cast<std::uint16_t>(pointer_octets_[i] << 8 | pointer_octets_[format_.sts + i]);
    };
    bool concatenated = true;
    for (unsigned i = 1; i < format_.sts; ++i) concatenated &= sonet::concatenates(word(i));
    return pointer_.take(word(0), concatenated);
}

void ReceiveOverhead::take_line_parity(std::uint8_t octet, unsigned column) {
    if (column == 0) line_errors_now_ = 0;
    if (whole_frames_ > 1 && !alarms_.active(Alarm::LineAis))
        line_errors_now_ += wrong_bits(octet, line_expected_[column]);
    if (column + 1 < format_.sts || line_errors_now_ == 0) return;
    stats_.b2_errors += line_errors_now_;
    ++stats_.b2_frames;
    report_.line_errors += line_errors_now_;
    interrupts_.raise(Cause::LineBip);
}

void ReceiveOverhead::take_line_octets(std::uint8_t octet, unsigned row, unsigned column) {
    if (!watching()) return;
    if (row == 4 && column == format_.sts) {
        k1_ = octet;
    } else if (row == 4 && column == 2 * format_.sts) {
        k2_ = octet;
        alarms_.set(Alarm::LineAis, line_ais_.take((octet & kK2Mask) == kK2Ais));
        alarms_.set(Alarm::LineRdi, line_rdi_.take((octet & kK2Mask) == kK2Rdi));
    } else if (row == 8 && column == format_.sts + 2 && search_.in_frame() && octet > 0 && octet <= 8 * format_.sts) {
        stats_.far_line_errors += octet;
        interrupts_.raise(Cause::LineFebe);
    }
}

void ReceiveOverhead::take_path_overhead(std::uint8_t octet) {
    const unsigned row = spe_.path_row();
    if (row == 0) path_expected_ = path_bip_, path_bip_ = 0;
    path_bip_ ^= octet;
    if (!watching() || !pointer_.valid() || ais_) return;
    if (row == 1 && spe_.whole()) {
        const unsigned errors = wrong_bits(octet, path_expected_);
        if (errors == 0) return;
        stats_.b3_errors += errors;
        ++stats_.b3_frames;
        report_.path_errors += errors;
        interrupts_.raise(Cause::PathBip);
    } else if (row == 2) {
        take_label(octet);
    } else if (row == 3) {
        alarms_.set(Alarm::PathRdi, path_rdi_.take((octet & kG1Rdi) != 0));
        const unsigned errors = octet >> 4;
        if (errors == 0 || errors > 8) return;
        stats_.far_path_errors += errors;
        interrupts_.raise(Cause::PathFebe);
    }
}

void ReceiveOverhead::take_label(std::uint8_t octet) {
    label_repeats_ = octet == label_candidate_ ? label_repeats_ + 1 : 1;
    label_candidate_ = octet;
    if (label_repeats_ < kLabelFrames || octet == label_) return;
    label_ = octet;
    interrupts_.raise(Cause::PathLabel);
}

void ReceiveOverhead::descramble(bool on) { scrambler_ = sonet::frame_scrambler(format_, on); }

void ReceiveOverhead::force_out_of_frame() {
    search_.lose();
    if (!run_passes_) run_ = 0;  // The search for frames takes the next octet.
    alarms_.set(Alarm::Oof, true);
}

void ReceiveOverhead::follow(Alarm which, bool declared) {
    if (which == Alarm::Los && declared) force_out_of_frame();
    const bool ais = alarms_.any_of({Alarm::Los, Alarm::Lof, Alarm::LineAis});
    if (ais == ais_) return;
    ais_ = ais;
    run_ = 0;  // Its octets count as processed: the position of the SPE must be found again.
    spe_.interrupt();
}

}  // namespace niclab::phy
