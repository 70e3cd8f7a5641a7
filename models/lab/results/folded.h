/// @file  Text for a terminal: no line is wider than it.
#pragma once

#include <string>

namespace niclab::lab {

/// Longer lines are broken at their blanks; what follows is indented so far.
std::string folded(const std::string& text, std::size_t indent);

}  // namespace niclab::lab
