#include "driver_build.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "core/config.h"
#include "lab/experiment/catalog.h"

namespace niclab::linux_kernel {

namespace fs = std::filesystem;

namespace {

/// Possible folders of the kernel's files, the nearest first.
std::vector<fs::path> kernel_folders() {
    std::vector<fs::path> folders{"build/kernel", fs::path(NICLAB_SOURCE_DIR) / "build/kernel"};
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    const fs::path root = fs::path(cache ? cache : std::string(home ? home : "/root") + "/.cache") / "niclab";
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(root, none)) folders.push_back(entry.path());
    return folders;
}

/// The files next to a module's own source.
std::string set_port_clock(const std::string& module) {
    if (module == "nicstar") return "suni.c";
    if (module == "ne") return "8390p.c";
    if (module == "3c509" || module == "lance") return module + ".c";
    return module == "ne2k-pci" || module == "wd" ? "lib8390.c" : "mii.c";
}

std::string find_kernel(const std::string& module, const std::string& given) {
    std::error_code none;
    const std::string mark = set_port_clock(module), own = module + ".c";
    if (!given.empty()) {
        if (!fs::exists(fs::path(given) / mark, none))
            throw core::ConfigError("--kernel " + given + ": a file is missing; expected a folder with " + own + ", " +
                                    mark + " and their headers");
        return given;
    }
    for (const fs::path& folder : kernel_folders())
        if (fs::exists(folder / mark, none)) return folder.string();
    throw core::ConfigError("niclab driver: no kernel sources; expected " + own + ", " + mark +
                            " and their headers in --kernel FOLDER, or from scripts/fetch_kernel_driver.sh");
}

/// Runs a program to its end; returns its exit code.
int run(const std::vector<std::string>& words) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace

DriverBuild::DriverBuild(const std::string& module, const std::string& source, const std::string& kernel_folder) {
    const std::string kernel = find_kernel(module, kernel_folder);
    source_ = source.empty() ? (fs::path(kernel) / (module + ".c")).string() : source;
    std::error_code none;
    if (!fs::is_regular_file(source_, none))
        throw core::ConfigError("niclab driver " + source_ + ": cannot open it; expected the path of a " + module +
                                ".c");
    const std::string tools = lab::data_folder(lab::Kind::Linux);
    char name[] = "/tmp/niclab_driver_XXXXXX";
    if (!mkdtemp(name)) throw std::runtime_error("cannot create a temporary folder");
    folder_ = name;
    module_ = folder_ + "/" + module + ".so";
    if (run({tools + "/build_driver.sh", module, kernel, module_, source_}) != 0) {
        fs::remove_all(folder_, none);
        throw core::ConfigError(source_ + ": does not compile; expected a driver of the kernel of Debian");
    }
}

DriverBuild::~DriverBuild() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

}  // namespace niclab::linux_kernel
