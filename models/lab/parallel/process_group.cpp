#include "lab/parallel/process_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <new>
#include <stdexcept>

#include "core/config.h"

namespace niclab::lab {

namespace {

/// A wait in the kernel takes longer than most waits.
constexpr unsigned kLooksBeforeSleep = 2000;
constexpr long kLookForFailuresNs = 50'000'000;
constexpr int kPipeOctets = 1 << 20;

/// In front of each text.
struct Head {
    enum class Kind : std::uint64_t { Text, WrongInput, Failure } kind;
    std::uint64_t octets;
};

void write_all(int pipe, const void* octets, std::size_t size) {
    for (const char* at = static_cast<const char*>(octets); size > 0;) {
        const ssize_t n = ::write(pipe, at, size);
        if (n < 0 && errno != EINTR) _exit(1);  // The first process has ended.
        if (n > 0) at += n, size -= static_cast<std::size_t>(n);
    }
}

void write_text(int pipe, Head::Kind kind, const std::string& text) {
    const Head head{kind, text.size()};
    write_all(pipe, &head, sizeof head);
    write_all(pipe, text.data(), text.size());
}

/// False: the other process has ended.
bool read_all(int pipe, void* octets, std::size_t size) {
    for (char* at = static_cast<char*>(octets); size > 0;) {
        const ssize_t n = ::read(pipe, at, size);
        if (n == 0 || (n < 0 && errno != EINTR)) return false;
        if (n > 0) at += n, size -= static_cast<std::size_t>(n);
    }
    return true;
}

}  // namespace

struct ProcessGroup::Shared {
    std::atomic<std::uint32_t> arrived{0}, round{0}, failed{0};
    /// Those of an exchange may still be read when the first of the next are written.
    char slots[2][kMostProcesses][kMostOctets];

    void wake() { syscall(SYS_futex, &round, FUTEX_WAKE, INT32_MAX, nullptr, nullptr, 0); }
    void sleep(std::uint32_t before) {
        const timespec longest{0, kLookForFailuresNs};
        syscall(SYS_futex, &round, FUTEX_WAIT, before, &longest, nullptr, 0);
    }
};

char* ProcessGroup::slot(unsigned process) { return shared_->slots[round_ % 2][process]; }

void ProcessGroup::start(unsigned count, const std::function<void()>& work) {
    assert(count_ == 1 && count >= 1 && count <= kMostProcesses);
    if (count == 1) return;
    void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("--threads: no memory for an exchange; expected some KiB");
    shared_ = new (memory) Shared;
    count_ = count;
    std::fflush(nullptr);
    const pid_t first = getpid();
    for (unsigned i = 1; i < count; ++i) {
        int ends[2] = {-1, -1};
        const pid_t process = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
        if (process == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            if (getppid() != first) _exit(1);
            for (const int number : {SIGINT, SIGTERM, SIGHUP})
                std::signal(number, SIG_IGN);  // The first process decides on the end.
            for (const Other& other : others_) close(other.pipe);
            others_.clear();
            close(ends[0]);
            own_ = i, to_first_ = ends[1];
            work_and_end(work);
        }
        if (ends[1] >= 0) close(ends[1]);
        if (process < 0) {
            if (ends[0] >= 0) close(ends[0]);
            throw std::runtime_error(fmt::format("--threads {}: cannot start a process; expected fewer", count));
        }
        fcntl(ends[0], F_SETPIPE_SZ, kPipeOctets);
        others_.push_back({process, ends[0]});
    }
}

void ProcessGroup::work_and_end(const std::function<void()>& work) {
    Head::Kind kind = Head::Kind::Text;
    std::string sentence;
    try {
        work();
        _exit(0);  // Files and modules belong to the first process.
    } catch (const core::ConfigError& e) {
        kind = Head::Kind::WrongInput, sentence = e.what();
    } catch (const std::exception& e) {
        kind = Head::Kind::Failure, sentence = e.what();
    }
    shared_->failed = own_;
    shared_->wake();
    write_text(to_first_, kind, sentence);
    _exit(1);
}

ProcessGroup::~ProcessGroup() {
    end_all();
    if (shared_) munmap(shared_, sizeof(Shared));
}

void ProcessGroup::end_all() {
    for (const Other& other : others_) {
        kill(other.process, SIGKILL);
        waitpid(other.process, nullptr, 0);
        close(other.pipe);
    }
    others_.clear();
}

void ProcessGroup::wait_for_all() {
    if (shared_->arrived.fetch_add(1) + 1 == count_) {
        shared_->arrived = 0;
        shared_->round = round_ + 1;
        return shared_->wake();
    }
    for (unsigned looks = 0; shared_->round.load() == round_; ++looks) {
        if (looks < kLooksBeforeSleep) continue;
        shared_->sleep(round_);
        look_for_failures();
    }
}

void ProcessGroup::look_for_failures() {
    if (!is_first()) return;  // The first ends this one.
    if (const unsigned process = shared_->failed; process != 0) fail(process);
    for (unsigned i = 1; i < count_; ++i) {
        siginfo_t ended{};
        if (waitid(P_PID, static_cast<id_t>(others_[i - 1].process), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            ended.si_pid != 0 && shared_->round.load() == round_)
            fail(i);
    }
}

/// Its sentence comes after the texts that it had sent.
void ProcessGroup::fail(unsigned process) {
    for (;;) receive(process);
}

void ProcessGroup::send(const std::string& text) { write_text(to_first_, Head::Kind::Text, text); }

std::string ProcessGroup::receive(unsigned process) {
    const Other& other = others_[process - 1];
    Head head{};
    std::string text;
    bool complete = read_all(other.pipe, &head, sizeof head);
    if (complete) {
        text.resize(head.octets);
        complete = read_all(other.pipe, text.data(), text.size());
    }
    if (complete && head.kind == Head::Kind::WrongInput) throw core::ConfigError(text);
    if (complete && head.kind == Head::Kind::Failure) throw std::runtime_error(text);
    if (complete) return text;
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(other.process), &ended, WEXITED | WNOWAIT);  // end_all() still needs its number.
    const char* const how = ended.si_code == CLD_EXITED ? "with exit code" : "by signal";
    throw std::runtime_error(fmt::format("--threads {}: process {} ended {} {}; expected its results", count_,
                                         other.process, how, ended.si_status));
}

}  // namespace niclab::lab
