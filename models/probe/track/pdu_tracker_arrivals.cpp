// PDUs that reach the host and its program, and their comparison with the sent ones.
#include <algorithm>

#include "probe/track/pdu_tracker.h"

namespace niclab::probe {

void PduTracker::receiver_burst(const bus::Burst& burst) {
    if (whole_) return whole_pdu_burst(burst);
    if (burst.purpose != bus::Purpose::PayloadWrite) return;
    for (unsigned octets = burst.enabled_octets(); octets > 0 && !storing_.empty();) {
        Storing& cell = storing_.front();
        first_payload(cell.row, burst);
        const unsigned carried = std::min(octets, cell.octets);
        octets -= carried, cell.octets -= carried;
        if (cell.octets == 0) storing_.pop_front();
    }
}

void PduTracker::whole_pdu_burst(const bus::Burst& burst) {
    if (burst.purpose == bus::Purpose::ReceiveStatus || burst.purpose == bus::Purpose::PioStatus) between_pdus_ = true;
    if (burst.purpose != bus::Purpose::PayloadWrite && burst.purpose != bus::Purpose::PioRead) return;
    if (!between_pdus_ || completed_.empty()) return;
    Whole& pdu = completed_.front();
    for (std::size_t k = 0; k < pdu.rows.size(); ++k) first_payload(pdu.rows[k], burst);
    Rows& there = in_host_[pdu.vc].again();
    std::swap(there, pdu.rows);
    pdu.rows.clear();
    completed_.pop_front();
    between_pdus_ = false;
}

void PduTracker::first_payload(std::size_t row, const bus::Burst& burst) {
    set(row, EventKind::RxReq, burst.times.req);
    set(row, EventKind::RxTrdy, burst.times.first_data);
    if (listener_) listener_->row_payload(row, burst);
}

std::size_t PduTracker::place_undelivered(std::size_t row) const {
    std::size_t k = 0;
    while (k < undelivered_.size() && undelivered_[k].row != row) ++k;
    return k;
}

/// The row of the PDU that reaches the program: for a whole one that of its last cell. For a
/// damaged one, which may have cells of several, it is that of the first cell. If no cell was
/// tracked, it is the oldest equal one, or else the oldest.
std::size_t PduTracker::arrived(Vc vc, bool ok, const Sdu& sdu) {
    const auto out = [this, vc](std::size_t row) {
        return row != kNobody && vc_of(row) == vc && place_undelivered(row) < undelivered_.size();
    };
    base::Ring<Rows>& waiting = in_host_[vc];
    if (waiting.empty()) {
        const auto candidate = [this, vc](const auto& fits) {
            for (std::size_t k = 0; k < undelivered_.size(); ++k)
                if (vc_of(undelivered_[k].row) == vc && fits(undelivered_[k])) return undelivered_[k].row;
            return kNobody;
        };
        const std::size_t equal = ok ? candidate([&](const Undelivered& u) { return u.sdu == sdu; }) : kNobody;
        return equal != kNobody ? equal : candidate([](const Undelivered&) { return true; });
    }
    Rows& rows = waiting.front();
    std::size_t found = kNobody;
    if (ok && !rows.empty() && out(rows.back())) found = rows.back();
    for (std::size_t k = 0; !ok && found == kNobody && k < rows.size(); ++k)
        if (out(rows[k])) found = rows[k];
    rows.clear();
    waiting.pop_front();
    return found;
}

void PduTracker::report_difference(std::size_t row, const Sdu& sent, const Sdu& sdu) {
    const auto differ = std::mismatch(sdu.begin(), sdu.end(), sent.begin(), sent.end());
    mismatches_.push_back("PDU " + std::to_string(rows_[row].pdu) + " of run " + std::to_string(rows_[row].run) +
                          " differs from what was sent at octet " + std::to_string(differ.first - sdu.begin()));
}

void PduTracker::delivered(Vc vc, bool ok, const char* status, const Sdu& sdu, core::Femtoseconds t) {
    const std::size_t row = arrived(vc, ok, sdu);
    if (row == kNobody) {
        mismatches_.push_back("a PDU was delivered that nobody sent");
        return;
    }
    const Sdu& sent = undelivered_[place_undelivered(row)].sdu;
    const bool wrong = ok && sent != sdu;
    if (wrong) report_difference(row, sent, sdu);
    set(row, EventKind::Delivered, t);
    if (listener_) listener_->row_delivered(row);
    // A connection keeps its order: PDUs that were sent earlier on it and have not arrived never
    // arrive.
    std::size_t kept = 0;
    for (std::size_t k = 0; k < undelivered_.size(); ++k) {
        const std::size_t r = undelivered_[k].row;
        if (r <= row && vc_of(r) == vc_of(row)) {
            end(r, r == row ? (wrong ? "wrong_payload" : status) : "lost");
            continue;
        }
        if (kept != k) std::swap(undelivered_[kept], undelivered_[k]);
        ++kept;
    }
    while (undelivered_.size() > kept) undelivered_.pop_back();
}

/// The card has reported all its events.
bool PduTracker::all_reported(std::size_t row) const {
    const std::vector<card::PacketEvent>& moments = chain_->events();
    for (std::size_t k = chain_->first_received(); k < moments.size(); ++k)
        if (moments[k].kind == EventKind::Reported && rows_[row].at[k] == 0) return false;
    return true;
}

std::size_t PduTracker::oldest_in_work() const {
    std::size_t oldest = undelivered_.empty() ? rows_.size() : undelivered_.front().row;
    const auto look = [&oldest](const auto& queue) {
        for (std::size_t k = 0; k < queue.size(); ++k) oldest = std::min(oldest, queue[k].row);
    };
    const auto look_at_rows = [&oldest](const Rows& rows) {
        for (std::size_t k = 0; k < rows.size(); ++k) oldest = std::min(oldest, rows[k]);
    };
    look(unfetched_), look(on_line_), look(in_phy_), look(undecided_), look(units_on_line_), look(storing_);
    for (const auto& [vc, sending] : to_send_) look_at_rows(sending.rows);
    for (const auto& [reached, rows] : to_reach_) look_at_rows(rows);
    for (const auto& [vc, rows] : partial_) look_at_rows(rows);
    for (std::size_t k = 0; k < completed_.size(); ++k) look_at_rows(completed_[k].rows);
    for (const auto& [vc, rows] : stored_)  // A lost one has no complete record, whatever is reported.
        for (std::size_t k = 0; k < rows.size(); ++k)
            if (rows_[rows[k]].time_of(EventKind::Delivered) != 0 && !all_reported(rows[k]))
                oldest = std::min(oldest, rows[k]);
    return oldest;
}

}  // namespace niclab::probe
