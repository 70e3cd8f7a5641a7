// An event queue together with SystemC: each event at its time, visits after the events of their
// time.
#include <gtest/gtest.h>

#include "core/clock.h"
#include "core/conductor.h"
#include "support/sim_test.h"

namespace niclab::core {
namespace {

using ConductorTest = test::SimTest;
using Log = std::vector<std::pair<Femtoseconds, int>>;
constexpr Femtoseconds kNs = base::kNanosecond;

/// A process that visits at its times, and a step that answers each visit 3 ns later with an event.
struct Visitor : sc_core::sc_module {
    Visitor(sc_core::sc_module_name name, Conductor& c, base::Agenda& a) : sc_module(name), conductor(c), agenda(a) {
        SC_HAS_PROCESS(Visitor);
        SC_THREAD(work);
    }
    void work() {
        wait(sc_core::sc_time(5, sc_core::SC_NS));  // before begin()
        for (int k = 0; k < 3; ++k) {
            wait(sc_core::sc_time(10, sc_core::SC_NS));
            {
                const Conductor::Visit visit(conductor);
                log.emplace_back(agenda.now(), 100 + k);
                agenda.after(3 * kNs, base::call<&Visitor::answer>(this, std::uint64_t(k)));
            }
            wait(answered);
            log.emplace_back(conductor.now(), 300 + k);
        }
    }
    void answer(std::uint64_t k) {
        log.emplace_back(agenda.now(), 200 + int(k));
        fire(answered);
    }
    void step(std::uint64_t what) { log.emplace_back(agenda.now(), int(what)); }
    Conductor& conductor;
    base::Agenda& agenda;
    sc_core::sc_event answered;
    Log log;
};

TEST_F(ConductorTest, StepsAndProcessesMeetAtTheirTimes) {
    base::Agenda agenda;
    Conductor conductor("conductor", agenda);
    Visitor v("visitor", conductor, agenda);
    run(sc_core::sc_time(5, sc_core::SC_NS));
    conductor.begin();
    agenda.at(10 * kNs, base::call<&Visitor::step>(&v, 1));  // the moment of the first visit: before it
    agenda.at(11 * kNs, base::call<&Visitor::step>(&v, 2));
    conductor.run(12 * kNs);
    EXPECT_EQ(v.log, (Log{{10 * kNs, 1}, {10 * kNs, 100}, {11 * kNs, 2}}));
    EXPECT_EQ(agenda.now(), 12 * kNs);
    conductor.run(100 * kNs);
    EXPECT_EQ(Log(v.log.begin() + 3, v.log.end()), (Log{{13 * kNs, 200},
                                                        {13 * kNs, 300},
                                                        {23 * kNs, 101},
                                                        {26 * kNs, 201},
                                                        {26 * kNs, 301},
                                                        {36 * kNs, 102},
                                                        {39 * kNs, 202},
                                                        {39 * kNs, 302}}));
    EXPECT_EQ(conductor.now(), 100 * kNs);
}

struct Steps {
    void step(std::uint64_t) { log.push_back(agenda.now()); }
    base::Agenda& agenda;
    std::vector<Femtoseconds> log;
};

TEST_F(ConductorTest, ClocksStandStillWhereNothingMoves) {
    base::Agenda agenda;
    Conductor conductor("conductor", agenda);
    Clock ticking("clock", {base::kMillisecond / 10, 0, true});
    Steps s{agenda, {}};
    conductor.begin();
    conductor.rests = [] { return true; };
    for (const Femtoseconds at : {base::kSecond, 2 * base::kSecond}) agenda.at(at, base::call<&Steps::step>(&s));
    conductor.run(3 * base::kSecond);
    EXPECT_EQ(s.log, (std::vector<Femtoseconds>{base::kSecond, 2 * base::kSecond}));
    EXPECT_EQ(conductor.now(), 3 * base::kSecond);
    EXPECT_LT(now_fs(), 2 * base::kMillisecond);
}

}  // namespace
}  // namespace niclab::core
