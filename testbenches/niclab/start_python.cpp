#include "start_python.h"

#include <unistd.h>

#include "core/config.h"

namespace niclab::cli {

void start_python(lab::Kind tool, const std::string& command, const std::vector<std::string>& words) {
    std::vector<std::string> all = {"python3", lab::data_folder(tool)};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> argv;
    for (std::string& word : all) argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    throw core::ConfigError("niclab " + command + ": python3 cannot be started (Debian's package python3)");
}

}  // namespace niclab::cli
