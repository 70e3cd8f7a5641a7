/// @file  Output files appear whole or not at all.
#pragma once

#include <string>

namespace niclab::core {

/// Makes `folder` and those above it. Throws ConfigError when it cannot be made or written.
void make_folder(const std::string& folder);

/// Refuses a folder where the file of `option` is wanted. Throws ConfigError.
void refuse_folder(const std::string& option, const std::string& path);

/// Writes `text` to a file beside `path` and renames it. Throws ConfigError when that fails.
void write_file(const std::string& path, const std::string& text);

/// Where write_file and others put what is not whole yet.
std::string unfinished_name(const std::string& path);

}  // namespace niclab::core
