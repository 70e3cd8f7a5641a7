/// @file  A simulator in a process of its own, which exchanges one line of text per step with this
///        process.
///
/// Its VPI module writes to a socket that it inherits. What the simulator prints goes to standard
/// error. It reads no input. Each wait is bounded: when the simulator ends too early or does not
/// answer in time, it is killed, and an error names it. It ends with this process, however that
/// ends: its socket closes, and Linux kills it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace niclab::cosim {

struct SimulatorConfig {
    std::vector<std::string> command;  ///< Program, found in PATH, and its arguments.
    std::string variable, value;       ///< In its environment: "FD VALUE" with the number of the socket.
    std::string hello;                 ///< Its first line.
    std::chrono::milliseconds answer;  ///< Each line comes within this time.
};

class Simulator {
public:
    /// Starts it and waits for its first line. Throws core::ConfigError.
    explicit Simulator(SimulatorConfig config);
    /// Closes its socket, on which it ends; kills it if that takes longer than 5 s.
    ~Simulator();
    Simulator(const Simulator&) = delete;
    /// Sends a line, and returns the answer to it. Throws core::ConfigError.
    std::string exchange(const std::string& line);
    /// Throws core::ConfigError: the program, the number of the exchange, and the problem.
    [[noreturn]] void fail(const std::string& problem) const;

private:
    [[noreturn]] void run_child(int socket) const;
    std::string receive();
    bool wait_for_end();
    void kill();

    SimulatorConfig config_;
    pid_t parent_, child_ = -1;
    int socket_ = -1, status_ = 0;  ///< Status of the child, once it has ended.
    unsigned long long exchanges_ = 0;
};

}  // namespace niclab::cosim
