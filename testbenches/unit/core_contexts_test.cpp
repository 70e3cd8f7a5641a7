#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "core/clocked.h"
#include "core/contexts.h"
#include "core/event.h"

/// Null where the address sanitizer is not linked. The name is the runtime's.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" __attribute__((weak)) void __asan_init();

namespace niclab::core {
namespace {

/// Notes its edges and sleeps after every third, until a thread of its own wakes it.
class WokenSleeper : public Clocked {
public:
    WokenSleeper(sc_core::sc_module_name name, Clock& clk) : Clocked(name, clk) {
        SC_HAS_PROCESS(WokenSleeper);
        call_at_edges<&WokenSleeper::on_clock>(*this);
        SC_THREAD(rouse);
    }
    std::vector<Femtoseconds> edges;

private:
    void on_clock() {
        edges.push_back(now_fs());
        if (edges.size() % 3 != 0) return;
        fire(slept_);
        sleep();
    }
    void rouse() {
        for (;;) {
            wait(slept_);
            wait(sc_core::sc_time(70, sc_core::SC_NS));
            wake();
        }
    }
    sc_core::sc_event slept_;
};

struct Part : sc_core::sc_module {
    Part(sc_core::sc_module_name name, Femtoseconds period)
        : sc_module(name), clock("clock", {period, 0, false}), sleeper("sleeper", clock) {}
    Clock clock;
    WokenSleeper sleeper;
};

/// The edges of three parts that are created in this number of contexts.
std::vector<std::vector<Femtoseconds>> edges_in(std::size_t contexts) {
    const Contexts side_by_side(contexts);
    std::vector<std::unique_ptr<Part>> parts;
    for (std::size_t i = 0; i < 3; ++i) {
        side_by_side.enter(i % contexts);
        parts.push_back(std::make_unique<Part>(("part" + std::to_string(i)).c_str(), 10'000'000 + 300'000 * i));
    }
    for (int slice = 0; slice < 7; ++slice) side_by_side.run(sc_core::sc_time(130, sc_core::SC_NS));
    EXPECT_EQ(now_fs(), 910'000'000u);
    EXPECT_EQ(side_by_side.top_level_objects(0, side_by_side.count()).size(), 3u);
    std::vector<std::vector<Femtoseconds>> edges;
    for (const auto& part : parts) edges.push_back(part->sleeper.edges);
    return edges;
}

TEST(Contexts, WhatIsNotJoinedDoesTheSameApart) {
    set_time_resolution();
    const auto apart = edges_in(3), two = edges_in(2), together = edges_in(1);  // the kernel's own comes last
    for (const auto& edges : together) EXPECT_GT(edges.size(), 20u);
    EXPECT_EQ(apart, together);
    EXPECT_EQ(two, together);
}

/// Of the process, in octets.
struct Memory {
    std::int64_t mapped, resident;
};

Memory memory() {
    std::int64_t mapped = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> mapped >> resident;
    EXPECT_GT(resident, 0);
    return {mapped * sysconf(_SC_PAGESIZE), resident * sysconf(_SC_PAGESIZE)};
}

TEST(Contexts, AThousandInOneProcessTakeTheMemoryOfAFew) {
    const auto make = [](int times) {
        for (int i = 0; i < times; ++i) {
            const Contexts two(2);
            std::vector<std::unique_ptr<Part>> parts;
            for (std::size_t k = 0; k < two.count(); ++k) {
                two.enter(k);
                parts.push_back(std::make_unique<Part>("part", 10'000'000));
            }
            if (i % 4 != 0) two.run(sc_core::sc_time(130, sc_core::SC_NS));  // some are deleted without a simulation
        }
    };
    make(100);
    const Memory before = memory();
    make(500);
    const Memory after = memory();
    if (__asan_init) GTEST_SKIP() << "the address sanitizer keeps freed memory, and reports leaks itself";
    // A thousand contexts that are not deleted map 200 MB for stacks and keep 10 MB resident.
    EXPECT_LT(after.mapped - before.mapped, 4 << 20);
    EXPECT_LT(after.resident - before.resident, 2 << 20);
}

TEST(Contexts, TheOneBeforeThemComesBack) {
    const sc_core::sc_simcontext* const own = sc_core::sc_get_curr_simcontext();
    {
        const Contexts two(2);
        EXPECT_NE(sc_core::sc_get_curr_simcontext(), own);
    }
    EXPECT_EQ(sc_core::sc_get_curr_simcontext(), own);
}

}  // namespace
}  // namespace niclab::core
