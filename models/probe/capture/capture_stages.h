/// @file The comment of a captured PDU with its identity and its time in each stage, as soon as
/// these are known.
///
/// Behaviour: it uses the rows of a PduTracker: the time at which a PDU's first cell passed the tap
///   identifies it. Its listeners must come after the tracker's own at the same taps.
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
    /// `flows`: names of the flows per connection; other connections have the direction's name.
    StageNotes(const PduTracker& tracker, std::string direction, std::map<Vc, std::string> flows = {})
        : tracker_(tracker), direction_(std::move(direction)), flows_(std::move(flows)) {}

    /// The row with `t` as the time of event `m`, among those that have not ended.
    std::optional<std::size_t> find(EventKind m, core::Femtoseconds t) const;
    /// A PDU was delivered on `vc` at `t`: its row, and in `ended` all rows that this ended.
    std::optional<std::size_t> delivered(Vc vc, core::Femtoseconds t, std::vector<std::size_t>& ended);
    /// All PDUs sent up to now have ended.
    std::vector<std::size_t> end_run();

    /// The row as text, stages in nanoseconds with three decimals; events that did not happen are
    /// omitted.
    std::string comment(std::size_t row) const;
    /// The same for a PDU that is still under way.
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
