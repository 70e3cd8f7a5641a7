#include "lab/results/directions.h"

#include <string_view>

namespace niclab::lab {

namespace {

constexpr const char* kBetween = "_to_";

/// "a_nic1" and "b" of "a_nic1_to_b": the cards' names, if a host has several.
Ends cards_of(const std::string& hop) {
    const std::size_t at = hop.find(kBetween);
    if (at == std::string::npos) return {hop, hop};
    return {hop.substr(0, at), hop.substr(at + std::string_view(kBetween).size())};
}

}  // namespace

Ends ends_of(const std::string& direction) {
    const auto host = [](const std::string& end) { return end.substr(0, end.find("_nic")); };
    const Ends cards = cards_of(hop_of(direction));
    return {host(cards.from), host(cards.to)};
}

std::string hop_of(const std::string& direction) { return direction.substr(0, direction.find('.')); }

std::string reverse_of(const std::string& hop) {
    const Ends cards = cards_of(hop);
    return cards.to + kBetween + cards.from;
}

}  // namespace niclab::lab
