// The SPE really moves: payload stays whole through increments, decrements, new pointers and both
// ends of the range.
#include <gtest/gtest.h>

#include "support/line_bench.h"
#include "support/sim_test.h"

namespace niclab::phy {
namespace {

class PhyPointer : public ::testing::Test {
protected:
    PhyPointer() {
        control.pointer.fixed = false;
        line.tx.control(control);
        line.run_frames(10);
    }
    sonet::PointerGenerator::Requests& ask() { return line.tx.pointer().requests(); }
    void load(unsigned pointer) {
        control.pointer.arbitrary = static_cast<std::uint16_t>(pointer);
        line.tx.control(control);
        ask().load = true;
        line.run_frames(6);
    }
    /// Not an octet of the payload was lost, repeated or changed.
    void expect_whole_payload() const {
        ASSERT_GT(line.received.size(), 10'000u);
        for (std::size_t i = 1; i < line.received.size(); ++i)
            ASSERT_EQ(line.received[i], static_cast<std::uint8_t>(line.received[i - 1] + 7)) << i;
        EXPECT_EQ(line.rx.stats().b1_errors + line.rx.stats().b2_errors + line.rx.stats().b3_errors, 0u);
        for (const auto& e : line.events) EXPECT_EQ(e.which, Alarm::Oof) << name(e.which);
    }
    test::LinePair line;
    TransmitControl control;
};

TEST_F(PhyPointer, StepsUpAndDown) {
    for (int i = 0; i < 20; ++i) {
        (i % 3 == 0 ? ask().decrement : ask().increment) = true;
        line.run_frames(5);
    }
    EXPECT_EQ(line.tx.pointer().value(), 522u + 13 - 7);
    EXPECT_EQ(line.rx.pointer(), line.tx.pointer().value());
    EXPECT_EQ(line.rx.stats().pointer_increments, 13u);
    EXPECT_EQ(line.rx.stats().pointer_decrements, 7u);
    expect_whole_payload();
}

TEST_F(PhyPointer, StepsOverBothEndsOfTheRange) {
    for (const unsigned from : {782u, 781u, 0u, 1u}) {
        load(from);
        for (const bool up : {true, true, false, false, false, true}) {
            (up ? ask().increment : ask().decrement) = true;
            line.run_frames(6);
            ASSERT_EQ(line.rx.pointer(), line.tx.pointer().value());
        }
    }
    expect_whole_payload();
}

TEST_F(PhyPointer, GoesAnywhereAtOnceWithANewDataFlag) {
    for (const unsigned pointer : {0u, 1u, 86u, 87u, 88u, 521u, 522u, 523u, 608u, 609u, 782u, 3u, 400u}) {
        load(pointer);
        EXPECT_EQ(line.rx.pointer(), pointer);
    }
    EXPECT_EQ(line.rx.stats().new_pointers, 1u + 13);
    expect_whole_payload();
}

TEST_F(PhyPointer, ThePayloadRateDoesNotDependOnThePointer) {
    for (const unsigned pointer : {0u, 300u, 782u}) {
        load(pointer);
        line.run_frames(4);
        const std::size_t before = line.received.size();
        line.run_frames(10);
        EXPECT_EQ(line.received.size() - before, 10u * 2340) << pointer;
    }
}

TEST_F(PhyPointer, AStuffTakesThreeOctetsOfPayloadAndGivesThem) {
    const auto in_ten_frames = [&] {
        const std::size_t before = line.received.size();
        line.run_frames(10);
        return line.received.size() - before;
    };
    ask().increment = true;
    EXPECT_NEAR(static_cast<double>(in_ten_frames()), 23'400 - 3, 0);
    ask().decrement = true;
    EXPECT_NEAR(static_cast<double>(in_ten_frames()), 23'400 + 3, 0);
}

TEST_F(PhyPointer, SpacedStuffsAreFourFramesApart) {
    control.pointer.spaced = true;
    line.tx.control(control);
    ask().increment = true;
    line.run_frames(1);
    EXPECT_FALSE(ask().increment);
    ask().increment = true;
    line.run_frames(3);
    EXPECT_TRUE(ask().increment);
    line.run_frames(1);
    EXPECT_FALSE(ask().increment);
    line.run_frames(5);
    EXPECT_EQ(line.rx.stats().pointer_increments, 2u);
    expect_whole_payload();
}

TEST_F(PhyPointer, UnspacedStuffsAreTooFastForTheFarEnd) {
    ask().increment = true;
    line.run_frames(1);
    ask().increment = true;
    line.run_frames(3);
    EXPECT_EQ(line.rx.stats().pointer_increments, 1u);
    EXPECT_EQ(line.tx.pointer().value(), 524u);
    line.run_frames(4);
    EXPECT_EQ(line.rx.pointer(), 524u) << "three equal ones";
}

TEST_F(PhyPointer, AValueBeyondTheRangeIsSentAndMovesNothing) {
    load(800);
    EXPECT_EQ(line.tx.pointer().value(), 522u);
    line.run_frames(10);
    EXPECT_TRUE(line.alarms.active(Alarm::Lop));
    load(300);
    EXPECT_FALSE(line.alarms.active(Alarm::Lop));
    EXPECT_EQ(line.rx.pointer(), 300u);
}

TEST_F(PhyPointer, ANewDataFlagInEveryFrameLosesThePointer) {
    control.pointer.flagged = true;
    line.tx.control(control);
    line.run_frames(7);
    EXPECT_FALSE(line.alarms.active(Alarm::Lop));
    line.run_frames(1);
    EXPECT_TRUE(line.alarms.active(Alarm::Lop));
}

TEST_F(PhyPointer, FixedGoesBackTo522AndLetsRequestsWait) {
    load(100);
    control.pointer.fixed = true;
    line.tx.control(control);
    ask().increment = true;
    line.run_frames(6);
    EXPECT_EQ(line.rx.pointer(), 522u);
    EXPECT_TRUE(ask().increment);
    expect_whole_payload();
}

/// The same through the registers of a whole PHY, with cells.
class PhyPointerRegisters : public test::SimTest {};

TEST_F(PhyPointerRegisters, CellsPassWhileThePointerMoves) {
    test::LineBench bench;
    const auto write = [&](std::uint8_t address, std::uint8_t value) { bench.a.phy.write(address, value); };
    run(sc_core::sc_time(1500, sc_core::SC_US));
    for (unsigned i = 0; i < 1500; ++i) bench.a.source.wanted.push_back(test::make_cell(0x40, i));
    write(0x05, 0x00);  // FIXPTR clear
    write(0x41, 0x02);
    EXPECT_EQ(bench.a.phy.read(0x41), 0x02) << "waits for the next frame";
    run(sc_core::sc_time(600, sc_core::SC_US));
    EXPECT_EQ(bench.a.phy.read(0x41), 0x00);
    write(0x41, 0x04);
    run(sc_core::sc_time(600, sc_core::SC_US));
    write(0x45, 0x0A), write(0x46, 0x91);
    write(0x41, 0x10);
    run(sc_core::sc_time(4000, sc_core::SC_US));
    EXPECT_EQ(bench.b.phy.overhead_stats().pointer_increments, 1u);
    EXPECT_EQ(bench.b.phy.overhead_stats().pointer_decrements, 1u);
    EXPECT_EQ(bench.b.phy.overhead_stats().new_pointers, 2u);
    EXPECT_EQ(bench.b.received.size(), 1500u);
    EXPECT_EQ(bench.b.phy.receive_stats().hcs_uncorrected, 0u);
}

}  // namespace
}  // namespace niclab::phy
