// An event queue together with SystemC: each event at its time, visits after the events of their
// time.
#include <gtest/gtest.h>

#include "core/clock.h"
#include "core/kernel_bridge.h"
#include "support/sim_test.h"

namespace niclab::core {
namespace {

using KernelBridgeTest = test::SimTest;
using VisitLog = std::vector<std::pair<Femtoseconds, int>>;
constexpr Femtoseconds kNs = base::kNanosecond;

/// A process that visits at its times, and a step that answers each visit 3 ns later with an event.
struct Visitor : sc_core::sc_module {
    Visitor(sc_core::sc_module_name name, KernelBridge& c, base::EventQueue& a)
        : sc_module(name), kernel_bridge(c), event_queue(a) {
        SC_HAS_PROCESS(Visitor);
        SC_THREAD(work);
    }
    void work() {
        wait(sc_core::sc_time(5, sc_core::SC_NS));  // before begin()
        for (int k = 0; k < 3; ++k) {
            wait(sc_core::sc_time(10, sc_core::SC_NS));
            {
                const KernelBridge::SyncScope sync_scope(kernel_bridge);
                log.emplace_back(event_queue.now(), 100 + k);
                event_queue.after(3 * kNs, base::call<&Visitor::answer>(this, std::uint64_t(k)));
            }
            wait(answered);
            log.emplace_back(kernel_bridge.now(), 300 + k);
        }
    }
    void answer(std::uint64_t k) {
        log.emplace_back(event_queue.now(), 200 + int(k));
        fire(answered);
    }
    void step(std::uint64_t what) { log.emplace_back(event_queue.now(), int(what)); }
    KernelBridge& kernel_bridge;
    base::EventQueue& event_queue;
    sc_core::sc_event answered;
    VisitLog log;
};

TEST_F(KernelBridgeTest, StepsAndProcessesMeetAtTheirTimes) {
    base::EventQueue event_queue;
    KernelBridge kernel_bridge("conductor", event_queue);
    Visitor v("visitor", kernel_bridge, event_queue);
    run(sc_core::sc_time(5, sc_core::SC_NS));
    kernel_bridge.begin();
    event_queue.at(10 * kNs, base::call<&Visitor::step>(&v, 1));  // the moment of the first visit: before it
    event_queue.at(11 * kNs, base::call<&Visitor::step>(&v, 2));
    kernel_bridge.run(12 * kNs);
    EXPECT_EQ(v.log, (VisitLog{{10 * kNs, 1}, {10 * kNs, 100}, {11 * kNs, 2}}));
    EXPECT_EQ(event_queue.now(), 12 * kNs);
    kernel_bridge.run(100 * kNs);
    EXPECT_EQ(VisitLog(v.log.begin() + 3, v.log.end()), (VisitLog{{13 * kNs, 200},
                                                                  {13 * kNs, 300},
                                                                  {23 * kNs, 101},
                                                                  {26 * kNs, 201},
                                                                  {26 * kNs, 301},
                                                                  {36 * kNs, 102},
                                                                  {39 * kNs, 202},
                                                                  {39 * kNs, 302}}));
    EXPECT_EQ(kernel_bridge.now(), 100 * kNs);
}

struct Steps {
    void step(std::uint64_t) { log.push_back(event_queue.now()); }
    base::EventQueue& event_queue;
    std::vector<Femtoseconds> log;
};

TEST_F(KernelBridgeTest, ClocksStandStillWhereNothingMoves) {
    base::EventQueue event_queue;
    KernelBridge kernel_bridge("conductor", event_queue);
    Clock ticking("clock", {base::kMillisecond / 10, 0, true});
    Steps s{event_queue, {}};
    kernel_bridge.begin();
    kernel_bridge.is_idle = [] { return true; };
    Femtoseconds stopped = 0;
    kernel_bridge.stopped.listen([&stopped](Femtoseconds, const Femtoseconds& time) { stopped += time; });
    for (const Femtoseconds at : {base::kSecond, 2 * base::kSecond}) event_queue.at(at, base::call<&Steps::step>(&s));
    kernel_bridge.run(3 * base::kSecond);
    EXPECT_EQ(s.log, (std::vector<Femtoseconds>{base::kSecond, 2 * base::kSecond}));
    EXPECT_EQ(kernel_bridge.now(), 3 * base::kSecond);
    EXPECT_LT(now_fs(), 2 * base::kMillisecond);
    EXPECT_EQ(now_fs() + stopped, 3 * base::kSecond);
}

}  // namespace
}  // namespace niclab::core
