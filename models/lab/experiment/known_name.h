/// @file A name in an experiment that must be one of a list of known names.
#pragma once

#include <string>
#include <vector>

#include "core/config.h"

namespace niclab::lab {

using NamedTables = std::vector<std::pair<std::string, core::ConfigTable>>;

std::vector<std::string> names_of(const NamedTables& tables);
/// Refuses the `found` name under `key`; expected one of `known`. `what` is a noun, such as host.
[[noreturn]] void refuse_name(const core::ConfigTable& table, const std::string& key, const std::string& found,
                              const std::string& what, const std::vector<std::string>& known);
/// Index of `name` in `known`. Throws core::ConfigError if it is not there.
std::size_t index_of_name(const core::ConfigTable& table, const std::string& key, const std::string& name,
                          const std::string& what, const std::vector<std::string>& known);

/// The name at `key`. A whole number is a name, too, so that the caller refuses it as an unknown one.
std::string read_name(core::ConfigTable& t, const std::string& key, const std::string& standard,
                      const std::string& what);

}  // namespace niclab::lab
