/// @file A generator of H1 and H2 that moves the SPE, according to the pointer controls of a PHY.
///
/// Source: pointer controls of related chips (PM5349, PMC-971239; PM5380, PMC-2010299). PLD loads a
///   value and flags it in the first frame; NDF sends the flag all the time. PSE and NSE make one
///   move each; SOS keeps moves four frames apart. FTPTR sends another value than the one in force.
/// Assumed: the sources do not define whether loading discards the rest of the SPE under way. Here
///   payload continues until the new J1, *assumed*: no octet of payload is lost, and the SPE before
///   it is short or long.
#pragma once

#include <cstdint>

#include "sonet/pointer.h"
#include "sonet/spe.h"

namespace niclab::sonet {

class PointerGenerator {
public:
    struct Control {
        bool fixed = true;            ///< FIXPTR: always 522, requests wait.
        bool forced = false;          ///< FTPTR: `arbitrary` is sent, the SPE does not move.
        bool spaced = false;          ///< SOS: at least four frames between moves.
        bool flagged = false;         ///< NDF: `flag` instead of 0110 in every frame.
        std::uint8_t flag = kNdfNew;  ///< Bits of the new data flag.
        std::uint8_t ss = 0;          ///< SS bits, always sent.
        std::uint16_t arbitrary = 0;  ///< 0..1023; a value above 782 is sent, but moves nothing.
    };
    /// One-shot requests, cleared when they are done.
    struct Requests {
        bool load = false, increment = false, decrement = false;
    };

    void control(const Control& control) { control_ = control; }
    Requests& requests() { return requests_; }
    const Requests& requests() const { return requests_; }
    unsigned value() const { return value_; }

    /// The word H1 H2 of the next frame; sets the position of J1 and the stuffing of this frame in
    /// `spe`.
    std::uint16_t next(SpeTracker& spe) {
        if (frames_ < 4) ++frames_;
        const bool load = control_.fixed ? value_ != kPointer : requests_.load;
        const std::uint16_t word = load ? this->load(spe) : move(spe);
        return control_.forced ? pointer_word(static_cast<std::uint8_t>(word >> 12), control_.ss, control_.arbitrary)
                               : word;
    }

private:
    std::uint16_t load(SpeTracker& spe) {
        const unsigned wanted = control_.fixed ? kPointer : control_.arbitrary;
        if (!control_.fixed) requests_.load = false;
        sent_ = wanted;
        if (wanted < kPointers) value_ = wanted;
        spe.place(value_, SpeTracker::Justify::None);
        frames_ = 0;
        return pointer_word(control_.flag, control_.ss, wanted);
    }
    std::uint16_t move(SpeTracker& spe) {
        const bool may_move = !control_.fixed && (!control_.spaced || frames_ >= 4) && sent_ == value_;
        const std::uint8_t ndf = control_.flagged ? control_.flag : kNdfNormal;
        std::uint16_t word = pointer_word(ndf, control_.ss, sent_);
        auto justify = SpeTracker::Justify::None;
        if (may_move && requests_.increment) {
            requests_.increment = false;
            word = static_cast<std::uint16_t>(word ^ kIncrementBits);
            value_ = (value_ + 1) % kPointers;
            justify = SpeTracker::Justify::Positive;
        } else if (may_move && requests_.decrement) {
            requests_.decrement = false;
            word = static_cast<std::uint16_t>(word ^ kDecrementBits);
            value_ = (value_ + kPointers - 1) % kPointers;
            justify = SpeTracker::Justify::Negative;
        }
        if (justify != SpeTracker::Justify::None) sent_ = value_, frames_ = 0;
        spe.place(value_, justify);
        return word;
    }

    Control control_;
    Requests requests_;
    unsigned value_ = kPointer;  ///< In force.
    unsigned sent_ = kPointer;   ///< Different from `value_` while a loaded value is not legal.
    unsigned frames_ = 4;        ///< Since the last move, up to 4.
};

}  // namespace niclab::sonet
