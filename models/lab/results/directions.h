/// @file The names of directions and hops, and the hosts between which they are.
#pragma once

#include <string>

namespace niclab::lab {

/// The hosts of a direction, "A_to_B", or of one flow in it, "A_to_B.FLOW".
struct Ends {
    std::string from, to;
};
Ends ends_of(const std::string& direction);
/// "a_to_b" of "a_to_b.flow": the name for results of a link that are not those of each of its
/// flows.
std::string hop_of(const std::string& direction);
/// "b_to_a" of "a_to_b".
std::string reverse_of(const std::string& hop);

/// Counter of a hop's line of its cards' kind; with a host, of the line of that host, if a hop has
/// several.
inline std::string line_busy(const std::string& hop, const std::string& host = "") {
    return hop + ".line." + (host.empty() ? "" : host + ".") + "busy_ns";
}

}  // namespace niclab::lab
