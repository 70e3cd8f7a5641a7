#include "start_python.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/config.h"
#include "lab/experiment/catalog.h"

namespace niclab::cli {

namespace fs = std::filesystem;

namespace {

bool has_python(const fs::path& venv) { return access((venv / "bin/python3").c_str(), X_OK) == 0; }

/// Folder of a python3 with the tools' packages, or empty.
std::string folder_of_python() {
    if (const char* chosen = std::getenv("NICLAB_VENV")) {
        if (has_python(chosen)) return fs::path(chosen) / "bin";
        throw core::ConfigError("NICLAB_VENV=" + std::string(chosen) +
                                ": no bin/python3; expected the folder of a virtual environment");
    }
    for (const fs::path& venv :
         {fs::path(lab::data_folder(lab::Kind::Python)).parent_path() / ".venv", fs::path(NICLAB_SOURCE_DIR) / ".venv"})
        if (has_python(venv)) return venv / "bin";
    return "";
}

/// Puts a folder before those of a variable such as PATH.
void prepend(const char* variable, const std::string& folder) {
    const char* others = std::getenv(variable);
    setenv(variable, (others ? folder + ":" + others : folder).c_str(), 1);
}

/// The folder of the Python package: set by the environment if the package started this program.
std::string package_folder() {
    const char* told = std::getenv("NICLAB_PYTHON");
    return told ? told : lab::data_folder(lab::Kind::Python);
}

}  // namespace

void choose_python() {
    const std::string folder = folder_of_python();
    if (!folder.empty()) prepend("PATH", folder);
}

std::vector<std::string> python_module(const std::string& tool) {
    choose_python();
    prepend("PYTHONPATH", package_folder());
    return {"python3", "-P", "-m", "niclab.tools", tool};
}

void start_python(const std::string& tool, const std::vector<std::string>& words) {
    std::vector<std::string> all = python_module(tool);
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> argv;
    argv.reserve(all.size() + 1);
    for (std::string& word : all) argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    throw core::ConfigError("niclab " + tool + ": cannot start python3; expected Debian's package python3");
}

}  // namespace niclab::cli
