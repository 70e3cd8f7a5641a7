/// @file A column of an output table: one declaration for the writer of the header line and for all
/// readers of the file.
#pragma once

#include <string>
#include <vector>

namespace niclab::core {

struct Column {
    std::string name;  ///< Name in the header line.
    std::string unit;  ///< "ns", "us", "octets"; empty: a name or a word.
    std::string what;  ///< Description, one sentence.
};
using Columns = std::vector<Column>;

/// The header line of a file with these columns.
inline std::string header(const Columns& columns) {
    std::string line;
    for (const Column& c : columns) line += (line.empty() ? "" : ",") + c.name;
    return line + "\n";
}

}  // namespace niclab::core
