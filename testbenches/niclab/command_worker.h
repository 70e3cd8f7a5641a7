/// @file A process that carries out commands of niclab, one after the other.
///
/// Behaviour: the process is forked, so it has loaded the program and its shared libraries. Each
///   command has a context of the simulation kernel of its own. The process ends with a command
///   that fails or is not `run`: its exit code is that of the process.
#pragma once

#include <sys/types.h>

#include <string>

namespace niclab::cli {

class CommandWorker {
public:
    /// Throws std::system_error if the system refuses a process.
    CommandWorker();
    /// Ends the process after its present command.
    ~CommandWorker();
    CommandWorker(const CommandWorker&) = delete;

    /// Passes on a command, a JSON list of its words. The one before must have ended.
    void begin(const std::string& command);
    /// Becomes readable when the command has ended.
    int file() const { return socket_; }

    struct Ended {
        int code;            ///< The exit code, or the negative number of the signal that ended it.
        std::string errors;  ///< What the command wrote to standard error.
    };
    /// Of the command that has ended.
    Ended end();
    /// Whether another command may begin.
    bool alive() const { return process_ > 0; }

private:
    [[noreturn]] void serve(int socket, pid_t parent) const;
    std::string take_errors() const;

    int errors_, socket_ = -1;
    pid_t process_ = -1;  ///< -1: it has ended.
};

}  // namespace niclab::cli
