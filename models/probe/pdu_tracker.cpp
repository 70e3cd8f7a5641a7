#include "probe/pdu_tracker.h"

#include <algorithm>

#include "atm/aal5.h"

namespace niclab::probe {

namespace {
/// Equal but for the HEC, which the PHYs make and remove.
bool same_cell(const atm::Cell& a, const atm::Cell& b) {
    return std::equal(a.octets.begin(), a.octets.begin() + 4, b.octets.begin()) &&
           std::equal(a.octets.begin() + 5, a.octets.end(), b.octets.begin() + 5);
}
}  // namespace

bool PduRow::complete() const {
    return std::all_of(at.begin(), at.end(), [](core::Femtoseconds t) { return t != 0; });
}

void CellSpacing::add(core::Femtoseconds distance) {
    min = count == 0 ? distance : std::min(min, distance);
    max = std::max(max, distance);
    sum += distance;
    ++count;
}

void PduTracker::begin_run(unsigned run, core::Femtoseconds start, std::uint32_t first_pdu) {
    run_ = run;
    run_start_ = start;
    first_pdu_ = first_pdu;
    row_of_.clear();
}

void PduTracker::end_run() {
    for (const std::size_t row : undelivered_) sdus_.erase(row);
    undelivered_.clear();
    unfetched_.clear();
    to_send_.clear();
}

void PduTracker::set(std::size_t row, Moment m, core::Femtoseconds t) {
    core::Femtoseconds& at = rows_[row].at[static_cast<unsigned>(m)];
    if (at == 0) at = t;
    ++progress_;
}

void PduTracker::send_called(std::uint32_t pdu, core::Femtoseconds t, std::uint16_t vci, std::size_t payload_octets,
                             const std::vector<std::uint8_t>& sdu) {
    PduRow row;
    row.run = run_;
    row.pdu = pdu - first_pdu_;
    row.vci = vci;
    row.payload_octets = payload_octets;
    row.sdu_octets = sdu.size();
    row.cells = atm::aal5_cells(sdu.size());
    row.run_start = run_start_;
    row_of_[pdu] = rows_.size();
    rows_.push_back(row);
    set(rows_.size() - 1, Moment::SendCall, t);
    sdus_[rows_.size() - 1] = sdu;
    undelivered_.push_back(rows_.size() - 1);
}

void PduTracker::posted(std::uint32_t pdu, std::uint32_t first_descriptor) {
    const std::size_t row = row_of_.at(pdu);
    unfetched_.push_back({row, first_descriptor});
    to_send_.push_back(row);
    ++progress_;
}

void PduTracker::sender_burst(const pci::Burst& burst) {
    if (burst.purpose != pci::Purpose::TbdFetch) return;
    // Queue addresses come round again: the oldest PDU at this address is meant.
    const auto match = std::find_if(unfetched_.begin(), unfetched_.end(), [&burst](const Waiting& w) {
        return w.descriptor >= burst.address && w.descriptor < burst.address + 4u * burst.dwords;
    });
    if (match == unfetched_.end()) return;
    set(match->row, Moment::TxReq, burst.times.req);
    set(match->row, Moment::TxTrdy, burst.times.first_data);
    unfetched_.erase(match);
}

void PduTracker::cell_sent(const atm::Cell& cell, core::Femtoseconds soc) {
    const atm::Header header = cell.header();
    if (header.is_null()) {
        if (inside_pdu_) ++nulls_inside_;
        previous_user_ = false;
        return;
    }
    ++sent_;
    if (previous_user_) spacing_.add(soc - previous_soc_);
    previous_user_ = true;
    previous_soc_ = soc;
    if (to_send_.empty()) {
        mismatches_.push_back("a cell on TxUTOPIA belongs to no PDU that was posted");
        return;
    }
    const std::size_t row = to_send_.front();
    if (!inside_pdu_) set(row, Moment::TxSoc, soc);
    inside_pdu_ = (header.pti & 1) == 0;
    if (!inside_pdu_) to_send_.pop_front();
    on_line_.push_back({cell, row});
    ++progress_;
}

void PduTracker::cell_received(const atm::Cell& cell, core::Femtoseconds soc) {
    const auto match = std::find_if(on_line_.begin(), on_line_.end(),
                                    [&cell](const CellRecord& r) { return same_cell(r.cell, cell); });
    if (match == on_line_.end()) {
        mismatches_.push_back("a cell arrived on RxUTOPIA that nobody sent");
        return;
    }
    lost_on_line_ += static_cast<std::uint64_t>(match - on_line_.begin());
    set(match->row, Moment::RxSoc, soc);
    undecided_.push_back(match->row);
    on_line_.erase(on_line_.begin(), match + 1);
}

void PduTracker::cell_fate(bool stored, bool newest) {
    if (undecided_.empty()) return;
    const std::size_t row = newest ? undecided_.back() : undecided_.front();
    if (newest)
        undecided_.pop_back();
    else
        undecided_.pop_front();
    if (stored) storing_.push_back(row);
    ++progress_;
}

void PduTracker::receiver_burst(const pci::Burst& burst) {
    if (burst.purpose != pci::Purpose::RxPayload || storing_.empty()) return;
    set(storing_.front(), Moment::RxReq, burst.times.req);
    set(storing_.front(), Moment::RxTrdy, burst.times.first_data);
    storing_.pop_front();
}

void PduTracker::delivered(bool ok, const char* status, const std::vector<std::uint8_t>& sdu, core::Femtoseconds t) {
    ++progress_;
    if (undelivered_.empty()) {
        mismatches_.push_back("a PDU was delivered that nobody sent");
        return;
    }
    auto match = undelivered_.begin();
    if (ok) {
        match =
            std::find_if(undelivered_.begin(), undelivered_.end(), [&](std::size_t row) { return sdus_[row] == sdu; });
        if (match == undelivered_.end()) {
            match = undelivered_.begin();
            const std::vector<std::uint8_t>& sent = sdus_[*match];
            const auto differ = std::mismatch(sdu.begin(), sdu.end(), sent.begin(), sent.end());
            mismatches_.push_back("PDU " + std::to_string(rows_[*match].pdu) + " of run " +
                                  std::to_string(rows_[*match].run) + " differs from what was sent at octet " +
                                  std::to_string(differ.first - sdu.begin()));
            status = "wrong_payload";
        }
    }
    set(*match, Moment::Delivered, t);
    rows_[*match].status = status;
    for (auto it = undelivered_.begin(); it != match + 1; ++it) sdus_.erase(*it);
    undelivered_.erase(undelivered_.begin(), match + 1);
}

}  // namespace niclab::probe
