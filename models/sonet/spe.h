/// @file The position of the synchronous payload envelope in the frame: the kind of each octet.
///
/// Behaviour: both directions use it. Between J1 and J1 it counts octets, so that the SPE continues
///   through increments and decrements; a new pointer counts from its new J1.
/// Source: GR-253 (from memory). Offset 0 is the octet after H3, an offset counts N octets of an
///   STS-Nc. An increment stuffs the N octets after H3, a decrement fills the N of H3 with payload.
#pragma once

#include <cstdint>

#include "sonet/frame.h"
#include "sonet/pointer.h"

namespace niclab::sonet {

class SpeTracker {
public:
    enum class Kind { Transport, Stuff, PathOverhead, FixedStuff, Payload };
    enum class Justify { None, Positive, Negative };

    explicit SpeTracker(const Format& format) : format_(format) {}

    /// To be called once per frame, before H3: the position of J1 and the stuffing of this frame.
    void place(unsigned pointer, Justify justify) {
        j1_offset_ = static_cast<int>(pointer * format_.sts);
        justify_ = justify;
    }
    /// The frame itself moved: nothing is known until the next J1.
    void interrupt() { inside_ = false; }

    /// The kind of the octet at `index` (row * columns + column); to be called for each octet in
    /// order.
    Kind take(unsigned index) {
        const unsigned row = index / format_.columns, column = index % format_.columns;
        if (column < format_.overhead_columns && !filled(row, column)) return Kind::Transport;
        if (stuffed(row, column)) return Kind::Stuff;
        if (offset(row, column) == j1_offset_ || (column == 2 * format_.sts && j1_offset_ == last_offset())) {
            whole_ = inside_ && row_ == kRows;
            inside_ = true;
            row_ = column_ = 0;
        } else if (row_ == kRows) {
            inside_ = false;
        }
        if (!inside_) return Kind::Stuff;
        const Kind kind = column_ == 0                       ? Kind::PathOverhead
                          : column_ <= format_.fixed_columns ? Kind::FixedStuff
                                                             : Kind::Payload;
        path_row_ = row_;
        advance(1);
        return kind;
    }
    /// Number of payload octets that follow without a break from `index` on. They count as
    /// processed.
    unsigned run(unsigned index) {
        const unsigned row = index / format_.columns, column = index % format_.columns;
        if (!inside_ || column_ <= format_.fixed_columns || stuffed(row, column)) return 0;
        if (column < format_.overhead_columns && !filled(row, column)) return 0;
        unsigned octets = format_.columns - column;
        if (octets > format_.spe_columns - column_) octets = format_.spe_columns - column_;
        octets = before_j1(row, column, octets);
        advance(octets);
        return octets;
    }
    /// The position of the SPE is known.
    bool inside() const { return inside_; }
    /// Number of octets from `index` on, in its row, that are of no SPE: its position is not known.
    unsigned outside(unsigned index) const {
        const unsigned row = index / format_.columns, column = index % format_.columns;
        return inside_ || column < format_.overhead_columns ? 0 : before_j1(row, column, format_.columns - column);
    }
    /// Row of the last path overhead octet: 0 is J1.
    unsigned path_row() const { return path_row_; }
    /// The SPE before the present one had all its octets.
    bool whole() const { return whole_; }

private:
    int last_offset() const { return static_cast<int>((kPointers - 1) * format_.sts); }
    /// Octets after H3, which are at -N to -1.
    int offset(unsigned row, unsigned column) const {
        return static_cast<int>((row + kRows - 3) % kRows * format_.spe_columns) + static_cast<int>(column) -
               static_cast<int>(format_.overhead_columns);
    }
    /// Those of `octets` octets from there on that come before J1.
    unsigned before_j1(unsigned row, unsigned column, unsigned octets) const {
        const int to_j1 = j1_offset_ - offset(row, column);
        return to_j1 >= 0 && static_cast<unsigned>(to_j1) < octets ? static_cast<unsigned>(to_j1) : octets;
    }
    bool filled(unsigned row, unsigned column) const {
        return justify_ == Justify::Negative && row == 3 && column >= 2 * format_.sts;
    }
    bool stuffed(unsigned row, unsigned column) const {
        return justify_ == Justify::Positive && row == 3 && column >= format_.overhead_columns &&
               column < 4 * format_.sts;
    }
    void advance(unsigned octets) {
        column_ += octets;
        if (column_ == format_.spe_columns) column_ = 0, ++row_;
    }

    Format format_;
    int j1_offset_ = -1000;  ///< Not known yet.
    Justify justify_ = Justify::None;
    unsigned row_ = 0, column_ = 0, path_row_ = 0;
    bool inside_ = false, whole_ = false;
};

}  // namespace niclab::sonet
