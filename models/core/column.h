/// @file  A column of a table that is written: declared once, for the file's first line and for those who read it.
#pragma once

#include <string>
#include <vector>

namespace niclab::core {

struct Column {
    std::string name;  ///< As the file's first line has it.
    std::string unit;  ///< "ns", "us", "octets"; empty: a name or a word.
    std::string what;  ///< One sentence.
};
using Columns = std::vector<Column>;

/// The first line of a file with these columns.
inline std::string header(const Columns& columns) {
    std::string line;
    for (const Column& c : columns) line += (line.empty() ? "" : ",") + c.name;
    return line + "\n";
}

}  // namespace niclab::core
