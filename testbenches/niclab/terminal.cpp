#include "terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "lab/results/folded.h"

namespace niclab::cli {

std::size_t terminal_columns() {
    constexpr std::size_t kLeast = 80, kMost = 120;
    const char* const variable = std::getenv("COLUMNS");
    const int set = variable ? std::atoi(variable) : 0;
    if (set > 0) return std::clamp(static_cast<std::size_t>(set), kLeast, kMost);
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::clamp(static_cast<std::size_t>(size.ws_col), kLeast, kMost);
    return lab::kTextColumns;
}

void print_folded(const std::string& text, std::size_t indent) {
    std::fputs(lab::folded(text, indent, terminal_columns()).c_str(), stdout);
}

void print_entry(const std::string& name, const std::string& text, std::size_t column) {
    if (name.size() + 1 < column) return print_folded(name + std::string(column - name.size(), ' ') + text, column);
    print_folded(name);
    print_folded(std::string(column, ' ') + text, column);
}

}  // namespace niclab::cli
