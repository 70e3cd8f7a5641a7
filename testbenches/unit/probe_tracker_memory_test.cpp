// What the tracker asks the heap for: nothing for a cell, the row for a packet. And what it still
// needs to know of which.
#include <cstdlib>
#include <new>

#include "probe/track/latency_recorder.h"
#include "support/tracker.h"

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t octets) {
    ++allocations;
    if (void* there = std::malloc(octets)) return there;
    throw std::bad_alloc();
}
void* operator new(std::size_t octets, const std::nothrow_t&) noexcept { return ++allocations, std::malloc(octets); }
[[gnu::noinline]] void operator delete(void* there) noexcept { std::free(there); }
void operator delete(void* there, const std::nothrow_t&) noexcept { std::free(there); }
[[gnu::noinline]] void operator delete(void* there, std::size_t) noexcept { std::free(there); }

namespace niclab::probe {
namespace {

using test::sdu_of;

class TrackerMemory : public test::Tracker {
protected:
    TrackerMemory() { tracker.listen(recorder); }
    /// From its program to the other, cell by cell.
    void pass(std::uint32_t pdu, const std::vector<std::uint8_t>& sdu, const std::vector<atm::Cell>& all) {
        tracker.send_called(pdu, 1000, 0xF40, sdu.size(), sdu);
        tracker.posted(pdu, 0x4000, 0);
        fetch(0x4000, 2000);
        for (const atm::Cell& cell : all) {
            recorder.segmented(cell.header(), 0, 2500);
            tracker.cell_sent(cell, 3000);
            recorder.launched(cell.header(), 3100);
            receive(cell, 4000);
            store(5000);
        }
        tracker.delivered({0, 0xF40}, true, "ok", sdu, 6000);
        recorder.doorbell(1900);
        recorder.handler_begins(5900);
        recorder.forget_before(std::min(tracker.oldest_in_work(), recorder.oldest_in_work()));
    }
    std::size_t allocated_by(std::size_t octets, std::uint32_t packets) {
        const auto sdu = sdu_of(octets, 1);
        const auto all = cells(1, octets);
        std::uint32_t pdu = 0;
        for (; pdu < 100; ++pdu) pass(pdu, sdu, all);  // as much as they ever hold
        const std::size_t before = allocations;
        for (; pdu < 100 + packets; ++pdu) pass(pdu, sdu, all);
        return allocations - before;
    }
    LatencyRecorder recorder;
};

TEST_F(TrackerMemory, ACellAllocatesNothingAndAPacketItsRow) {
    constexpr std::uint32_t kPackets = 400;
    EXPECT_LE(allocated_by(1500, kPackets), kPackets + 4);  // and the rows' vector, which doubles
}

TEST_F(TrackerMemory, WhatIsDeliveredIsInWorkNoMore) {
    const auto c = cells(0, 60);
    call(0, 60), call(1, 40);
    EXPECT_EQ(tracker.oldest_in_work(), 0u);
    fetch(0x4000, 2000), fetch(0x4020, 2001);
    for (const atm::Cell& cell : c) tracker.cell_sent(cell, 3000), receive(cell, 4000);
    store(5000);
    EXPECT_EQ(tracker.oldest_in_work(), 0u);
    store(5100);
    EXPECT_EQ(tracker.oldest_in_work(), 0u) << "its program has not got it";
    tracker.delivered({0, 0xF40}, true, "ok", sdu_of(60, 0), 6000);
    EXPECT_EQ(tracker.oldest_in_work(), 1u);
    tracker.end_run();
    EXPECT_EQ(tracker.oldest_in_work(), 2u);
}

TEST_F(TrackerMemory, ACellOnTheLineKeepsItsPacketInWork) {
    call(0, 40), call(1, 40);
    fetch(0x4000, 2000), fetch(0x4020, 2001);
    tracker.cell_sent(cells(0, 40)[0], 3000);
    tracker.delivered({0, 0xF40}, true, "ok", sdu_of(40, 0), 6000);
    EXPECT_EQ(tracker.oldest_in_work(), 0u);
    receive(cells(0, 40)[0], 7000);
    EXPECT_EQ(tracker.oldest_in_work(), 0u);
    tracker.cell_outcome(false, false, 7100);
    EXPECT_EQ(tracker.oldest_in_work(), 1u);
}

TEST_F(TrackerMemory, ALifeThatIsForgottenIsNotBegunAnew) {
    call(0, 40), call(1, 40);
    recorder.forget_before(1);
    recorder.row_handed_down(0, 5), recorder.row_handed_down(1, 6);
    EXPECT_EQ(recorder.trace(0).point(Point::HandedDown), 0u);
    EXPECT_EQ(recorder.trace(1).point(Point::HandedDown), 6u);
}

}  // namespace
}  // namespace niclab::probe
