// The accounts of PDUs and octets, connection by connection.
#include "probe/track/pdu_tracker.h"

namespace niclab::probe {

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
