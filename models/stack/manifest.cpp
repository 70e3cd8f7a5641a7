#include "stack/manifest.h"

#include <algorithm>

namespace niclab::stack {

Manifest::Entry& Manifest::note(Connection connection, const tcp::Packet& packet, base::Femtoseconds now) {
    std::deque<Entry>& entries = entries_[connection];
    entries.push_back({packet, sdu_of_(packet), now, connection, numbers_[connection]++});
    return entries.back();
}

Manifest::Entry* Manifest::find(Connection connection, const std::uint8_t* begin, std::size_t octets) {
    for (Entry& e : entries_[connection])
        if (std::equal(e.sdu.begin(), e.sdu.begin() + std::ptrdiff_t(std::min(octets, e.sdu.size())), begin)) return &e;
    return nullptr;
}

const Manifest::Entry* Manifest::oldest(Connection connection) const {
    const auto found = entries_.find(connection);
    return found == entries_.end() || found->second.empty() ? nullptr : &found->second.front();
}

Manifest::Entry* Manifest::newest(Connection connection) {
    std::deque<Entry>& entries = entries_[connection];
    return entries.empty() ? nullptr : &entries.back();
}

Manifest::Entry* Manifest::first_without_cause(Connection connection) {
    for (Entry& e : entries_[connection])
        if (!e.cause) return &e;
    return nullptr;
}

Manifest::Entry* Manifest::numbered(Connection connection, std::uint32_t number) {
    for (Entry& e : entries_[connection])
        if (e.number == number) return &e;
    return nullptr;
}

std::optional<Manifest::Entry> Manifest::claim(Connection connection, const Octets& sdu) {
    return claim_if(connection, [&](const Entry& e) { return e.sdu == sdu; });
}

std::optional<Manifest::Entry> Manifest::claim_padded(Connection connection, const Octets& padded) {
    return claim_if(connection, [&](const Entry& e) {
        return e.sdu.size() <= padded.size() && std::equal(e.sdu.begin(), e.sdu.end(), padded.begin()) &&
               std::all_of(padded.begin() + std::ptrdiff_t(e.sdu.size()), padded.end(),
                           [](std::uint8_t o) { return o == 0; });
    });
}

template <class Matches>
std::optional<Manifest::Entry> Manifest::claim_if(Connection connection, const Matches& matches) {
    std::deque<Entry>& entries = entries_[connection];
    const auto found = std::find_if(entries.begin(), entries.end(), matches);
    if (found == entries.end()) return std::nullopt;
    for (auto e = entries.begin(); e != found; ++e) tell_lost(connection, *e);
    Entry claimed = std::move(*found);
    entries.erase(entries.begin(), found + 1);
    return claimed;
}

void Manifest::give_up() {
    for (auto& [connection, entries] : entries_) {
        for (const Entry& e : entries) tell_lost(connection, e);
        entries.clear();
    }
}

void Manifest::tell_lost(Connection connection, const Entry& entry) {
    if (entry.cause) blamed_[connection] = *entry.cause;  // A PDU without an end takes the next one with it.
    if (entry.elsewhere || !lost) return;
    const auto blamed = blamed_.find(connection);
    lost({blamed == blamed_.end() ? Drop::CardFifo : blamed->second, entry.packet});
}

std::size_t Manifest::under_way() const {
    std::size_t sum = 0;
    for (const auto& [connection, entries] : entries_)
        sum += std::size_t(std::count_if(entries.begin(), entries.end(), [](const Entry& e) { return !e.elsewhere; }));
    return sum;
}

}  // namespace niclab::stack
