#include "card/chain.h"

#include <algorithm>

namespace niclab::card {

namespace {

constexpr PacketEvent kCall{
    "send_call", EventKind::SendCall, {"software_send", "program's call to the card's first REQ#", "sending host"}};
constexpr PacketEvent kDelivered{"delivered", EventKind::Delivered};

std::vector<Place> joined(std::vector<Place> first, const std::vector<Place>& then) {
    first.insert(first.end(), then.begin(), then.end());
    return first;
}

}  // namespace

Chain::Chain(const CardPath& sender, const CardPath& receiver)
    : first_received_(1 + sender.sending.size()),
      sending_places_(joined(places::sending_software(),
                             sender.sending_places.empty() ? places::any_sending() : sender.sending_places)),
      receiving_places_(joined(receiver.receiving_places.empty() ? places::any_receiving() : receiver.receiving_places,
                               places::receiving_software())) {
    events_.push_back(kCall);
    if (!sender.sending.empty() && sender.sending.front().kind != EventKind::TxReq)
        events_.back().stage.what = "program's call to the card";
    events_.insert(events_.end(), sender.sending.begin(), sender.sending.end());
    events_.insert(events_.end(), receiver.receiving.begin(), receiver.receiving.end());
    events_.push_back(kDelivered);
    places_.fill(kNowhere);
    for (std::size_t i = 0; i < events_.size(); ++i)
        if (events_[i].kind != EventKind::Reported) places_[static_cast<unsigned>(events_[i].kind)] = i;
    for (const PacketEvent& m : sender.sending)
        if (m.kind == EventKind::Reported) reported_sending_.push_back(m.number);
}

std::size_t Chain::stage(std::string_view name) const {
    const auto found =
        std::find_if(events_.begin(), events_.end() - 1, [name](const PacketEvent& m) { return name == m.stage.name; });
    return found == events_.end() - 1 ? kNowhere : static_cast<std::size_t>(found - events_.begin());
}

std::size_t Chain::index_reported(std::size_t from, std::size_t to, unsigned number) const {
    for (std::size_t i = from; i < to; ++i)
        if (events_[i].kind == EventKind::Reported && events_[i].number == number) return i;
    return kNowhere;
}

}  // namespace niclab::card
