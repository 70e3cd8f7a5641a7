/// @file  The result of a run for one screen of a terminal: the answer first, then where the time
///        went, then warnings.
///
/// Behaviour:  Text of at most kBriefLines lines. To fit, the table gets fewer rows, down to
///             BriefTable::kept, and then sentences of the answer are left out from the end.
///             summary.txt has all of it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "lab/results/results.h"

namespace niclab::lab {

struct TrafficResults;
struct SegmentResults;

inline constexpr std::size_t kBriefLines = 15;

/// A table, its most important row first. No rows: there is none.
struct BriefTable {
    std::vector<std::string> head;  ///< One line, or none.
    std::size_t rows = 0;           ///< Number of rows that are known.
    std::size_t indent = 2;         ///< Of continued lines.
    std::size_t kept = 2;           ///< Rows that stay while sentences of the answer are left out.
    /// The first `count` rows, and a row that replaces the others.
    std::function<std::vector<std::string>(std::size_t count)> first;
};

/// A table of rows that are known already. `more`: the word for rows that are left out, or empty.
BriefTable table_of_rows(std::string head, std::vector<std::string> rows, std::size_t indent, const std::string& more);

struct Brief {
    std::vector<std::string> answer;  ///< Sentences, the most important one first.
    BriefTable table;
    std::vector<std::string> warnings;  ///< Each is printed whole.
    std::string about;                  ///< What was run: "echo, 15 runs, seed 1".
};

Brief brief(const Results& results);
Brief brief(const TrafficResults& results);
Brief brief(const SegmentResults& results);

/// The text for a terminal of `columns`. It ends with the line of `folder`, which is never broken.
std::string to_text(const Brief& brief, const std::string& folder, std::size_t columns);

}  // namespace niclab::lab
