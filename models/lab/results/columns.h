/// @file The columns of the output tables, with their descriptions: the header lines of the files
/// are made from them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/column.h"

namespace niclab::lab {

/// In tables of more than one kind of run.
inline const core::Column kRun{"run", "", "Number of the run, from 0."};
inline const core::Column kFlow{"flow", "", "Name of the flow."};

struct Table {
    std::string_view file, what;
    std::function<core::Columns()> columns;  ///< Made on request: most callers need the names of the files only.
};
/// All tables that a run may write, in the order in which a reader meets them. `moments`: of all
/// cards; `units`: of lines of their own.
std::vector<Table> known_tables(const core::Columns& moments, const std::set<std::string>& units);

}  // namespace niclab::lab
