/// @file  What directions and hops are called, and which hosts they are between.
#pragma once

#include <string>

namespace niclab::lab {

/// The hosts of a direction, "A_to_B", or of one flow in it, "A_to_B.FLOW".
struct Ends {
    std::string from, to;
};
Ends ends_of(const std::string& direction);
/// "a_to_b" of "a_to_b.flow": what is told of a link and not of each of its flows.
std::string hop_of(const std::string& direction);
/// "b_to_a" of "a_to_b".
std::string reverse_of(const std::string& hop);

/// Counter of a hop's line of its cards' own; with a host, of the line of that host, where a hop has several.
inline std::string line_busy(const std::string& hop, const std::string& host = "") {
    return hop + ".line." + (host.empty() ? "" : host + ".") + "busy_ns";
}

}  // namespace niclab::lab
