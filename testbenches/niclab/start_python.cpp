#include "start_python.h"

#include <unistd.h>

#include <cstdlib>

#include "core/config.h"
#include "lab/experiment/catalog.h"

namespace niclab::cli {

std::vector<std::string> python_module(const std::string& tool) {
    const std::string package = lab::data_folder(lab::Kind::Python);
    const char* others = std::getenv("PYTHONPATH");
    setenv("PYTHONPATH", (others ? package + ":" + others : package).c_str(), 1);
    return {"python3", "-P", "-m", "niclab." + tool};
}

void start_python(const std::string& tool, const std::vector<std::string>& words) {
    std::vector<std::string> all = python_module(tool);
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> argv;
    for (std::string& word : all) argv.push_back(word.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    throw core::ConfigError("niclab " + tool + ": python3 cannot be started (Debian's package python3)");
}

}  // namespace niclab::cli
