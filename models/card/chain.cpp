#include "card/chain.h"

#include <algorithm>

namespace niclab::card {

namespace {

constexpr Moment kCall{
    "send_call", Seen::SendCall, {"software_send", "program's call to the card's first REQ#", "sending host"}};
constexpr Moment kDelivered{"delivered", Seen::Delivered};

std::vector<Place> joined(std::vector<Place> first, const std::vector<Place>& then) {
    first.insert(first.end(), then.begin(), then.end());
    return first;
}

}  // namespace

Chain::Chain(const Halves& sender, const Halves& receiver)
    : first_received_(1 + sender.sending.size()),
      sending_places_(joined(places::sending_software(),
                             sender.sending_places.empty() ? places::any_sending() : sender.sending_places)),
      receiving_places_(joined(receiver.receiving_places.empty() ? places::any_receiving() : receiver.receiving_places,
                               places::receiving_software())) {
    moments_.push_back(kCall);
    if (!sender.sending.empty() && sender.sending.front().seen != Seen::TxReq)
        moments_.back().stage.what = "program's call to the card";
    moments_.insert(moments_.end(), sender.sending.begin(), sender.sending.end());
    moments_.insert(moments_.end(), receiver.receiving.begin(), receiver.receiving.end());
    moments_.push_back(kDelivered);
    places_.fill(kNowhere);
    for (std::size_t i = 0; i < moments_.size(); ++i)
        if (moments_[i].seen != Seen::Told) places_[static_cast<unsigned>(moments_[i].seen)] = i;
    for (const Moment& m : sender.sending)
        if (m.seen == Seen::Told) told_sending_.push_back(m.told);
}

std::size_t Chain::stage(std::string_view name) const {
    const auto found =
        std::find_if(moments_.begin(), moments_.end() - 1, [name](const Moment& m) { return name == m.stage.name; });
    return found == moments_.end() - 1 ? kNowhere : static_cast<std::size_t>(found - moments_.begin());
}

std::size_t Chain::place_told(std::size_t from, std::size_t to, unsigned told) const {
    for (std::size_t i = from; i < to; ++i)
        if (moments_[i].seen == Seen::Told && moments_[i].told == told) return i;
    return kNowhere;
}

}  // namespace niclab::card
