/// @file The start of niclab's Python tools, modules of the package `niclab` of scripts/. A tool
/// replaces this process.
///
/// Behaviour: the Python is that of $NICLAB_VENV, of the .venv next to the package or in the source
///   tree (scripts/setup.sh --with-tools creates it). Otherwise it is the machine's, which needs
///   Jinja2 (Debian's package python3-jinja2).
#pragma once

#include <string>
#include <vector>

namespace niclab::cli {

/// Puts that Python first in PATH, for every child. Throws core::ConfigError if $NICLAB_VENV has
/// none.
void choose_python();

/// The command that starts the module niclab.`tool`; from now on every child finds the package.
/// Modules are not searched in the working folder: a csv.py there is ignored.
std::vector<std::string> python_module(const std::string& tool);

/// Replaces this process by the tool of that name, with these arguments. Throws core::ConfigError
/// if Python cannot be started.
[[noreturn]] void start_python(const std::string& tool, const std::vector<std::string>& words);

}  // namespace niclab::cli
