/// @file  Abbreviations of the field that a result contains, written out.
#pragma once

#include <string>

namespace niclab::lab {

/// "PHY: physical layer chip; SAR: ...", those in `text` in alphabetical order. Empty: it has none.
std::string abbreviations(const std::string& text);

}  // namespace niclab::lab
