#include "worker.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <system_error>

namespace niclab::benchmark {

namespace {

bool transfer_all(ssize_t (*transfer)(int, void*, size_t), int file, void* data, std::size_t octets) {
    auto* at = static_cast<char*>(data);
    while (octets > 0) {
        const ssize_t n = transfer(file, at, octets);
        if (n <= 0) return false;
        at += n;
        octets -= static_cast<std::size_t>(n);
    }
    return true;
}

ssize_t write_some(int file, void* data, size_t octets) { return ::write(file, data, octets); }

void serve(Model& model, double simulated_us, int commands, int answers) {
    char command = 0;
    while (transfer_all(::read, commands, &command, 1)) {
        model.feed(simulated_us);
        Stretch stretch;
        const std::uint64_t cells = model.cells();
        const double start = cpu_seconds();
        stretch.census = take_census(model, simulated_us, command == 'c');
        stretch.cpu_s = cpu_seconds() - start;
        stretch.cells = model.cells() - cells;
        if (!transfer_all(write_some, answers, &stretch, sizeof stretch)) return;
    }
}

}  // namespace

double cpu_seconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

Worker::Worker(const std::function<std::unique_ptr<Model>()>& build, double simulated_us) {
    int commands[2], answers[2];
    if (pipe(commands) != 0 || pipe(answers) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
    std::fflush(nullptr);
    child_ = fork();
    if (child_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (child_ == 0) {
        close(commands[1]), close(answers[0]);
        int status = 0;
        try {
            serve(*build(), simulated_us, commands[0], answers[1]);
        } catch (const std::exception& e) {
            std::fprintf(stderr, "%s\n", e.what());
            status = 1;
        }
        _exit(status);
    }
    close(commands[0]), close(answers[1]);
    to_child_ = commands[1];
    from_child_ = answers[0];
}

Worker::~Worker() {
    close(to_child_);  // The child process detects the end of its commands.
    close(from_child_);
    waitpid(child_, nullptr, 0);
}

Stretch Worker::ask(char command) {
    Stretch stretch;
    if (!transfer_all(write_some, to_child_, &command, 1) ||
        !transfer_all(::read, from_child_, &stretch, sizeof stretch))
        throw std::runtime_error("a benchmark process ended early");
    return stretch;
}

}  // namespace niclab::benchmark
