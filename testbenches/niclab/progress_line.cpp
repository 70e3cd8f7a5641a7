#include "progress_line.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "commands.h"
#include "core/output_file.h"

namespace niclab::cli {

namespace {

volatile std::sig_atomic_t asked = 0;

/// After a second request the program does not wait for results.
void on_second(int) {
    core::remove_unfinished();
    constexpr char kText[] = "\nniclab: ended at once; what was under way is not written\n";
    [[maybe_unused]] const auto n = write(STDERR_FILENO, kText, sizeof kText - 1);
    _exit(kInterrupted);
}

void on_interrupt(int number) {
    asked = 1;
    std::signal(number, on_second);
}

}  // namespace

void stop_on_interrupt() {
    std::signal(SIGINT, on_interrupt);
    for (const int number : {SIGTERM, SIGHUP})
        if (std::signal(number, SIG_IGN) != SIG_IGN) std::signal(number, on_interrupt);
}

bool interrupted() { return asked != 0; }

const volatile std::sig_atomic_t* interrupt_flag() { return &asked; }

namespace {

bool wanted_as_json() {
    const char* told = std::getenv("NICLAB_PROGRESS");
    return told && std::string(told) == "json";
}

}  // namespace

ProgressLine::ProgressLine(bool quiet) : json_(wanted_as_json()), on_(json_ || (!quiet && isatty(STDERR_FILENO))) {}

void ProgressLine::show(double fraction, const std::string& what) {
    const int percent = static_cast<int>(fraction * 100);
    if (!on_ || (percent == last_ && what == what_)) return;
    if (json_)
        std::fprintf(stderr, "{\"percent\": %d, \"what\": \"%s\"}\n", percent, what.c_str());
    else
        std::fprintf(stderr, "\r\033[K%3d %%  %s", percent, what.c_str());
    std::fflush(stderr);
    last_ = percent;
    what_ = what;
}

void ProgressLine::clear() {
    if (on_ && !json_ && last_ >= 0) std::fprintf(stderr, "\r\033[K");
    last_ = -1;
}

}  // namespace niclab::cli
