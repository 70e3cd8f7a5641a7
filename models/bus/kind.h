/// @file The identity of a kind of bus.
///
/// Behaviour: the class of each bus declares its own as `kKind`, so that there is no list of buses.
///   PCI, which every host has, is declared here.
#pragma once

#include <string_view>
#include <utility>

namespace niclab::bus {

struct Kind {
    const char* id;     ///< In names of scopes, checks and counters: "isa".
    const char* title;  ///< "ISA bus"
    unsigned year;      ///< Of its introduction; lists of buses are in this order.
};

constexpr bool operator==(const Kind& a, const Kind& b) { return std::string_view(a.id) == b.id; }
constexpr bool operator!=(const Kind& a, const Kind& b) { return !(a == b); }
constexpr bool operator<(const Kind& a, const Kind& b) {
    return std::pair(a.year, std::string_view(a.id)) < std::pair(b.year, std::string_view(b.id));
}

inline constexpr Kind kPci{"pci", "PCI bus", 1992};

}  // namespace niclab::bus
