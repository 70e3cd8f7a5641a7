/// @file  What there is, as `niclab list` prints it: each from the place where it is declared.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace niclab::cli {

struct Entry {
    std::string name;
    std::string what;             ///< One sentence; empty: the name says it.
    std::string more;             ///< Unit, range, source.
    nlohmann::ordered_json json;  ///< All of it, for programs.
};
using Entries = std::vector<Entry>;

struct Listing {
    const char* name;
    const char* searched;  ///< Where a word is looked for.
    Entries (*entries)();
    Entries (*also)() = nullptr;  ///< Where a word is looked for as well.
};

Entries causes();

/// All that `niclab list` can be asked for but the folders. Each throws core::ConfigError where the files that come with
/// niclab are not there.
const std::vector<Listing>& listings();

}  // namespace niclab::cli
