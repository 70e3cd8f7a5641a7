/// A FIFO one side of which is run late.
#include <gtest/gtest.h>

#include <vector>

#include "core/fifo.h"
#include "support/sim_test.h"

namespace niclab::core {
namespace {

using FifoTest = test::SimTest;

/// Would have pushed 0, 1, 2 ... each 100 fs; does so when it is asked to.
class LateWriter : public DecoupledWriter {
public:
    explicit LateWriter(Fifo<unsigned>& out) : out_(out) { out.decouple_writer(this); }
    void synchronize() override {
        for (; next_ < now_fs(); next_ += 100) out_.push_decoupled(pushed_++, next_);
    }
    void push_due() override { synchronize(); }
    void reschedule() override { ++replanned; }
    unsigned replanned = 0;

private:
    Fifo<unsigned>& out_;
    Femtoseconds next_ = 100;
    unsigned pushed_ = 0;
};

TEST_F(FifoTest, WhatIsPushedLateWasThereAtItsTime) {
    Fifo<unsigned> fifo("fifo", 5);
    LateWriter writer(fifo);
    run(from_fs(350));
    EXPECT_FALSE(fifo.fetched());
    fifo.fetch();
    EXPECT_TRUE(fifo.fetched());
    EXPECT_EQ(fifo.size(), 3u) << "all of it was pushed before this moment";
    EXPECT_EQ(fifo.pushed_before(100), 0u);
    EXPECT_EQ(fifo.pushed_before(101), 1u);
    EXPECT_EQ(fifo.pushed_before(300), 2u);
    EXPECT_EQ(fifo.pushed_before(350), 3u);
    EXPECT_EQ(fifo.pushed_at(1), 200u);
    fifo.pop_decoupled(210);
    fifo.pop_decoupled(220);
    EXPECT_EQ(fifo.pushed_before(300), 2u) << "whatever is gone already";
    EXPECT_EQ(fifo.popped_before(210), 0u);
    EXPECT_EQ(fifo.popped_before(215), 1u);
    EXPECT_EQ(fifo.free_before(221), 4u);
    EXPECT_EQ(fifo.front(), 2u);
}

TEST_F(FifoTest, WhoFetchesNoMoreHasTheWriterPlanAnew) {
    Fifo<unsigned> fifo("fifo", 5);
    LateWriter writer(fifo);
    fifo.fetch_no_more();
    EXPECT_EQ(writer.replanned, 0u) << "nobody fetched";
    fifo.fetch();
    fifo.fetch_no_more();
    EXPECT_EQ(writer.replanned, 1u);
    EXPECT_FALSE(fifo.fetched());
}

/// Pops one item each 50 fs; does so when it is asked to.
class DecoupledPopper : public DecoupledReader {
public:
    explicit DecoupledPopper(Fifo<unsigned>& in) : in_(in) {}
    void synchronize() override { run_before(now_fs()); }
    void reschedule() override {}
    void run_before(Femtoseconds t) override {
        for (; next_ < t; next_ += 50)
            if (in_.pushed_before(next_) > popped_) in_.pop_decoupled(next_), ++popped_;
        asked.push_back(t);
    }
    std::vector<Femtoseconds> asked;

private:
    Fifo<unsigned>& in_;
    Femtoseconds next_ = 50;
    std::size_t popped_ = 0;
};

TEST_F(FifoTest, AWriterLearnsOfPopsUpToItsEdgeOnly) {
    Fifo<unsigned> fifo("fifo", 3);
    DecoupledPopper reader(fifo);
    for (unsigned i = 0; i < 3; ++i) fifo.push(i);
    run(from_fs(1000));
    fifo.decouple_reader(&reader, [](const unsigned&) { return false; });
    EXPECT_FALSE(fifo.room_before(100, 1)) << "one pop before 100: one place";
    EXPECT_TRUE(fifo.room_before(110, 1));
    EXPECT_EQ(reader.asked, (std::vector<Femtoseconds>{100, 110}));
    EXPECT_EQ(fifo.occupancy(), 1u) << "what it pops later it has not popped yet";
    EXPECT_TRUE(fifo.room_before(110, 1)) << "known already";
    EXPECT_EQ(reader.asked.size(), 2u);
}

TEST_F(FifoTest, AnyCapacityHoldsSoMany) {
    for (const std::size_t capacity : {1u, 3u, 4u, 13u}) {
        Fifo<unsigned> fifo("fifo", capacity);
        EXPECT_EQ(fifo.capacity(), capacity);
        unsigned in = 0, out = 0;
        for (unsigned turn = 0; turn < 5; ++turn) {
            while (fifo.free() > 0) fifo.push(in++);
            run(from_fs(1));
            EXPECT_EQ(fifo.size(), capacity);
            for (; !fifo.empty(); fifo.pop()) EXPECT_EQ(fifo.front(), out++);
            run(from_fs(1));
        }
        EXPECT_EQ(out, 5 * capacity);
    }
}

}  // namespace
}  // namespace niclab::core
