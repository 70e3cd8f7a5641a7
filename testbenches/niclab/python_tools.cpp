#include "python_tools.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "core/config.h"

namespace niclab::cli {

namespace fs = std::filesystem;

std::string own_path() {
    std::error_code none;
    return fs::read_symlink("/proc/self/exe", none).string();
}

std::string python_of_tools() {
    if (const char* chosen = std::getenv("NICLAB_PYTHON")) return chosen;
    const fs::path data = fs::path(system::data_folder(system::Kind::Sweep)).parent_path();
    for (const fs::path& root : {data, data.parent_path(), fs::path(NICLAB_SOURCE_DIR)}) {
        const fs::path python = root / ".venv/bin/python";
        if (access(python.c_str(), X_OK) == 0) return python.string();
    }
    return "";
}

void become_python(const std::string& command, system::Kind folder, const std::vector<std::string>& arguments) {
    const std::string python = python_of_tools();
    if (python.empty())
        throw core::ConfigError("niclab " + command +
                                ": the Python tools are not installed, run scripts/setup.sh --with-tools first");
    std::vector<std::string> words = {python, system::data_folder(folder)};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    throw core::ConfigError("niclab " + command + ": '" + python +
                            "' cannot be started, run scripts/setup.sh --with-tools");
}

}  // namespace niclab::cli
