#include "one_core.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace niclab::vm {

namespace {

/// How long this thread was ready and had no processor; 0 where the kernel does not count it.
std::chrono::nanoseconds waited() {
    std::ifstream file("/proc/thread-self/schedstat");
    std::chrono::nanoseconds::rep ran = 0, waited = 0;
    file >> ran >> waited;
    return std::chrono::nanoseconds(waited);
}

}  // namespace

OneCore::OneCore() : looked_(Clock::now()), waited_(waited()) {
    if (::sched_getaffinity(0, sizeof all_, &all_) == 0) move_to(::sched_getcpu());
}

OneCore::~OneCore() {
    if (processor_ >= 0) ::sched_setaffinity(0, sizeof all_, &all_);
}

/// A thread that has just ended, or a processor that is gone, is no error: all work as well on several.
void OneCore::move_to(int processor) {
    if (processor < 0 || processor >= CPU_SETSIZE) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    if (::sched_setaffinity(0, sizeof one, &one) != 0) return;
    processor_ = processor;
    if (process_ < 0) return;
    std::error_code ended;
    const std::string threads = "/proc/" + std::to_string(process_) + "/task";
    for (std::filesystem::directory_iterator at(threads, ended), end; !ended && at != end; at.increment(ended))
        ::sched_setaffinity(std::stoi(at->path().filename()), sizeof one, &one);
}

int OneCore::next() const {
    for (int step = 1; step < CPU_SETSIZE; ++step) {
        const int processor = (processor_ + step) % CPU_SETSIZE;
        if (CPU_ISSET(processor, &all_)) return processor;
    }
    return processor_;
}

void OneCore::check() {
    const Clock::time_point now = Clock::now();
    if (processor_ < 0 || now - looked_ < kPeriod) return;
    const std::chrono::nanoseconds total = waited();
    const std::chrono::duration<double> waiting = total - waited_, passed = now - looked_;
    looked_ = now, waited_ = total;
    if (waiting > kMostWaiting * passed) move_to(next());
}

}  // namespace niclab::vm
