// One CPU, or two: preemption, and accounts that are exact.
#include <gtest/gtest.h>

#include "base/random.h"
#include "host/cpu.h"

namespace niclab::host {
namespace {

using base::kMicrosecond;
using base::kMillisecond;

struct Bench {
    explicit Bench(unsigned processors = 1) : cpu(event_queue, processors) {
        interrupt = cpu.add(Context::Interrupt, "interrupt");
        protocol = cpu.add(Context::Protocol, "protocol");
        program = cpu.add(Context::Process, "program");
    }
    void done(std::uint64_t what) { log.emplace_back(event_queue.now(), what); }
    base::Call note(std::uint64_t what) { return base::call<&Bench::done>(this, what); }
    /// A piece of work that comes at `when`.
    void come(base::Femtoseconds when, unsigned strand, base::Femtoseconds cost, std::uint64_t what) {
        event_queue.run(when);
        cpu.post(strand, cost, note(what));
    }
    base::EventQueue event_queue;
    Cpu cpu;
    unsigned interrupt, protocol, program;
    std::vector<std::pair<base::Femtoseconds, std::uint64_t>> log;
};

using Log = std::vector<std::pair<base::Femtoseconds, std::uint64_t>>;

TEST(Cpu, WhatIsPreemptedGoesOnWhereItWas) {
    Bench b;
    b.come(0, b.program, 100, 1);
    b.come(30, b.interrupt, 7, 2);
    b.come(33, b.protocol, 11, 3);
    b.event_queue.run(1000);
    EXPECT_EQ(b.log, (Log{{37, 2}, {48, 3}, {118, 1}}));
    EXPECT_EQ(b.cpu.preemptions(), 1u);
    EXPECT_EQ(b.cpu.busy(Context::Process), 100u);
    EXPECT_EQ(b.cpu.idle(), 1000u - 118);
}

TEST(Cpu, NothingPreemptsItsEqual) {
    Bench b;
    b.come(0, b.interrupt, 100, 1);
    b.come(10, b.interrupt, 100, 2);
    b.event_queue.run(1000);
    EXPECT_EQ(b.log, (Log{{100, 1}, {200, 2}}));
}

TEST(Cpu, ProgramsTakeTurns) {
    Bench b;
    const unsigned other = b.cpu.add(Context::Process, "other");
    for (std::uint64_t k : {1, 2, 3}) b.cpu.post(b.program, 10, b.note(k));
    for (std::uint64_t k : {11, 12, 13}) b.cpu.post(other, 10, b.note(k));
    b.event_queue.run(1000);
    EXPECT_EQ(b.log, (Log{{10, 1}, {20, 11}, {30, 2}, {40, 12}, {50, 3}, {60, 13}}));
}

TEST(Cpu, TwoProcessorsRunTwoStrandsButNeverOneTwice) {
    Bench b(2);
    for (std::uint64_t k : {1, 2}) b.cpu.post(b.program, 100, b.note(k));
    b.cpu.post(b.protocol, 50, b.note(3));
    b.event_queue.run(1000);
    EXPECT_EQ(b.log, (Log{{50, 3}, {100, 1}, {200, 2}}));
    EXPECT_EQ(b.cpu.idle(), 2000u - 250);
}

TEST(Cpu, AnInterruptTakesTheProcessorOfTheLowestContext) {
    Bench b(2);
    b.come(0, b.protocol, 100, 1);
    b.come(0, b.program, 100, 2);
    b.come(20, b.interrupt, 10, 3);
    b.event_queue.run(1000);
    EXPECT_EQ(b.log, (Log{{30, 3}, {100, 1}, {110, 2}}));
}

/// Of a random load every femtosecond is in one account.
TEST(Cpu, AccountsAreExactAtAnyMoment) {
    for (const unsigned processors : {1u, 2u}) {
        Bench b(processors);
        base::RandomStream random(5, "load");
        base::Femtoseconds asked = 0;
        for (std::uint64_t k = 0; k < 3000; ++k) {
            const auto cost = static_cast<base::Femtoseconds>(random.uniform(0, 997));
            b.come(b.event_queue.now() + std::uint64_t(random.uniform(0, 500)), unsigned(random.uniform(0, 2)), cost,
                   k);
            asked += cost;
            base::Femtoseconds sum = b.cpu.idle();
            for (const Cpu::Account& a : b.cpu.accounts()) sum += a.busy;
            ASSERT_EQ(sum, b.event_queue.now() * processors);
        }
        b.event_queue.run(b.event_queue.now() + 10'000'000);
        EXPECT_EQ(b.log.size(), 3000u);
        EXPECT_EQ(b.cpu.elapsed() * processors - b.cpu.idle(), asked);
        EXPECT_EQ(b.cpu.pending(), 0u);
    }
}

/// Interrupts of cost ci at a rate l leave min(l, (1 - l ci) / cp) for packets that cost cp more
/// each: 0 at l = 1 / ci.
TEST(Cpu, InterruptsStarveWhatIsBelowThem) {
    const double ci = 60, cp = 90;  // us
    for (const double rate : {2e3, 6e3, 8e3, 12e3, 16e3, 17e3}) {
        Bench b;
        const auto period = static_cast<base::Femtoseconds>(1e15 / rate);
        for (base::Femtoseconds at = period; at <= base::kSecond; at += period) {
            b.come(at, b.interrupt, base::from_us(ci), 0);
            b.cpu.post(b.program, base::from_us(cp), b.note(1));
        }
        b.event_queue.run(base::kSecond);
        double served = 0;
        for (const auto& [at, what] : b.log) served += double(what == 1);
        const double expected = std::max(0.0, std::min(rate, (1 - rate * ci * 1e-6) / (cp * 1e-6)));
        EXPECT_NEAR(served, expected, 0.01 * expected + 2) << rate;
    }
}

TEST(Cpu, WhoHoldsAProcessorKeepsItUntilItIsReleased) {
    Bench b;
    b.come(0, b.interrupt, 10, 1);
    b.cpu.hold(b.interrupt, b.note(2));
    b.come(5, b.interrupt, 10, 3);
    b.event_queue.run(40);
    b.cpu.release(b.interrupt);
    b.event_queue.run(1000);
    EXPECT_EQ(b.log, (Log{{10, 1}, {10, 2}, {50, 3}}));
    EXPECT_EQ(b.cpu.busy(Context::Interrupt), 50u);
    EXPECT_EQ(b.cpu.idle(), 950u);
}

TEST(Cpu, NobodyPreemptsAHeldProcessor) {
    for (const unsigned processors : {1u, 2u}) {
        Bench b(processors);
        b.come(0, b.program, 100, 1);
        b.cpu.hold_next(b.program, b.note(2));  // The rest of the present work, before later work.
        b.cpu.post(b.program, 7, b.note(3));
        b.event_queue.run(150);
        b.come(150, b.interrupt, 10, 4);
        b.event_queue.run(200);
        b.cpu.release(b.program);
        b.event_queue.run(1000);
        const base::Femtoseconds handled = processors == 1 ? 210 : 160, last = processors == 1 ? 217 : 207;
        EXPECT_EQ(b.log, (Log{{100, 1}, {100, 2}, {handled, 4}, {last, 3}})) << processors;
        EXPECT_EQ(b.cpu.preemptions(), 0u);
        EXPECT_EQ(b.cpu.idle(), 1000u * processors - 217);
    }
}

TEST(Cpu, RestsOfOnePieceKeepTheirOrder) {
    Bench b;
    b.come(0, b.program, 100, 1);
    b.cpu.hold_next(b.program, b.note(2));
    b.cpu.hold_next(b.program, b.note(3));
    b.cpu.post(b.program, 7, b.note(4));
    for (const base::Femtoseconds end : {110u, 120u}) {
        b.event_queue.run(end);
        b.cpu.release(b.program);
    }
    b.event_queue.run(1000);
    EXPECT_EQ(b.log, (Log{{100, 1}, {100, 2}, {110, 3}, {127, 4}}));
}

/// A hold on behalf of the served strand: that of the piece that is just done.
TEST(Cpu, WhoIsServedIsKnownWhileItsPieceEnds) {
    Bench b;
    struct Asker {
        Cpu& cpu;
        int seen = -1;
        void ask(std::uint64_t) { seen = cpu.serving(); }
    } asker{b.cpu};
    EXPECT_EQ(b.cpu.serving(), -1);
    b.cpu.post(b.protocol, 10, base::call<&Asker::ask>(&asker));
    b.event_queue.run(100);
    EXPECT_EQ(asker.seen, int(b.protocol));
    EXPECT_EQ(b.cpu.serving(), -1);
}

TEST(Cpu, UtilisationIsRateTimesCost) {
    for (const unsigned processors : {1u, 2u}) {
        Bench b(processors);
        for (unsigned k = 0; k < 1000; ++k) b.come(k * kMillisecond, b.program, 400 * kMicrosecond, k);
        b.event_queue.run(1000 * kMillisecond);
        EXPECT_DOUBLE_EQ(double(b.cpu.busy(Context::Process)) / double(b.cpu.elapsed() * processors), 0.4 / processors);
    }
}

}  // namespace
}  // namespace niclab::host
