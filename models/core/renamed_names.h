/// @file  Names of earlier versions that are still accepted: keys, their values and options of commands.
///
/// Behaviour:  an old key or value gets its present name when a file or an assignment is parsed.
///             Each use is reported once per place. Version 0.2.0 will refuse these names.
/// Source:     scripts/niclab/renamed_names.csv, which CMake puts into the program. The Python
///             package reads the same file.
#pragma once

#if __has_include(<toml++/impl/forward_declarations.hpp>)  // toml++ 3.4 and later
#include <toml++/impl/forward_declarations.hpp>
#else
#include <toml++/impl/forward_declarations.h>
#endif

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace niclab::core {

/// One row of the table. `where` restricts a value to a key and an option to a command.
struct RenamedName {
    std::string_view kind;  ///< "key", "value", "option", or a kind of name in results, for readers of results.
    std::string_view where;
    std::string_view old_name;  ///< Of a key: the end of its path, in which * is any name.
    std::string_view new_name;  ///< Of a key: its last part.
};

/// All rows of the table, in its order.
const std::vector<RenamedName>& renamed_names();

/// Receives one sentence per place and name: "PLACE: problem; expected ...".
using RenameWarning = std::function<void(const std::string& sentence)>;
/// Sets the receiver of warnings for the whole process; empty: none.
void set_rename_warning(RenameWarning receiver);

/// Gives old keys and values in `table` their present names and warns of each. `under`: dotted path
/// of the table that a file is for, such as "nic" for a card file. Throws ConfigError where an old
/// key and its present one are both there.
void rename_keys(toml::table& table, const std::string& under = "");

/// The words of a command line with present names: `words[0]` is the command. Warns of each old option.
std::vector<std::string> rename_options(std::vector<std::string> words);

}  // namespace niclab::core
