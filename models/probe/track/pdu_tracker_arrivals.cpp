// PDUs that reach the program, and what they are compared with.
#include <algorithm>

#include "probe/track/pdu_tracker.h"

namespace niclab::probe {

/// The row of the PDU that reaches the program: of a whole one that of its last cell, of a damaged one, which may hold
/// cells of several, the first. Where no cell is followed it is the oldest that is equal, or else the oldest.
std::size_t PduTracker::arrived(Vc vc, bool ok, const std::vector<std::uint8_t>& sdu) {
    const auto out = [this, vc](std::size_t row) {
        return vc_of(row) == vc && std::find(undelivered_.begin(), undelivered_.end(), row) != undelivered_.end();
    };
    std::deque<Rows>& waiting = in_host_[vc];
    if (waiting.empty()) {
        const auto candidate = [this, vc](const auto& fits) {
            const auto found = std::find_if(undelivered_.begin(), undelivered_.end(),
                                            [&](std::size_t row) { return vc_of(row) == vc && fits(row); });
            return found == undelivered_.end() ? kNobody : *found;
        };
        const std::size_t equal = ok ? candidate([&](std::size_t row) { return sdus_[row] == sdu; }) : kNobody;
        return equal != kNobody ? equal : candidate([](std::size_t) { return true; });
    }
    const Rows rows = std::move(waiting.front());
    waiting.pop_front();
    if (ok) return !rows.empty() && out(rows.back()) ? rows.back() : kNobody;
    const auto first = std::find_if(rows.begin(), rows.end(), out);
    return first == rows.end() ? kNobody : *first;
}

void PduTracker::report_difference(std::size_t row, const std::vector<std::uint8_t>& sdu) {
    const std::vector<std::uint8_t>& sent = sdus_[row];
    const auto differ = std::mismatch(sdu.begin(), sdu.end(), sent.begin(), sent.end());
    mismatches_.push_back("PDU " + std::to_string(rows_[row].pdu) + " of run " + std::to_string(rows_[row].run) +
                          " differs from what was sent at octet " + std::to_string(differ.first - sdu.begin()));
}

void PduTracker::delivered(Vc vc, bool ok, const char* status, const std::vector<std::uint8_t>& sdu,
                           core::Femtoseconds t) {
    const std::size_t row = arrived(vc, ok, sdu);
    if (row == kNobody) {
        mismatches_.push_back("a PDU was delivered that nobody sent");
        return;
    }
    const bool wrong = ok && sdus_[row] != sdu;
    if (wrong) report_difference(row, sdu);
    set(row, Moment::Delivered, t);
    if (listener_) listener_->row_delivered(row);
    // A connection keeps its order: what was sent earlier on it and is not here yet never comes.
    const auto passed = [&](std::size_t r) {
        if (r > row || !(vc_of(r) == vc_of(row))) return false;
        end(r, r == row ? (wrong ? "wrong_payload" : status) : "lost");
        return true;
    };
    undelivered_.erase(std::remove_if(undelivered_.begin(), undelivered_.end(), passed), undelivered_.end());
}

}  // namespace niclab::probe
