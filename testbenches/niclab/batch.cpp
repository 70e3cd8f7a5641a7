/// @file  `niclab batch`: command lines of standard input, carried out by several processes.
///
/// Behaviour: each process carries out one run after the other (command_worker.h). A process for
///   each would be a third of the time of short runs. A line of standard input is a JSON list of the
///   words of one command, the program first. When a command ends, a line of JSON is printed: the
///   line's number (from 1), the exit code, and what the command wrote to standard error. A negative
///   exit code is the signal that ended it. Its standard output is dropped.
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>

#include "command_worker.h"
#include "commands.h"
#include "lab/parallel/shares.h"
#include "words.h"

namespace niclab::cli {

namespace {

/// Reads what is there. False: the end of the file, or an error.
bool read_some(int file, std::string& text) {
    std::array<char, 65536> some{};
    const ssize_t n = read(file, some.data(), some.size());
    if (n > 0) text.append(some.data(), static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && errno == EINTR);
}

bool is_command(const std::string& line) {
    const nlohmann::json words = nlohmann::json::parse(line, nullptr, false);
    const auto is_text = [](const nlohmann::json& word) { return word.is_string(); };
    return words.is_array() && !words.empty() && std::all_of(words.begin(), words.end(), is_text);
}

class Commands {
public:
    explicit Commands(unsigned most) : most_(most) {}

    void carry_out() {
        bool more = true;
        while (more || !waiting_.empty() || !running_.empty()) {
            start_some();
            std::vector<pollfd> files;
            for (const Running& r : running_) files.push_back({r.worker->file(), POLLIN, 0});
            if (more) files.push_back({STDIN_FILENO, POLLIN, 0});
            if (files.empty() || (poll(files.data(), files.size(), -1) < 0 && errno == EINTR)) continue;
            if (more && files.back().revents != 0) more = read_lines();
            for (std::size_t i = running_.size(); i-- > 0;)
                if (files[i].revents != 0) end(i);
        }
    }

private:
    struct Line {
        std::size_t number;
        std::string text;
    };
    struct Running {
        std::size_t number;
        std::unique_ptr<CommandWorker> worker;
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
        if (!is_command(line.text))
            return answer(line.number, kWrongInput,
                          "batch: line " + std::to_string(line.number) +
                              ": not a list of words; expected a JSON list such as [\"niclab\", \"run\", \"echo\"]\n");
        try {
            if (idle_.empty()) idle_.push_back(std::make_unique<CommandWorker>());
        } catch (const std::system_error& e) {
            return answer(line.number, kCheckFailed, std::string("batch: ") + e.what() + "\n");
        }
        idle_.back()->begin(line.text);
        running_.push_back({line.number, std::move(idle_.back())});
        idle_.pop_back();
    }

    void end(std::size_t i) {
        const auto running = running_.begin() + static_cast<std::ptrdiff_t>(i);
        const CommandWorker::Ended ended = running->worker->end();
        answer(running->number, ended.code, ended.errors);
        if (running->worker->alive()) idle_.push_back(std::move(running->worker));
        running_.erase(running);
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
    std::vector<std::unique_ptr<CommandWorker>> idle_;
    std::vector<Running> running_;
};

}  // namespace

CLI::App* add_batch(CLI::App& app, BatchArguments& a) {
    CLI::App* command = app.add_subcommand(
        "batch", "Run commands from standard input, several at a time; for programs that start many runs.");
    command->add_option("--jobs", a.jobs, "Commands at a time. Default: the number of processors.")->check(whole(1));
    return command;
}

int batch(const BatchArguments& a) {
    Commands(a.jobs > 0 ? a.jobs : lab::processors()).carry_out();
    return kDone;
}

}  // namespace niclab::cli
