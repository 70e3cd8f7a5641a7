/// @file  Text of a user's file as a terminal may show it.
#pragma once

#include <string>

namespace niclab::core {

/// Control octets become \xHH, the end of a line \n: what a bad file holds must not drive the reader's terminal.
std::string printable(const std::string& text);

}  // namespace niclab::core
