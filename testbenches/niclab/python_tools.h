/// @file  Goes over into one of niclab's Python tools that need more than Python's own library.
#pragma once

#include "start_python.h"

namespace niclab::cli {

/// Becomes the tool in the Python that scripts/setup.sh --with-tools installed. Throws core::ConfigError without one.
[[noreturn]] void start_python_with_packages(const std::string& tool, const std::vector<std::string>& words);

}  // namespace niclab::cli
