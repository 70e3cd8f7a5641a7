#include "cosim/simulator.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "core/config.h"

namespace niclab::cosim {

namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kEnd{5000}, kLook{2};

std::string ended(int status) {
    if (!WIFSIGNALED(status)) return fmt::format("ended with exit code {}", WEXITSTATUS(status));
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

}  // namespace

Simulator::Simulator(SimulatorConfig config) : config_(std::move(config)), parent_(getpid()) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("no socket can be made");
    child_ = fork();
    if (child_ == 0) run_child(ends[1]);
    close(ends[1]);
    socket_ = ends[0];
    try {
        if (child_ < 0) fail("no process can be made");
        const std::string line = receive();
        if (line != config_.hello)
            fail("first line '" + line + "'; expected '" + config_.hello + "' of the VPI module");
    } catch (...) {  // there will be no destructor
        kill();
        close(socket_);
        throw;
    }
}

/// In a group of its own: Ctrl-C is left to the parent.
void Simulator::run_child(int socket) const {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent_) _exit(1);
    setenv(config_.variable.c_str(), fmt::format("{} {}", dup(socket), config_.value).c_str(), 1);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    std::vector<char*> words;
    for (const std::string& word : config_.command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    const std::string why = fmt::format("!cannot be started: {}; expected a program\n", strerror(errno));
    _exit(write(socket, why.data(), why.size()) < 0 ? 1 : 2);
}

Simulator::~Simulator() {
    close(socket_);
    if (!wait_for_end()) kill();
}

void Simulator::fail(const std::string& problem) const {
    const std::string at = exchanges_ > 0 ? fmt::format(", clock edge {}", exchanges_) : "";
    throw core::ConfigError(config_.command[0] + at + ": " + problem);
}

bool Simulator::wait_for_end() {
    const auto until = SteadyClock::now() + kEnd;
    while (child_ > 0 && waitpid(child_, &status_, WNOHANG) == 0) {
        if (SteadyClock::now() >= until) return false;
        std::this_thread::sleep_for(kLook);
    }
    child_ = -1;
    return true;
}

void Simulator::kill() {
    if (child_ <= 0) return;
    ::kill(-child_, SIGKILL);
    ::kill(child_, SIGKILL);  // it may have no group yet
    waitpid(child_, &status_, 0);
    child_ = -1;
}

std::string Simulator::exchange(const std::string& line) {
    ++exchanges_;
    const std::string text = line + "\n";
    if (send(socket_, text.data(), text.size(), MSG_NOSIGNAL) < 0 && errno != EPIPE) fail("no line can be sent");
    return receive();
}

std::string Simulator::receive() {
    const auto until = SteadyClock::now() + config_.answer;
    std::string line;
    while (line.empty() || line.back() != '\n') {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - SteadyClock::now()).count();
        pollfd waits{socket_, POLLIN, 0};
        const int ready = poll(&waits, 1, static_cast<int>(std::max<long long>(left, 0)));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) {
            kill();
            fail(fmt::format("no answer within {:g} s; expected one at each clock edge",
                             std::chrono::duration<double>(config_.answer).count()));
        }
        char text[256];
        const ssize_t length = recv(socket_, text, sizeof text, 0);
        if (length <= 0) {
            if (!wait_for_end()) kill();
            fail(ended(status_) + "; expected it to " +
                 (exchanges_ == 0 ? "load the VPI module niclab_pci" : "run until niclab ends it"));
        }
        line.append(text, static_cast<std::size_t>(length));
    }
    line.pop_back();
    if (!line.empty() && line[0] == '!') fail(line.substr(1));
    return line;
}

}  // namespace niclab::cosim
