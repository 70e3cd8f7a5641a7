/// @file  The page of a run's results, made by niclab.tools.report of the Python package.
#pragma once

#include <string>

namespace niclab::cli {

/// Throws core::ConfigError for a file that cannot be written, and if this machine cannot make the
/// page.
void check_report(const std::string& html, const std::string& out);

/// Makes the page `html` of the results in `folder`. Throws core::ConfigError.
void write_report(const std::string& folder, const std::string& html);

}  // namespace niclab::cli
