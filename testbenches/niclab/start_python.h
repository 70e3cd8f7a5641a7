/// @file  Goes over into one of niclab's Python tools, modules of the package `niclab` of scripts/.
///
/// The Python is that of $NICLAB_VENV, of the .venv beside the package or in the source tree (scripts/setup.sh
/// --with-tools makes it), or else the machine's, which needs Jinja2 (Debian's package python3-jinja2).
#pragma once

#include <string>
#include <vector>

namespace niclab::cli {

/// Puts that Python first in PATH, for every child. Throws core::ConfigError when $NICLAB_VENV has none.
void choose_python();

/// What starts the module niclab.`tool`; from now on every child finds the package. The working folder is no place of
/// modules: a csv.py in it is nobody's business.
std::vector<std::string> python_module(const std::string& tool);

/// Becomes the tool of that name, with these arguments. Throws core::ConfigError when Python cannot be started.
[[noreturn]] void start_python(const std::string& tool, const std::vector<std::string>& words);

}  // namespace niclab::cli
