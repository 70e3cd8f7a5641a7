/// @file  Where the synchronous payload envelope lies in the frame: which octet is what.
///
/// Both directions use it. Between J1 and J1 it counts octets, so that the SPE flows through increments and
/// decrements; a new pointer counts from the J1 it points to.
/// Source:  GR-253 (from memory): offset 0 is the octet behind H3; an increment stuffs the three octets behind H3,
///          a decrement fills H3 with payload.
#pragma once

#include <cstdint>

#include "sonet/frame.h"
#include "sonet/pointer.h"

namespace niclab::sonet {

class SpeTracker {
public:
    enum class Kind { Transport, Stuff, PathOverhead, Payload };
    enum class Justify { None, Positive, Negative };

    /// Once a frame, before H3: where J1 is and whether this frame stuffs.
    void place(unsigned pointer, Justify justify) {
        j1_offset_ = static_cast<int>(pointer * 3);
        justify_ = justify;
    }
    /// The frame itself moved: nothing is known until the next J1.
    void interrupt() { inside_ = false; }

    /// What the octet at `index` (row * 270 + column) is; to be called for one octet after the other.
    Kind take(unsigned index) {
        const unsigned row = index / kColumns, column = index % kColumns;
        if (column < kOverheadColumns && !filled(row, column)) return Kind::Transport;
        if (stuffed(row, column)) return Kind::Stuff;
        if (offset(row, column) == j1_offset_ || (column < kOverheadColumns && column == 6 && j1_offset_ == kLast)) {
            whole_ = inside_ && row_ == kRows;
            inside_ = true;
            row_ = column_ = 0;
        } else if (row_ == kRows) {
            inside_ = false;
        }
        if (!inside_) return Kind::Stuff;
        const Kind kind = column_ == 0 ? Kind::PathOverhead : Kind::Payload;
        path_row_ = row_;
        advance(1);
        return kind;
    }
    /// Payload octets that follow without a break from `index` on. They count as taken.
    unsigned run(unsigned index) {
        const unsigned row = index / kColumns, column = index % kColumns;
        if (!inside_ || column_ == 0 || stuffed(row, column)) return 0;
        if (column < kOverheadColumns && !filled(row, column)) return 0;
        unsigned octets = kColumns - column;
        if (octets > kSpeColumns - column_) octets = kSpeColumns - column_;
        const int to_j1 = j1_offset_ - offset(row, column);
        if (to_j1 >= 0 && static_cast<unsigned>(to_j1) < octets) octets = static_cast<unsigned>(to_j1);
        advance(octets);
        return octets;
    }
    /// Row of the path overhead octet just taken: 0 is J1.
    unsigned path_row() const { return path_row_; }
    /// The SPE before the present one had all its octets.
    bool whole() const { return whole_; }

private:
    static constexpr int kLast = static_cast<int>((kPointers - 1) * 3);

    /// Octets behind H3, which are at -3 to -1.
    static int offset(unsigned row, unsigned column) {
        return static_cast<int>((row + kRows - 3) % kRows * kSpeColumns) + static_cast<int>(column) -
               static_cast<int>(kOverheadColumns);
    }
    bool filled(unsigned row, unsigned column) const {
        return justify_ == Justify::Negative && row == 3 && column >= 6;
    }
    bool stuffed(unsigned row, unsigned column) const {
        return justify_ == Justify::Positive && row == 3 && column >= kOverheadColumns && column < 12;
    }
    void advance(unsigned octets) {
        column_ += octets;
        if (column_ == kSpeColumns) column_ = 0, ++row_;
    }

    int j1_offset_ = -1000;  ///< Not known yet.
    Justify justify_ = Justify::None;
    unsigned row_ = 0, column_ = 0, path_row_ = 0;
    bool inside_ = false, whole_ = false;
};

}  // namespace niclab::sonet
