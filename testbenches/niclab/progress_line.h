/// @file The progress of long work on a terminal, and its end by a signal.
#pragma once

#include <csignal>
#include <string>

namespace niclab::cli {

/// From now on the first Ctrl-C requests an end, the second one ends the program at once. So do
/// SIGTERM, and SIGHUP unless nohup ignores it.
void stop_on_interrupt();
bool interrupted();
/// The flag that interrupted() returns.
const volatile std::sig_atomic_t* interrupt_flag();

/// One line that is overwritten, only on a terminal. For a program that sets NICLAB_PROGRESS=json:
/// lines of JSON, {"percent": 40, "what": "run 7"}.
class ProgressLine {
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine() { clear(); }
    /// `fraction` of the work, 0 to 1.
    void show(double fraction, const std::string& what);
    void clear();

private:
    bool json_, on_;
    int last_ = -1;
    std::string what_;
};

}  // namespace niclab::cli
