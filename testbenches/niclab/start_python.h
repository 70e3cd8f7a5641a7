/// @file  Goes over into one of niclab's Python tools.
#pragma once

#include <string>
#include <vector>

#include "lab/experiment/catalog.h"

namespace niclab::cli {

/// Becomes the tool of that kind, with these arguments. Throws core::ConfigError when Python cannot be started.
[[noreturn]] void start_python(lab::Kind tool, const std::string& command, const std::vector<std::string>& words);

}  // namespace niclab::cli
