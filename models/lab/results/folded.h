/// @file Text folded to the width of a terminal.
#pragma once

#include <string>

namespace niclab::lab {

/// Longer lines are broken at their blanks; continuation lines are indented by `indent`.
std::string folded(const std::string& text, std::size_t indent);

}  // namespace niclab::lab
