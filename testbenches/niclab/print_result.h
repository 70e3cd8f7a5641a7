/// @file  What `niclab run` prints of a result: the answer on one screen, every table, or the folder alone.
#pragma once

#include <string>

#include "commands.h"
#include "lab/results/brief.h"

namespace niclab::cli {

/// Prints `brief`, with --verbose `summary` instead, with --quiet neither. The last line is
/// `folder`.
void print_result(const RunArguments& arguments, const lab::Brief& brief, const std::string& summary,
                  const std::string& folder);

}  // namespace niclab::cli
