#include "print_result.h"

#include <cstdio>

#include "lab/results/folded.h"
#include "terminal.h"

namespace niclab::cli {

void print_result(const RunArguments& a, const std::function<lab::Brief()>& brief, const std::string& summary,
                  const std::string& folder) {
    constexpr std::size_t kIndent = 4;  // of continued rows, as in summary.txt
    std::string text = folder + "\n";
    if (!a.quiet)
        text = a.verbose ? lab::folded(summary, kIndent, terminal_columns()) + text
                         : lab::to_text(brief(), folder, terminal_columns());
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

}  // namespace niclab::cli
