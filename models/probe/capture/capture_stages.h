/// @file  Says of a captured PDU which one it is and how long it was in each stage, as soon as that is known.
///
/// Reads the rows of a PduTracker: a PDU is found by the moment its first cell passed the tap. Its listeners must come
/// after the tracker's own at the same taps.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "probe/track/pdu_tracker.h"

namespace niclab::probe {

class StageNotes {
public:
    /// `flows`: what the PDUs of a connection are called; others are the direction's.
    StageNotes(const PduTracker& tracker, std::string direction, std::map<Vc, std::string> flows = {})
        : tracker_(tracker), direction_(std::move(direction)), flows_(std::move(flows)) {}

    /// The row whose moment `m` is `t`, among those not ended.
    std::optional<std::size_t> find(Moment m, core::Femtoseconds t) const;
    /// A PDU was delivered on `vc` at `t`: its row, and all that this ended, in `ended`.
    std::optional<std::size_t> delivered(Vc vc, core::Femtoseconds t, std::vector<std::size_t>& ended);
    /// Everything sent so far has ended.
    std::vector<std::size_t> end_run();

    /// The row in words, stages in nanoseconds with three decimals; what did not happen is left out.
    std::string comment(std::size_t row) const;
    /// The same for a PDU that is still on its way.
    std::string unfinished(std::optional<std::size_t> row) const;

private:
    std::string name(std::size_t row) const;
    bool ended(std::size_t row) const { return row < ended_.size() && ended_[row]; }
    void end(std::size_t row);

    const PduTracker& tracker_;
    std::string direction_;
    std::map<Vc, std::string> flows_;
    std::vector<bool> ended_;     ///< By row.
    std::size_t first_open_ = 0;  ///< All rows before it have ended.
};

}  // namespace niclab::probe
