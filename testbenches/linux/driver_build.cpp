#include "driver_build.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "compiler_messages.h"
#include "core/config.h"
#include "lab/experiment/catalog.h"
#include "runtime/parameters.h"

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
    const std::size_t before = folders.size();
    for (const auto& entry : fs::directory_iterator(root, none))
        if (entry.path().filename().string().rfind("linux-source-6.1-", 0) == 0) folders.push_back(entry.path());
    std::sort(folders.begin() + std::ptrdiff_t(before), folders.end(), std::greater<>());
    return folders;
}

/// The source of a module that a user's file replaces.
std::string own_source_of(const std::string& module) {
    if (module == "e1000e") return "e1000e/netdev.c";
    return module == "e1000" ? "e1000/e1000_main.c" : module + ".c";
}

/// A file that a module needs next to its own source.
std::string companion_of(const std::string& module) {
    if (module == "nicstar") return "suni.c";
    if (module == "e1000") return "e1000/e1000_hw.c";
    if (module == "e1000e") return "e1000e/82571.c";
    if (module == "ne") return "8390p.c";
    if (module == "3c509" || module == "lance") return module + ".c";
    return module == "ne2k-pci" || module == "wd" ? "lib8390.c" : "mii.c";
}

/// The command that makes a folder of that name.
std::string fetch_command(const std::string& folder) {
    static const std::regex name("^(?:kernel-|linux-source-)?(newest|\\d+\\.\\d+)$");
    std::smatch release;
    const std::string last = fs::path(folder).filename().string();
    const std::string script = "scripts/fetch_kernel_driver.sh";
    if (last == "kernel") return script;
    if (!std::regex_match(last, release, name)) return script + " --all";
    return script + (release[1] == "newest" ? " newest" : " linux-source-" + release[1].str());
}

std::string find_kernel(const std::string& module, const std::string& given) {
    std::error_code none;
    const std::string mark = companion_of(module), own = own_source_of(module);
    if (!given.empty()) {
        if (!fs::exists(fs::path(given) / "version", none) && !fs::exists(fs::path(given) / mark, none))
            throw core::ConfigError("--kernel " + given + ": " +
                                    (fs::is_directory(given, none) ? "a file is missing" : "there is no such folder") +
                                    "; expected a folder with " + own + ", " + mark + " and their headers, as from " +
                                    fetch_command(given));
        return given;
    }
    for (const fs::path& folder : kernel_folders())
        if (fs::exists(folder / mark, none)) return folder.string();
    throw core::ConfigError("niclab driver: no kernel sources; expected " + own + ", " + mark +
                            " and their headers in --kernel FOLDER, or from scripts/fetch_kernel_driver.sh");
}

/// The package of the kernel in a folder; empty: not known.
std::string package_of(const std::string& kernel) {
    std::string package;
    std::getline(std::ifstream(fs::path(kernel) / "version"), package);
    return package;
}

/// The driver of a folder. Throws core::ConfigError: its kernel does not have it.
std::string driver_in(const std::string& kernel, const std::string& module) {
    const fs::path own = fs::path(kernel) / own_source_of(module);
    std::error_code none;
    const std::string package = package_of(kernel);
    if (!package.empty() && !fs::exists(own, none))
        throw core::ConfigError("--kernel " + kernel + ": " + package + " does not have " + own_source_of(module) +
                                "; expected a kernel with this driver, such as linux-source-6.1");
    return own.string();
}

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// Throws core::ConfigError: `path` is not that of a C source such as `usual`.
void expect_source(const fs::path& path, const std::string& usual) {
    std::error_code none;
    const auto refuse = [&](const std::string& problem) {
        throw core::ConfigError("niclab driver " + path.string() + ": " + problem +
                                "; expected the path of a C source, a " + usual + " or a module of your own");
    };
    if (fs::is_directory(path, none)) refuse("this is a folder");
    if (!fs::is_regular_file(path, none)) refuse("cannot open it");
    if (path.extension() != ".c") refuse("not a C source by its name");
    std::ifstream in(path, std::ios::binary);
    if (!in) refuse("cannot open it");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.find('\0') != std::string::npos) refuse("this is a binary file");
}

/// Runs a program to its end, with English messages, which go to the file `messages`, and its
/// output to the file `output`; returns its exit code.
int run(const std::vector<std::string>& words, const std::string& output, const std::string& messages) {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        setenv("LC_ALL", "C", 1);
        if (!std::freopen(messages.c_str(), "w", stderr) || !std::freopen(output.c_str(), "w", stdout)) _exit(127);
        execv(argv[0], argv.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/// The reason why a source does not compile.
std::string why_not_compiled(const std::string& source, const std::string& messages) {
    const std::vector<MissingName> missing = missing_names(messages);
    if (missing.empty()) return source + ": does not compile; expected a driver of the kernel of Debian";
    std::string more;
    for (std::size_t i = 1; i < missing.size(); ++i) more += (i == 1 ? "" : ", ") + missing[i].name;
    return missing[0].place + ": the simulated kernel does not have " + missing[0].name +
           (more.empty() ? "" : ", nor " + more) +
           "; expected names that its headers declare. docs/howto/kernel_names.md describes how to add one";
}

/// The parameters that preprocessed sources register (kernel/parameters.h). Nothing: they may have
/// more, as a macro for parameters is not one of niclab's.
std::optional<std::set<std::string>> parameters_in(const std::string& preprocessed) {
    if (std::regex_search(preprocessed, std::regex("\\bmodule_param\\w*\\s*\\("))) return std::nullopt;
    const std::regex registered("niclab_parameter\\s+niclab_parameter\\s*=\\s*\\{\\s*\"(\\w+)\"");
    std::set<std::string> names;
    for (std::sregex_iterator each(preprocessed.begin(), preprocessed.end(), registered), end; each != end; ++each)
        names.insert((*each)[1]);
    return names;
}

}  // namespace

DriverBuild::DriverBuild(const std::string& module, const std::string& source, const std::string& kernel_folder)
    : name_(module),
      kernel_(find_kernel(module, kernel_folder)),
      source_(source.empty() ? driver_in(kernel_, module) : source) {
    expect_source(source_, fs::path(own_source_of(module)).filename().string());
    char name[] = "/tmp/niclab_driver_XXXXXX";
    if (!mkdtemp(name)) throw std::runtime_error("cannot create a temporary folder");
    folder_ = name;
    module_ = folder_ + "/" + module + ".so";
}

std::string DriverBuild::kernel() const {
    const std::string package = package_of(kernel_);
    return package.empty() ? kernel_ : package;
}

int DriverBuild::build(const char* option, const std::string& output, const std::string& messages) const {
    std::vector<std::string> words{lab::data_folder(lab::Kind::Linux) + "/build_driver.sh"};
    if (option) words.push_back(option);
    words.insert(words.end(), {name_, kernel_, module_, source_});
    return run(words, output, messages);
}

void DriverBuild::check_parameters(const std::vector<std::string>& assignments) const {
    if (assignments.empty()) return;
    const std::string output = folder_ + "/preprocessed";
    const int code = build("--preprocess", output, "/dev/null");
    const auto names = code == 0 ? parameters_in(text_of(output)) : std::nullopt;
    std::error_code none;
    fs::remove(output, none);
    if (names) Parameters::check_names(assignments, *names, source_);
}

void DriverBuild::compile(bool accesses) {
    const std::string log = folder_ + "/messages";
    const int code = build(accesses ? "--report-accesses" : nullptr, "/dev/null", log);
    const std::string messages = text_of(log);
    std::error_code none;
    fs::remove(log, none);
    std::fputs(messages.c_str(), stderr);
    if (code != 0) throw core::ConfigError(why_not_compiled(source_, messages));
}

DriverBuild::~DriverBuild() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

}  // namespace niclab::linux_kernel
