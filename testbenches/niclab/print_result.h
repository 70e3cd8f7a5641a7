/// @file  What `niclab run` prints of a result: the answer on one screen, every table, or the folder alone.
#pragma once

#include <functional>
#include <string>

#include "commands.h"
#include "lab/results/brief.h"

namespace niclab::cli {

/// Prints the result of `brief`, with --verbose `summary` instead, with --quiet neither. The last
/// line is `folder`.
void print_result(const RunArguments& arguments, const std::function<lab::Brief()>& brief, const std::string& summary,
                  const std::string& folder);

}  // namespace niclab::cli
