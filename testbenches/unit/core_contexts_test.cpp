#include <gtest/gtest.h>

#include "core/clocked.h"
#include "core/contexts.h"
#include "core/event.h"

namespace niclab::core {
namespace {

/// Notes its edges and sleeps after every third, until a thread of its own wakes it.
class Sleeper : public Clocked {
public:
    Sleeper(sc_core::sc_module_name name, Clock& clk) : Clocked(name, clk) {
        SC_HAS_PROCESS(Sleeper);
        call_at_edges<&Sleeper::on_clock>(*this);
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
    Sleeper sleeper;
};

/// The edges of three parts that are made in so many contexts.
std::vector<std::vector<Femtoseconds>> edges_in(std::size_t contexts) {
    const Contexts side_by_side(contexts);
    std::vector<std::unique_ptr<Part>> parts;
    for (std::size_t i = 0; i < 3; ++i) {
        side_by_side.enter(i % contexts);
        parts.push_back(std::make_unique<Part>(("part" + std::to_string(i)).c_str(), 10'000'000 + 300'000 * i));
    }
    for (int slice = 0; slice < 7; ++slice) side_by_side.run(sc_core::sc_time(130, sc_core::SC_NS));
    EXPECT_EQ(now_fs(), 910'000'000u);
    EXPECT_EQ(side_by_side.top_level_objects().size(), 3u);
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
