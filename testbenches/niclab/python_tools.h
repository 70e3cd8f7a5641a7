/// @file  Starts the commands written in Python: they live in a folder of scripts and run in the project's own .venv.
#pragma once

#include <string>
#include <vector>

#include "system/catalog.h"

namespace niclab::cli {

/// This program, as others may start it.
std::string own_path();
/// The Python of the tools: $NICLAB_PYTHON, the .venv beside the installed data, or the source tree's; or empty.
std::string python_of_tools();
/// Becomes `python FOLDER arguments...`. Throws core::ConfigError naming `command` when it cannot.
[[noreturn]] void become_python(const std::string& command, system::Kind folder,
                                const std::vector<std::string>& arguments);

}  // namespace niclab::cli
