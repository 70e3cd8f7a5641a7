#include "report.h"

#include <unistd.h>

#include <filesystem>

#include "child.h"
#include "core/config.h"
#include "core/output_file.h"
#include "start_python.h"

namespace niclab::cli {

void check_report(const std::string& html, const std::string& out) {
    if (html.empty()) return;
    core::refuse_folder("--report", html);
    const auto folder = std::filesystem::absolute(html).lexically_normal().parent_path();
    const bool will_be_made = folder / "" == std::filesystem::absolute(out).lexically_normal() / "";
    if (!will_be_made && access(folder.c_str(), W_OK) != 0)
        throw core::ConfigError("--report " + html + ": cannot write there; expected a file in a writable folder");
    choose_python();
    const char* has_jinja = "import importlib.util, sys; sys.exit(importlib.util.find_spec('jinja2') is None)";
    if (run_child({"python3", "-c", has_jinja}, Speech::Silent) != 0)
        throw core::ConfigError(
            "--report: no python3 with Jinja2; expected Debian's packages python3 and python3-jinja2");
}

void write_report(const std::string& folder, const std::string& html) {
    std::vector<std::string> words = python_module("report");
    words.insert(words.end(), {"--results", folder, "--html", html});
    if (run_child(words, Speech::Heard) != 0)
        throw core::ConfigError("--report " + html + ": python3 wrote no page; expected a page, the results are in " +
                                folder);
}

}  // namespace niclab::cli
