#include "probe/track/pdu_tracker.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "atm/aal5.h"

namespace niclab::probe {

namespace {

bool same(const atm::Cell& a, const atm::Cell& b) {
    constexpr std::size_t kHec = 4;  // The PHY replaces it.
    return std::memcmp(a.octets.data(), b.octets.data(), kHec) == 0 &&
           std::memcmp(a.payload(), b.payload(), atm::kPayloadOctets) == 0;
}

/// Events before it in the chain that happened were not later, those after it not earlier.
bool in_order(const PduRow& row, std::size_t place, core::Femtoseconds t) {
    for (std::size_t i = 0; i < row.at.size(); ++i)
        if (row.at[i] != 0 && (i < place ? row.at[i] > t : row.at[i] < t)) return false;
    return true;
}

}  // namespace

bool PduRow::complete() const {
    for (std::size_t i = 0; i < at.size(); ++i)
        if (at[i] == 0 && chain->events()[i].kind != EventKind::Reported) return false;
    return !at.empty();
}

void CellSpacing::add(core::Femtoseconds distance) {
    min = count == 0 ? distance : std::min(min, distance);
    max = std::max(max, distance);
    sum += distance;
    ++count;
}

void PduTracker::begin_run(unsigned run, core::Femtoseconds start) {
    run_ = run;
    run_start_ = start;
    numbers_.clear();
    unposted_.clear();
}

void PduTracker::end_run() {
    for (std::size_t k = 0; k < undelivered_.size(); ++k) end(undelivered_[k].row, "lost");
    undelivered_.clear();
    unfetched_.clear();
    for (auto& [vc, sending] : to_send_) sending.rows.clear(), sending.inside = false;
    for (auto& [reached, rows] : to_reach_) rows.clear();
    for (auto& [vc, rows] : stored_) rows.clear();
    unsent_ = inside_ = 0;
    busy_ = false;
}

void PduTracker::set_place(std::size_t row, std::size_t place, core::Femtoseconds t) {
    if (row == kNobody) return;
    if (place == card::Chain::kNowhere) return;
    const card::PacketEvent& moment = chain_->events()[place];
    core::Femtoseconds& at = rows_[row].at[place];
    if (at != 0) return;
    if (moment.kind == EventKind::Reported && !in_order(rows_[row], place, t)) {
        mismatches_.push_back(std::string("a card told of ") + moment.name + " of PDU " +
                              std::to_string(rows_[row].pdu) + " of run " + std::to_string(rows_[row].run) +
                              " against the order of its chain");
        return;
    }
    at = t;
}

void PduTracker::end(std::size_t row, const std::string& status) {
    rows_[row].status = status;
    pdus_[vc_of(row)].end(status, 1);
    octets_[vc_of(row)].end(status, rows_[row].sdu_octets);
}

void PduTracker::send_called(std::uint32_t pdu, core::Femtoseconds t, std::uint16_t vci, std::size_t payload_octets,
                             const std::vector<std::uint8_t>& sdu, std::uint8_t vpi) {
    unposted_.push_back({pdu, announced(t, vci, payload_octets, sdu, vpi)});
}

std::size_t PduTracker::announced(core::Femtoseconds t, std::uint16_t vci, std::size_t payload_octets, const Sdu& sdu,
                                  std::uint8_t vpi) {
    PduRow row(chain_);
    row.run = run_;
    row.pdu = numbers_[{vpi, vci}]++;
    row.vpi = vpi;
    row.vci = vci;
    row.payload_octets = payload_octets;
    row.sdu_octets = sdu.size();
    row.cells = chain_->index(EventKind::TxSoc) == card::Chain::kNowhere ? 0 : atm::aal5_cells(sdu.size());
    row.run_start = run_start_;
    const std::size_t index = rows_.size();
    rows_.push_back(std::move(row));
    set(index, EventKind::SendCall, t);
    Undelivered& out = undelivered_.again();
    out.row = index;
    out.sdu = sdu;
    ++pdus_[{vpi, vci}].sent;
    octets_[{vpi, vci}].sent += sdu.size();
    return index;
}

std::size_t PduTracker::place_unposted(std::uint32_t pdu) const {
    for (std::size_t k = 0; k < unposted_.size(); ++k)
        if (unposted_[k].pdu == pdu) return k;
    throw std::out_of_range("PDU " + std::to_string(pdu) + " was not announced");
}

bool PduTracker::waits_for(std::uint32_t pdu) const {
    for (std::size_t k = 0; k < unposted_.size(); ++k)
        if (unposted_[k].pdu == pdu) return true;
    return false;
}

void PduTracker::posted(std::uint32_t pdu, std::uint32_t first_access, core::Femtoseconds at) {
    const std::size_t place = place_unposted(pdu), row = unposted_[place].row;
    unposted_.erase(place);
    unfetched_.push_back({row, first_access});
    to_send_[vc_of(row)].rows.push_back(row);
    for (const unsigned number : chain_->reported_sending()) to_reach_[{number, vc_of(row)}].push_back(row);
    ++unsent_;
    if (listener_) listener_->row_posted(row, vc_of(row), at);
}

void PduTracker::sender_burst(const bus::Burst& burst) {
    if (burst.purpose != first_access_) return;
    // Queue addresses are reused: the oldest PDU at an address is meant.
    for (std::uint32_t address = burst.address; address < burst.address + 4u * burst.dwords; address += 4) {
        std::size_t k = 0;
        while (k < unfetched_.size() && unfetched_[k].address != address) ++k;
        if (k == unfetched_.size()) continue;
        const std::size_t row = unfetched_[k].row;
        set(row, EventKind::TxReq, burst.times.req);
        set(row, EventKind::TxTrdy, burst.times.first_data);
        if (listener_) listener_->row_descriptor(row, burst);
        unfetched_.erase(k);
    }
}

void PduTracker::cell_sent(const atm::Cell& cell, core::Femtoseconds soc) {
    const atm::Header header = cell.header();
    if (header.is_null()) {
        nulls_sent(1);
        return;
    }
    ++sent_;
    if (busy_) spacing_.add(soc - previous_soc_);
    previous_soc_ = soc;
    const auto sending = to_send_.find({header.vpi, header.vci});
    if (sending == to_send_.end() || sending->second.rows.empty()) {
        mismatches_.push_back("a cell on TxUTOPIA belongs to no PDU that was posted");
        on_line_.push_back({cell, kNobody});
        if (listener_) listener_->row_cell_sent(kNobody);
        return;
    }
    Sending& s = sending->second;
    const std::size_t row = s.rows.front();
    if (!s.inside) set(row, EventKind::TxSoc, soc), ++inside_;
    s.inside = (header.pti & 1) == 0;
    if (!s.inside) s.rows.pop_front(), --inside_, --unsent_;
    busy_ = unsent_ > 0;
    on_line_.push_back({cell, row});
    if (listener_) listener_->row_cell_sent(row);
}

void PduTracker::cell_entered(const atm::Cell& cell, std::size_t row) {
    ++sent_;
    on_line_.push_back({cell, row});
    if (listener_) listener_->row_cell_sent(row);
}

void PduTracker::unit_sent(Vc vc, bool last) {
    const auto sending = to_send_.find(vc);
    const bool known = sending != to_send_.end() && !sending->second.rows.empty();
    const std::uint8_t end = last ? 1 : 0;
    units_on_line_.push_back({known ? sending->second.rows.front() : kNobody, {0, vc.vpi, vc.vci, end, false}, false});
    if (!known) return;
    ++sent_;
    ++rows_[sending->second.rows.front()].cells;
    if (last) sending->second.rows.pop_front(), --unsent_;
}

void PduTracker::unit_left(bool arrived) {
    if (units_on_line_.empty()) return;
    if (arrived) undecided_.push_back(units_on_line_.front());
    units_on_line_.pop_front();
}

void PduTracker::cell_passed_line(core::Femtoseconds at) {
    if (on_line_.empty()) return;
    if (listener_) listener_->row_passed_line(on_line_.front().row, at);
    in_phy_.push_back(on_line_.front());
    on_line_.pop_front();
}

void PduTracker::cell_lost(const std::string& cause, std::size_t older) {
    if (older >= on_line_.size()) return;
    on_line_.erase(older);
    ++lost_[cause];
}

void PduTracker::cell_inserted() {
    ++inserted_;
    in_phy_.push_back({{}, kNobody});
}

void PduTracker::cell_lost_in_phy(const std::string& cause) {
    if (in_phy_.empty()) return;
    in_phy_.pop_front();
    ++lost_[cause];
}

void PduTracker::cell_received(const atm::Cell& cell, core::Femtoseconds soc, core::Femtoseconds at) {
    if (in_phy_.empty()) {
        mismatches_.push_back("a cell arrived on RxUTOPIA that nobody sent");
        return;
    }
    const CellRecord& record = in_phy_.front();
    if (record.row != kNobody && !same(record.cell, cell)) ++damaged_;
    set(record.row, EventKind::RxSoc, soc);
    if (listener_) listener_->row_received(record.row, at);
    undecided_.push_back({record.row, cell.header(), true});
    in_phy_.pop_front();
}

void PduTracker::cell_outcome(bool stored, bool newest, core::Femtoseconds at) {
    if (undecided_.empty()) return;
    const Undecided cell = newest ? undecided_.back() : undecided_.front();
    newest ? undecided_.pop_back() : undecided_.pop_front();
    if (stored && cell.row != kNobody) {
        Rows& begun = stored_[vc_of(cell.row)];
        if (begun.empty() || begun.back() != cell.row) begun.push_back(cell.row);
        while (begun.size() > 1 && all_reported(begun.front())) begun.pop_front();
    }
    if (stored && cell.cell && listener_) listener_->row_decided(cell.row, at);
    if (stored) store(cell);
}

void PduTracker::store(const Undecided& unit) {
    const std::size_t row = unit.row;
    const Vc vc{unit.header.vpi, unit.header.vci};
    Rows& rows = partial_[vc];
    if (row != kNobody && (rows.empty() || rows.back() != row)) rows.push_back(row);
    if (whole_) return;
    if (unit.cell) storing_.push_back({row, atm::kPayloadOctets});
    if ((unit.header.pti & 1) == 0) return;
    if (!unit.cell && row != kNobody && listener_) listener_->row_stored(row);
    pdu_ends(vc);
}

void PduTracker::pdu_ends(Vc vc) {
    Rows& rows = in_host_[vc].again();
    std::swap(rows, partial_[vc]);
    partial_[vc].clear();
}

void PduTracker::pdu_cut() {
    if (undecided_.empty()) return;
    const atm::Header header = undecided_.front().header;
    undecided_.pop_front();
    pdu_ends({header.vpi, header.vci});
}

void PduTracker::pdu_completed(Vc vc, core::Femtoseconds at) {
    Whole& whole = completed_.again();
    whole.vc = vc;
    std::swap(whole.rows, partial_[vc]);
    partial_[vc].clear();
    if (!listener_) return;
    for (std::size_t k = 0; k < whole.rows.size(); ++k) listener_->row_completed(whole.rows[k], at);
}

void PduTracker::sending_reached(unsigned number, Vc vc, core::Femtoseconds at) {
    const auto waiting = to_reach_.find({number, vc});
    if (waiting == to_reach_.end() || waiting->second.empty()) return;
    set_place(waiting->second.front(), chain_->sending_index(number), at);
    waiting->second.pop_front();
}

void PduTracker::receiving_reached(unsigned number, Vc vc, unsigned behind, core::Femtoseconds at) {
    const auto begun = stored_.find(vc);
    if (begun == stored_.end() || begun->second.size() <= behind) return;
    const Rows& rows = begun->second;
    set_place(rows[rows.size() - 1 - behind], chain_->receiving_index(number), at);
}

void PduTracker::pdu_refused() {
    if (!completed_.empty()) completed_.pop_front();
}

void PduTracker::pdus_emptied() {
    for (auto& [vc, rows] : partial_) rows.clear();
    completed_.clear();
    for (auto& [vc, pdus] : in_host_) pdus.clear();
    between_pdus_ = true;
}

void PduTracker::Tally::end(const std::string& status, std::uint64_t n) {
    (status == "ok" ? delivered : dropped[status]) += n;
}

Account PduTracker::Tally::account(const char* unit, std::uint64_t in_flight) const {
    Account a;
    a.unit = unit;
    a.sent = sent;
    a.delivered = delivered;
    a.in_flight = in_flight;
    a.dropped = dropped;
    return a;
}

Account PduTracker::pdu_account(Vc vc) const {
    const auto tally = pdus_.find(vc);
    std::uint64_t out = 0;
    for (std::size_t k = 0; k < undelivered_.size(); ++k) out += vc_of(undelivered_[k].row) == vc;
    return (tally == pdus_.end() ? Tally{} : tally->second).account("pdus", out);
}

Account PduTracker::octet_account(Vc vc) const {
    std::uint64_t in_flight = 0;
    for (std::size_t k = 0; k < undelivered_.size(); ++k)
        in_flight += vc_of(undelivered_[k].row) == vc ? undelivered_[k].sdu.size() : 0;
    const auto tally = octets_.find(vc);
    return (tally == octets_.end() ? Tally{} : tally->second).account("octets", in_flight);
}

}  // namespace niclab::probe
