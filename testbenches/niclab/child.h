/// @file  Starts another program and waits for it.
#pragma once

#include <string>
#include <vector>

namespace niclab::cli {

enum class Speech { Silent, Heard };  ///< What becomes of the child's standard output.
inline constexpr int kNotThere = 127;

/// Exit code of `words`, the first of which is looked for in PATH; kNotThere when it cannot be started.
int run_child(const std::vector<std::string>& words, Speech speech);

/// How a child that was kept silent ended, and what it said to its standard error.
struct Ended {
    int code = 0;
    std::string error;
};
Ended run_quietly(const std::vector<std::string>& words);

/// Path of this program.
std::string own_path();

}  // namespace niclab::cli
