#include "probe/capture/capture_stages.h"

#include <fmt/format.h>

namespace niclab::probe {

std::optional<std::size_t> StageNotes::find(EventKind m, core::Femtoseconds t) const {
    const std::vector<PduRow>& rows = tracker_.rows();
    for (std::size_t row = first_open_; row < rows.size(); ++row)
        if (!ended(row) && rows[row].time_of(m) == t) return row;
    return std::nullopt;
}

void StageNotes::end(std::size_t row) {
    if (ended_.size() <= row) ended_.resize(row + 1);
    ended_[row] = true;
    while (ended(first_open_)) ++first_open_;
}

std::optional<std::size_t> StageNotes::delivered(Vc vc, core::Femtoseconds t, std::vector<std::size_t>& ended_now) {
    const std::vector<PduRow>& rows = tracker_.rows();
    const auto mine = [&](std::size_t row) { return !ended(row) && Vc{rows[row].vpi, rows[row].vci} == vc; };
    std::size_t found = first_open_;
    while (found < rows.size() && !(mine(found) && rows[found].time_of(EventKind::Delivered) == t)) ++found;
    if (found == rows.size()) return std::nullopt;
    // PDUs that were sent earlier on the same connection and have not arrived never arrive.
    for (std::size_t row = first_open_; row <= found; ++row)
        if (mine(row)) ended_now.push_back(row);
    for (const std::size_t row : ended_now) end(row);
    return found;
}

std::vector<std::size_t> StageNotes::end_run() {
    std::vector<std::size_t> ended_now;
    for (std::size_t row = first_open_; row < tracker_.rows().size(); ++row)
        if (!ended(row)) ended_now.push_back(row);
    for (const std::size_t row : ended_now) end(row);
    return ended_now;
}

std::string StageNotes::name(std::size_t row) const {
    const PduRow& r = tracker_.rows()[row];
    const auto flow = flows_.find({r.vpi, r.vci});
    return fmt::format("run {} pdu {} {}", r.run, r.pdu, flow == flows_.end() ? direction_ : flow->second);
}

std::string StageNotes::comment(std::size_t row) const {
    const PduRow& r = tracker_.rows()[row];
    std::string text = name(row) + " " + r.status;
    for (std::size_t i = 0; i + 1 < r.at.size(); ++i)
        if (r.stage(i))
            text += fmt::format("; {} {:.3f} ns", r.chain->events()[i].stage.name,
                                (double(r.at[i + 1]) - double(r.at[i])) * 1e-6);
    return text;
}

std::string StageNotes::unfinished(std::optional<std::size_t> row) const {
    return row ? name(*row) + "; not delivered when this was written"
               : direction_ + "; a PDU nobody is known to have sent";
}

}  // namespace niclab::probe
