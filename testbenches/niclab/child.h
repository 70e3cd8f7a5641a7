/// @file  Starts another program and waits for it.
#pragma once

#include <string>
#include <vector>

namespace niclab::cli {

enum class Speech { Silent, Heard };  ///< The use of the child's standard output.
inline constexpr int kNotThere = 127;

/// Exit code of `words`, the first of which is searched in PATH; kNotThere if it cannot be started.
int run_child(const std::vector<std::string>& words, Speech speech);

/// The exit code of a silent child, and its output to standard error.
struct Ended {
    int code = 0;
    std::string error;
};
Ended run_quietly(const std::vector<std::string>& words);
/// Sends SIGTERM to the silent children, also to those that start later. For the handler of a signal.
void end_quiet_children();

/// Path of this program.
std::string own_path();

}  // namespace niclab::cli
