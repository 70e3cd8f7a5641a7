/// @file  `niclab batch`: each command line of standard input in a process of its own.
///
/// Behaviour: the processes are forked from this one, which has loaded the program and its shared
///   libraries. A short run spends a quarter of its time on that otherwise. A line of standard input
///   is a JSON list of the words of one command, the program first. When a command ends, a line of
///   JSON is printed: the line's number (from 1), the exit code, and what the command wrote to
///   standard error. A negative exit code is the signal that ended it. Its standard output is
///   dropped.
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "lab/parallel/shares.h"
#include "words.h"

namespace niclab::cli {

int main(int argc, char** argv);

namespace {

/// Reads what is there. False: the end of the file, or an error.
bool read_some(int file, std::string& text) {
    std::array<char, 65536> some{};
    const ssize_t n = read(file, some.data(), some.size());
    if (n > 0) text.append(some.data(), static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && errno == EINTR);
}

class Commands {
public:
    explicit Commands(unsigned most) : most_(most) {}

    void carry_out() {
        bool more = true;
        while (more || !waiting_.empty() || !running_.empty()) {
            start_some();
            std::vector<pollfd> files;
            for (const Running& r : running_) files.push_back({r.errors, POLLIN, 0});
            if (more) files.push_back({STDIN_FILENO, POLLIN, 0});
            if (files.empty() || (poll(files.data(), files.size(), -1) < 0 && errno == EINTR)) continue;
            if (more && files.back().revents != 0) more = read_lines();
            for (std::size_t i = running_.size(); i-- > 0;)
                if (files[i].revents != 0 && !read_some(running_[i].errors, running_[i].text)) end(i);
        }
    }

private:
    struct Line {
        std::size_t number;
        std::string text;
    };
    struct Running {
        std::size_t number;
        pid_t process;
        int errors;  ///< To read from its standard error.
        std::string text;
    };

    bool read_lines() {
        const bool more = read_some(STDIN_FILENO, input_);
        if (!more && !input_.empty()) input_ += '\n';
        std::size_t from = 0;
        for (std::size_t to; (to = input_.find('\n', from)) != std::string::npos; from = to + 1)
            waiting_.push_back({++lines_, input_.substr(from, to - from)});
        input_.erase(0, from);
        return more;
    }

    void start_some() {
        for (; !waiting_.empty() && running_.size() < most_; waiting_.pop_front()) start(waiting_.front());
    }

    void start(const Line& line) {
        const nlohmann::json words = nlohmann::json::parse(line.text, nullptr, false);
        const auto is_text = [](const nlohmann::json& word) { return word.is_string(); };
        if (!words.is_array() || words.empty() || !std::all_of(words.begin(), words.end(), is_text))
            return answer(line.number, kWrongInput,
                          "batch: line " + std::to_string(line.number) +
                              ": not a list of words; expected a JSON list such as [\"niclab\", \"run\", \"echo\"]\n");
        const auto failed = [&line] { answer(line.number, 1, std::string("batch: ") + std::strerror(errno) + "\n"); };
        int ends[2] = {-1, -1};
        if (pipe(ends) != 0) return failed();
        const pid_t parent = getpid(), child = fork();
        if (child == 0) run(words, ends[1], parent);
        if (child < 0) {
            failed();
            close(ends[0]), close(ends[1]);
            return;
        }
        close(ends[1]);
        running_.push_back({line.number, child, ends[0], ""});
    }

    /// In the new process, which ends here.
    [[noreturn]] void run(const nlohmann::json& words, int errors, pid_t parent) {
        for (const Running& r : running_) close(r.errors);
        if (!std::freopen("/dev/null", "r", stdin) || !std::freopen("/dev/null", "w", stdout) ||
            dup2(errors, STDERR_FILENO) < 0)
            _exit(1);
        close(errors);
        setenv("NICLAB_PARENT", std::to_string(parent).c_str(), 1);
        auto texts = words.get<std::vector<std::string>>();
        std::vector<char*> argv;
        for (std::string& text : texts) argv.push_back(text.data());
        argv.push_back(nullptr);
        _exit(cli::main(static_cast<int>(texts.size()), argv.data()));
    }

    void end(std::size_t i) {
        int status = 0;
        waitpid(running_[i].process, &status, 0);
        close(running_[i].errors);
        answer(running_[i].number, WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status), running_[i].text);
        running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    }

    static void answer(std::size_t line, int code, const std::string& error) {
        const nlohmann::json said = {{"line", line}, {"exit_code", code}, {"error", error}};
        std::printf("%s\n", said.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
        std::fflush(stdout);
    }

    const unsigned most_;
    std::size_t lines_ = 0;
    std::string input_;  ///< The beginning of a line.
    std::deque<Line> waiting_;
    std::vector<Running> running_;
};

}  // namespace

CLI::App* add_batch(CLI::App& app, BatchArguments& a) {
    CLI::App* command = app.add_subcommand(
        "batch", "Run commands from standard input, each in a process of its own; for programs that start many runs.");
    command->add_option("--jobs", a.jobs, "Commands at a time. Default: the number of processors.")->check(whole(1));
    return command;
}

int batch(const BatchArguments& a) {
    Commands(a.jobs > 0 ? a.jobs : lab::processors()).carry_out();
    return kDone;
}

}  // namespace niclab::cli
