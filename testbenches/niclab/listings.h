/// @file The lists of `niclab list`: each from the place of its declaration.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace niclab::cli {

struct Entry {
    std::string name;
    std::string what;             ///< One sentence; empty: the name is sufficient.
    std::string more;             ///< Unit, range, source.
    nlohmann::ordered_json json;  ///< All data, for programs.
    std::string of = {};          ///< Equal texts: one entry under several names. Empty: one name.
    std::string also = {};        ///< Name in the file if it differs.
};
using Entries = std::vector<Entry>;

struct Listing {
    const char* name;
    const char* searched;  ///< The text in which a word is searched.
    Entries (*entries)();
    Entries (*also)() = nullptr;  ///< A further source of text in which a word is searched.
};

Entries causes();

/// All topics of `niclab list` except the folders. Each throws core::ConfigError if the files that
/// come with niclab are missing.
const std::vector<Listing>& listings();

}  // namespace niclab::cli
