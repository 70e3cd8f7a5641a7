#include "probe/track/latency_recorder.h"

#include <algorithm>

namespace niclab::probe {

PacketTrace& LatencyRecorder::of(std::size_t row) {
    if (row < first_) return forgotten_;
    while (row - first_ >= traces_.size()) traces_.push_back({});
    return traces_[row - first_];
}

std::size_t LatencyRecorder::oldest_in_work() const {
    std::size_t oldest = last_stored_;
    const auto look = [&oldest](const Rows& rows) {
        for (std::size_t k = 0; k < rows.size(); ++k) oldest = std::min(oldest, rows[k]);
    };
    for (const Rows* rows : {&no_doorbell_, &to_launch_, &no_handler_, &unsent_}) look(*rows);
    for (const auto& [vc, s] : segmenting_) look(s.rows);
    for (const RowsOf* all : {&copying_, &beginning_})
        for (const auto& [vc, rows] : *all) look(rows);
    return oldest;
}

void LatencyRecorder::forget_before(std::size_t row) {
    for (; first_ < row; ++first_)
        if (!traces_.empty()) traces_.pop_front();
}

void LatencyRecorder::put(std::size_t row, Point p, core::Femtoseconds t) { of(row).at[static_cast<unsigned>(p)] = t; }

void LatencyRecorder::set(std::size_t row, Point p, core::Femtoseconds t) {
    if (row != kNobody && of(row).point(p) == 0) put(row, p, t);
}

SramWaits LatencyRecorder::waits(const card::Sram* sram, card::SramUser user) {
    return sram ? sram->stats(user).waits_for : SramWaits{};
}

namespace {
SramWaits since(const SramWaits& before, SramWaits now) {
    for (std::size_t i = 0; i < now.size(); ++i) now[i] -= before[i];
    return now;
}
}  // namespace

const char* LatencyRecorder::holder(const BusLog* bus, const std::string& card, core::Femtoseconds begin,
                                    core::Femtoseconds end) {
    return bus && end > begin ? bus->holder(card, begin, end) : "";
}

void LatencyRecorder::row_posted(std::size_t row, Vc vc, core::Femtoseconds at) {
    set(row, Point::Posted, at);
    no_doorbell_.push_back(row);
    of(row).packets_ahead = static_cast<unsigned>(unsent_.size());
    unsent_.push_back(row);
    segmenting_[vc].rows.push_back(row);
    if (!sources_.sender_holds_pdus) return;
    copying_[vc].push_back(row);
    beginning_[vc].push_back(row);
}

void LatencyRecorder::next_of(RowsOf& rows, Vc vc, Point p, core::Femtoseconds at) {
    Rows& waiting = rows[vc];
    if (waiting.empty()) return;
    set(waiting.front(), p, at);
    waiting.pop_front();
}

void LatencyRecorder::doorbell(core::Femtoseconds at) {
    for (std::size_t k = 0; k < no_doorbell_.size(); ++k) {
        set(no_doorbell_[k], Point::Doorbell, at);
        of(no_doorbell_[k]).descriptor_waits = waits(sources_.sending_sram, card::SramUser::Transmit);
    }
    no_doorbell_.clear();
}

void LatencyRecorder::row_descriptor(std::size_t row, const bus::Burst& burst) {
    // During its burst the engine does not use the SRAM: its waits were before.
    const SramWaits now = waits(sources_.sending_sram, card::SramUser::Transmit);
    PacketTrace& trace = of(row);
    trace.descriptor_waits = since(trace.descriptor_waits, now);
    trace.pay_waits = now;
    trace.descriptor_holder = holder(sources_.sending_bus, sources_.sending_card, burst.times.req, burst.times.gnt);
    set(row, Point::DescriptorGnt, burst.times.gnt);
    set(row, Point::DescriptorFrame, burst.times.frame);
    set(row, Point::DescriptorEnd, burst.times.last_data);
}

void LatencyRecorder::sender_burst(const bus::Burst& burst) {
    if (burst.purpose == bus::Purpose::PayloadRead) payload_ = burst.times;
}

void LatencyRecorder::segmented(const atm::Header& header, unsigned ahead, core::Femtoseconds at) {
    const unsigned users = users_in_fifo_++;
    const auto found = segmenting_.find({header.vpi, header.vci});
    if (found == segmenting_.end() || found->second.rows.empty()) return;
    Segmenting& s = found->second;
    const std::size_t row = s.rows.front();
    if (!s.inside) {
        PacketTrace& trace = of(row);
        trace.units_ahead = ahead;
        trace.nulls_ahead = ahead - std::min(ahead, users);
        if (!sources_.sender_holds_pdus) fetched(row);
        set(row, Point::Segmented, at);
    }
    s.inside = (header.pti & 1) == 0;
    if (s.inside) return;
    s.rows.pop_front();
    sent(row, at);
}

/// It frees space for the oldest that has not begun, on any connection.
void LatencyRecorder::sent(std::size_t row, core::Femtoseconds at) {
    std::size_t k = 0;
    while (unsent_[k] != row) ++k;
    unsent_.erase(k);
    for (k = 0; k < unsent_.size(); ++k)
        if (of(unsent_[k]).point(Point::Segmented) == 0) return its_turn(unsent_[k], at);
}

/// The engine's waits for the SRAM until now belong to the previous PDU.
void LatencyRecorder::its_turn(std::size_t row, core::Femtoseconds at) {
    set(row, Point::SendTurn, at);
    PacketTrace& trace = of(row);
    (trace.point(Point::DescriptorEnd) == 0 ? trace.descriptor_waits : trace.pay_waits) =
        waits(sources_.sending_sram, card::SramUser::Transmit);
}

/// The last payload burst was for the first cell of this PDU.
void LatencyRecorder::fetched(std::size_t row) {
    PacketTrace& trace = of(row);
    trace.pay_waits = since(trace.pay_waits, waits(sources_.sending_sram, card::SramUser::Transmit));
    trace.pay_holder = holder(sources_.sending_bus, sources_.sending_card, payload_.req, payload_.gnt);
    set(row, Point::PayReq, payload_.req);
    set(row, Point::PayGnt, payload_.gnt);
    set(row, Point::PayFrame, payload_.frame);
    set(row, Point::PayData, payload_.first_data);
    set(row, Point::PayEnd, payload_.last_data);
}

void LatencyRecorder::launched(const atm::Header& header, core::Femtoseconds at) {
    if (header.is_null() || to_launch_.empty()) return;
    set(to_launch_.front(), Point::Launched, at);
    to_launch_.pop_front();
}

void LatencyRecorder::row_received(std::size_t row, core::Femtoseconds at) {
    if (row == kNobody || of(row).point(Point::Received) != 0) return;
    set(row, Point::Received, at);
    of(row).rx_waits = waits(sources_.receiving_sram, card::SramUser::Receive);
    of(row).received_ahead = received_cells_;
}

void LatencyRecorder::receive_fifo(unsigned cells, core::Femtoseconds at) {
    if (cells < received_cells_) {
        turn_ = at;
        turn_waits_ = waits(sources_.receiving_sram, card::SramUser::Receive);
    }
    received_cells_ = cells;
}

void LatencyRecorder::taken_up(Vc vc) {
    base::Ring<core::Femtoseconds>& waiting = handed_up_[vc];
    taken_up_ = waiting.empty() ? 0 : waiting.front();
    if (!waiting.empty()) waiting.pop_front();
}

void LatencyRecorder::row_decided(std::size_t row, core::Femtoseconds at) {
    if (row == kNobody || of(row).point(Point::Decided) != 0) return;
    PacketTrace& trace = of(row);
    if (turn_ > trace.point(Point::Received)) {
        set(row, Point::Turn, turn_);
        trace.rx_waits = turn_waits_;
    }
    if (look_up_.req != 0 && look_up_.req >= turn_) looked_up(row);
    set(row, Point::Decided, at);
    trace.rx_waits = since(trace.rx_waits, waits(sources_.receiving_sram, card::SramUser::Receive));
}

/// The last look-up in host memory was for the first cell of this PDU.
void LatencyRecorder::looked_up(std::size_t row) {
    of(row).table_holder = holder(sources_.receiving_bus, sources_.receiving_card, look_up_.req, look_up_.gnt);
    set(row, Point::TableReq, look_up_.req);
    set(row, Point::TableGnt, look_up_.gnt);
    set(row, Point::TableFrame, look_up_.frame);
    set(row, Point::TableData, look_up_.first_data);
    set(row, Point::TableEnd, look_up_.last_data);
}

void LatencyRecorder::row_payload(std::size_t row, const bus::Burst& burst) {
    last_stored_ = row;
    if (row == kNobody) return;
    if (of(row).point(Point::RxGnt) == 0)
        of(row).rx_holder = holder(sources_.receiving_bus, sources_.receiving_card, burst.times.req, burst.times.gnt);
    set(row, Point::RxGnt, burst.times.gnt);
    set(row, Point::RxFrame, burst.times.frame);
    put(row, Point::LastData, burst.times.last_data);
}

void LatencyRecorder::row_completed(std::size_t row, core::Femtoseconds at) {
    set(row, Point::Completed, at);
    if (sources_.host_reads) no_handler_.push_back(row);
}

void LatencyRecorder::receiver_burst(const bus::Burst& burst) {
    if (burst.purpose == bus::Purpose::TableRead && burst.dwords == sources_.look_up_dwords) look_up_ = burst.times;
    if (last_stored_ == kNobody) return;
    const bool payload = burst.purpose == bus::Purpose::PayloadWrite || burst.purpose == bus::Purpose::PioRead;
    if (payload && sources_.receiver_holds_pdus) put(last_stored_, Point::LastData, burst.times.last_data);
    if (burst.purpose != bus::Purpose::ReceiveStatus) return;
    put(last_stored_, Point::StatusEnd, burst.times.last_data);
    no_handler_.push_back(last_stored_);
}

void LatencyRecorder::handler_begins(core::Femtoseconds at) {
    // A host that reads may have taken a PDU before the next interrupt.
    for (std::size_t k = 0; k < no_handler_.size(); ++k)
        if (!sources_.host_reads || of(no_handler_[k]).point(Point::RxGnt) == 0)
            put(no_handler_[k], Point::Handler, at);
    no_handler_.clear();
}

}  // namespace niclab::probe
