#include "against.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "median.h"

namespace niclab::benchmark {

namespace {

struct Case {
    const char* name;
    std::vector<std::string> arguments;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"stream", {"stream", "--set", "workload.count=400"}},
        {"stream, checkers off", {"stream", "--set", "workload.count=400", "--no-check"}},
        {"echo", {"echo", "--runs", "40"}},
        {"busy bus", {"busy_bus"}},
    };
    return all;
}

/// The program of this build: build/PRESET/testbenches/niclab/niclab.
std::string own_program() {
    const auto self = std::filesystem::read_symlink("/proc/self/exe");
    return (self.parent_path().parent_path() / "niclab" / "niclab").string();
}

double cpu_seconds(const std::string& program, const std::vector<std::string>& arguments, const std::string& out) {
    std::vector<std::string> words{program, "run"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.insert(words.end(), {"--quiet", "--out", out});
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    // Not by a fork, because its copied pages would count for the program.
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    const bool begun = posix_spawn(&child, program.c_str(), &silent, nullptr, argv.data(), environ) == 0;
    posix_spawn_file_actions_destroy(&silent);
    int status = 0;
    rusage usage{};
    if (!begun || wait4(child, &status, 0, &usage) != child || status != 0)
        throw std::runtime_error(program + " run " + arguments.front() + " failed");
    const auto seconds = [](const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::filesystem::path new_folder() {
    return std::filesystem::temp_directory_path() / ("niclab_benchmark_" + std::to_string(getpid()));
}

}  // namespace

void run_start(unsigned rounds) {
    const auto folder = new_folder();
    std::vector<double> start_s, shares;
    for (unsigned i = 0; i < rounds; ++i) {
        const double whole_s = cpu_seconds(own_program(), {"echo", "--runs", "1"}, folder.string());
        const auto results = nlohmann::json::parse(std::ifstream(folder / "results.json"));
        start_s.push_back(results.at("provenance").at("start_cpu_s").get<double>());
        shares.push_back(start_s.back() / whole_s);
    }
    std::filesystem::remove_all(folder);
    std::printf("start: an echo, up to its first packet\n  time    %.1f ms\n  ratio   %.2f of that run's\n",
                median(start_s) * 1e3, median(shares));
}

void run_against(const std::string& other, unsigned rounds) {
    const auto folder = new_folder();
    const std::string mine = own_program(), out = folder.string();
    std::printf("against %s: CPU time of whole runs, in turns, medians of %u\n", other.c_str(), rounds);
    for (const Case& c : cases()) {
        std::vector<double> these, those, ratios;
        for (unsigned i = 0; i < rounds; ++i) {
            those.push_back(cpu_seconds(other, c.arguments, out));
            these.push_back(cpu_seconds(mine, c.arguments, out));
            ratios.push_back(these.back() / those.back());
        }
        std::printf("  %-22s %7.3f s, the other %7.3f s  ratio %5.3f\n", c.name, median(these), median(those),
                    median(ratios));
    }
    std::filesystem::remove_all(folder);
}

}  // namespace niclab::benchmark
