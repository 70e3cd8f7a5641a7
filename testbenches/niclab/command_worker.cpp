#include "command_worker.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <system_error>
#include <systemc>
#include <vector>

#include "core/contexts.h"
#include "exits.h"

namespace niclab::cli {

int main(int argc, char** argv, double earlier_cpu_s);

namespace {

/// Ends this process after a command that failed, because it may have left the kernel in any state,
/// and after another command than `run`.
void carry_out(const std::string& command, pid_t parent) {
    auto words = nlohmann::json::parse(command).get<std::vector<std::string>>();
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    setenv("NICLAB_PARENT", std::to_string(parent).c_str(), 1);
    const core::Context context(new sc_core::sc_simcontext);
    sc_core::sc_curr_simcontext = context.get();
    const int code = main(static_cast<int>(words.size()), argv.data(), double(std::clock()) / CLOCKS_PER_SEC);
    if (code != kDone || words.size() < 2 || words[1] != "run") _exit(code);
}

}  // namespace

CommandWorker::CommandWorker() : errors_(memfd_create("errors", MFD_CLOEXEC)) {
    int ends[2] = {-1, -1};
    const bool opened = errors_ >= 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
    const pid_t parent = getpid();
    if (opened) process_ = fork();
    if (process_ == 0) serve(ends[1], parent);
    const int error = errno;
    if (opened) close(ends[1]);
    socket_ = ends[0];
    if (process_ < 0) {
        close(socket_), close(errors_);
        throw std::system_error(error, std::generic_category());
    }
}

CommandWorker::~CommandWorker() {
    shutdown(socket_, SHUT_RDWR);  // Processes that were forked later have copies of the file.
    close(socket_), close(errors_);
    if (process_ > 0) waitpid(process_, nullptr, 0);
}

void CommandWorker::begin(const std::string& command) {
    const std::string line = command + "\n";
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t n = send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) return;  // The process has been ended, as end() will find.
        if (n > 0) sent += static_cast<std::size_t>(n);
    }
}

CommandWorker::Ended CommandWorker::end() {
    char done = 0;
    if (read(socket_, &done, 1) == 1) return {kDone, take_errors()};
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = -1;
    return {WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status), take_errors()};
}

std::string CommandWorker::take_errors() const {
    std::string text(static_cast<std::size_t>(lseek(errors_, 0, SEEK_END)), '\0');
    if (text.empty()) return text;
    const ssize_t n = pread(errors_, text.data(), text.size(), 0);
    text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    if (ftruncate(errors_, 0) != 0) text.clear();
    return text;
}

/// In the new process, which ends here.
void CommandWorker::serve(int socket, pid_t parent) const {
    fcntl(errors_, F_SETFL, O_APPEND);
    if (!std::freopen("/dev/null", "r", stdin) || !std::freopen("/dev/null", "w", stdout) ||
        dup2(errors_, STDERR_FILENO) < 0)
        _exit(kCheckFailed);
    FILE* const commands = fdopen(socket, "r");
    char* command = nullptr;
    std::size_t capacity = 0;
    while (commands && getline(&command, &capacity, commands) > 0) {
        carry_out(command, parent);
        if (write(socket, "", 1) != 1) break;
    }
    _exit(kInterrupted);
}

}  // namespace niclab::cli
