#include "probe/pdu_life.h"

namespace niclab::probe {

PduLife& LifeRecorder::of(std::size_t row) {
    if (row >= lives_.size()) lives_.resize(row + 1);
    return lives_[row];
}

void LifeRecorder::put(std::size_t row, Point p, core::Femtoseconds t) { of(row).at[static_cast<unsigned>(p)] = t; }

void LifeRecorder::set(std::size_t row, Point p, core::Femtoseconds t) {
    if (row != kNobody && of(row).point(p) == 0) put(row, p, t);
}

void LifeRecorder::row_posted(std::size_t row, Vc vc) {
    set(row, Point::Posted, core::now_fs());
    no_doorbell_.push_back(row);
    segmenting_[vc].rows.push_back(row);
}

void LifeRecorder::doorbell() {
    for (const std::size_t row : no_doorbell_) set(row, Point::Doorbell, core::now_fs());
    no_doorbell_.clear();
}

void LifeRecorder::row_descriptor(std::size_t row, const pci::Burst& burst) {
    set(row, Point::TbdGnt, burst.times.gnt);
    set(row, Point::TbdFrame, burst.times.frame);
    set(row, Point::TbdEnd, burst.times.last_data);
}

void LifeRecorder::sender_burst(const pci::Burst& burst) {
    if (burst.purpose == pci::Purpose::TxPayload) payload_ = burst.times;
}

void LifeRecorder::segmented(const atm::Header& header, unsigned ahead) {
    const auto found = segmenting_.find({header.vpi, header.vci});
    if (found == segmenting_.end() || found->second.rows.empty()) return;
    Segmenting& s = found->second;
    const std::size_t row = s.rows.front();
    if (!s.inside) {
        of(row).cells_ahead = ahead;
        set(row, Point::PayReq, payload_.req);
        set(row, Point::PayGnt, payload_.gnt);
        set(row, Point::PayFrame, payload_.frame);
        set(row, Point::PayData, payload_.first_data);
        set(row, Point::PayEnd, payload_.last_data);
        set(row, Point::Segmented, core::now_fs());
    }
    s.inside = (header.pti & 1) == 0;
    if (!s.inside) s.rows.pop_front();
}

void LifeRecorder::launched(const atm::Header& header) {
    if (header.is_null() || to_launch_.empty()) return;
    set(to_launch_.front(), Point::Launched, core::now_fs());
    to_launch_.pop_front();
}

void LifeRecorder::row_payload(std::size_t row, const pci::Burst& burst) {
    last_stored_ = row;
    if (row == kNobody) return;
    set(row, Point::RxGnt, burst.times.gnt);
    set(row, Point::RxFrame, burst.times.frame);
    put(row, Point::LastData, burst.times.last_data);
}

void LifeRecorder::receiver_burst(const pci::Burst& burst) {
    if (burst.purpose != pci::Purpose::RsqWrite || last_stored_ == kNobody) return;
    put(last_stored_, Point::StatusEnd, burst.times.last_data);
    no_handler_.push_back(last_stored_);
}

void LifeRecorder::handler_begins() {
    for (const std::size_t row : no_handler_) put(row, Point::Handler, core::now_fs());
    no_handler_.clear();
}

}  // namespace niclab::probe
