#include "python_tools.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/config.h"
#include "lab/experiment/catalog.h"

namespace niclab::cli {

namespace fs = std::filesystem;

namespace {

/// Folder of the tools' python3: that of $NICLAB_VENV, of the installed data, or of the source tree; or empty.
std::string folder_of_python() {
    std::vector<fs::path> candidates = {fs::path(lab::data_folder(lab::Kind::Python)).parent_path() / ".venv",
                                        fs::path(NICLAB_SOURCE_DIR) / ".venv"};
    if (const char* chosen = std::getenv("NICLAB_VENV")) candidates = {chosen};
    for (const fs::path& venv : candidates)
        if (access((venv / "bin/python3").c_str(), X_OK) == 0) return venv / "bin";
    return "";
}

}  // namespace

void start_python_with_packages(const std::string& tool, const std::vector<std::string>& words) {
    const std::string folder = folder_of_python();
    if (folder.empty())
        throw core::ConfigError("niclab " + tool +
                                ": the Python tools are not installed, run scripts/setup.sh --with-tools first");
    const char* path = std::getenv("PATH");
    setenv("PATH", (path ? folder + ":" + path : folder).c_str(), 1);
    start_python(tool, words);
}

}  // namespace niclab::cli
