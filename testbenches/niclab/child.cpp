#include "child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace niclab::cli {

namespace {

/// `errors`: destination of its standard error, or -1: that of this process.
pid_t start(const std::vector<std::string>& words, Speech speech, int errors) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const pid_t parent = getpid(), child = fork();
    if (child != 0) return child;
    if (errors >= 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (getppid() != parent) _exit(1);  // It has ended before.
    }
    if (speech == Speech::Silent && !std::freopen("/dev/null", "w", stdout)) _exit(1);
    if (errors >= 0 && dup2(errors, STDERR_FILENO) < 0) _exit(1);
    execvp(argv[0], argv.data());
    _exit(kNotThere);
}

// Of run_quietly(), at most one per thread.
std::array<std::atomic<pid_t>, 8> g_quiet{};
std::atomic<bool> g_ending{false};

/// A silent child while it runs.
class Registered {
public:
    explicit Registered(pid_t child) : child_(child) {
        for (auto& place : g_quiet) {
            pid_t free = 0;
            if (place.compare_exchange_strong(free, child)) break;
        }
        if (g_ending) kill(child, SIGTERM);
    }
    ~Registered() {
        for (auto& place : g_quiet) {
            pid_t own = child_;
            place.compare_exchange_strong(own, 0);
        }
    }
    Registered(const Registered&) = delete;
    Registered& operator=(const Registered&) = delete;

private:
    pid_t child_;
};

int code_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

int run_child(const std::vector<std::string>& words, Speech speech) { return code_of(start(words, speech, -1)); }

Ended run_quietly(const std::vector<std::string>& words) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return {1, std::strerror(errno)};
    const pid_t child = start(words, Speech::Silent, ends[1]);
    const Registered registered(child);
    close(ends[1]);
    Ended ended;
    char some[4096];
    for (ssize_t n = 0; (n = read(ends[0], some, sizeof some)) > 0;) ended.error.append(some, std::size_t(n));
    close(ends[0]);
    ended.code = code_of(child);
    return ended;
}

void end_quiet_children() {
    g_ending = true;
    for (const auto& place : g_quiet)
        if (const pid_t child = place; child > 0) kill(child, SIGTERM);
}

std::string own_path() {
    std::error_code none;
    return std::filesystem::read_symlink("/proc/self/exe", none).string();
}

}  // namespace niclab::cli
