#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

#include "one_core.h"

using niclab::vm::OneCore;

namespace {

cpu_set_t processors_of(pid_t thread) {
    cpu_set_t set;
    CPU_ZERO(&set);
    EXPECT_EQ(::sched_getaffinity(thread, sizeof set, &set), 0);
    return set;
}

bool is_only(const cpu_set_t& set, int processor) { return CPU_COUNT(&set) == 1 && CPU_ISSET(processor, &set); }

}  // namespace

TEST(OneCore, KeepsThisThreadAndItsChildrenOnOneProcessorUntilItsEnd) {
    const cpu_set_t before = processors_of(0);
    {
        OneCore core;
        ASSERT_TRUE(CPU_ISSET(core.processor(), &before));
        EXPECT_TRUE(is_only(processors_of(0), core.processor()));
        std::thread started([&core] { EXPECT_TRUE(is_only(processors_of(0), core.processor())); });
        started.join();
    }
    const cpu_set_t after = processors_of(0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(OneCore, MovesWithAProcessWhenOthersUseItsProcessor) {
    const cpu_set_t all = processors_of(0);
    if (CPU_COUNT(&all) < 2) GTEST_SKIP() << "one processor";
    std::ifstream counts("/proc/thread-self/schedstat");
    if (long long ran = 0; !(counts >> ran) || ran == 0) GTEST_SKIP() << "the kernel keeps no times of waiting";
    OneCore core;
    const int first = core.processor();
    const pid_t process = ::fork();
    if (process == 0) {
        ::pause();
        ::_exit(0);
    }
    core.take_along(process);
    std::atomic<bool> stop{false};
    std::vector<std::thread> others;  // They are on the same processor, and stay there.
    for (int i = 0; i < 3; ++i)
        others.emplace_back([&stop] {
            while (!stop) continue;
        });
    while (core.processor() == first) core.check();
    stop = true;
    for (std::thread& other : others) other.join();
    EXPECT_TRUE(is_only(processors_of(0), core.processor()));
    EXPECT_TRUE(is_only(processors_of(process), core.processor()));
    ::kill(process, SIGKILL);
    ::waitpid(process, nullptr, 0);
}
