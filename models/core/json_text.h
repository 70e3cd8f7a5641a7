/// @file Text of JSON values, the same as of nlohmann's dump() in less time.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace niclab::core {

/// On one line. Octets that are not UTF-8 are replaced.
std::string json_text(const nlohmann::ordered_json& value);
/// With a line per member, two blanks per level, and a newline at the end.
std::string json_lines(const nlohmann::ordered_json& value);

}  // namespace niclab::core
