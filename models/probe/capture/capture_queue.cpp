#include "probe/capture/capture_queue.h"

namespace niclab::probe {

CaptureQueue::Ticket CaptureQueue::insert(Record record, core::Femtoseconds now, bool held) {
    const Ticket ticket{record.at, record.interface, number_++};
    octets_ += cost(record);
    records_.emplace(ticket, Held{std::move(record), held});
    while (!records_.empty()) {
        const auto& [place, front] = *records_.begin();
        if (place.at + config_.lateness_fs > now) break;
        if (front.held && octets_ <= config_.limit_octets) break;
        write_front();
    }
    return ticket;
}

void CaptureQueue::write_front() {
    const auto front = records_.begin();
    const Record& r = front->second.record;
    if (front->second.held) ++early_;
    file_.packet(r.interface, r.at, r.octets, r.comment);
    octets_ -= cost(r);
    records_.erase(front);
}

void CaptureQueue::release(const Ticket& ticket, std::string comment) {
    const auto found = records_.find(ticket);
    if (found == records_.end()) return;
    octets_ -= cost(found->second.record);
    found->second.record.comment = std::move(comment);
    found->second.held = false;
    octets_ += cost(found->second.record);
}

void CaptureQueue::flush() {
    while (!records_.empty()) write_front();
}

}  // namespace niclab::probe
