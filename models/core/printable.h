/// @file Text of a user's file in a form that is safe to print on a terminal.
#pragma once

#include <string>

namespace niclab::core {

/// Replaces control octets by \xHH and the end of a line by \n: the contents of a bad file must not
/// control the terminal.
std::string printable(const std::string& text);

}  // namespace niclab::core
