// The tracker against scripted events in which cells are lost, damaged or refused: which PDU that
// was, and that accounts balance.
#include "probe/track/ledger.h"
#include "support/tracker.h"

namespace niclab::probe {
namespace {

using test::sdu_of;

class TrackerLosses : public test::Tracker {};

TEST_F(TrackerLosses, ACellLostOnTheLineLosesItsPduWhenALaterOneComes) {
    call(0, 40);
    call(1, 40);
    tracker.cell_sent(cells(0, 40)[0], 1);
    tracker.cell_sent(cells(1, 40)[0], 2);
    tracker.cell_lost("line_no_delineation");
    receive(cells(1, 40)[0], 9);
    EXPECT_EQ(tracker.in_flight(), 1u);
    store(10);
    tracker.delivered({0, 0xF40}, true, "ok", sdu_of(40, 1), 20);
    EXPECT_EQ(tracker.rows()[0].status, "lost");
    EXPECT_EQ(tracker.rows()[1].status, "ok");
    EXPECT_TRUE(tracker.settled());
}

TEST_F(TrackerLosses, OfTwoEqualPacketsTheOneThatArrivedIsDelivered) {
    const auto twice = sdu_of(40, 3);
    for (const std::uint32_t pdu : {0u, 1u}) {
        tracker.send_called(pdu, 1000 + pdu, 0xF40, 40, twice);
        tracker.posted(pdu, 0x4000 + 32 * pdu, 1000 + pdu);
        tracker.cell_sent(cells(3, 40)[0], 2000 + pdu);
    }
    tracker.cell_lost("line_no_delineation");  // the first one's
    receive(cells(3, 40)[0], 3000);
    store(4000);
    tracker.delivered({0, 0xF40}, true, "ok", twice, 5000);
    EXPECT_EQ(tracker.rows()[0].status, "lost");
    EXPECT_EQ(tracker.rows()[1].status, "ok");
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::Delivered), 5000u);
    EXPECT_TRUE(tracker.settled());
    EXPECT_TRUE(tracker.mismatches().empty());
}

TEST_F(TrackerLosses, AnOverflowConcernsTheNewestCellOthersTheOldest) {
    call(0, 40);
    call(1, 40);
    for (unsigned k : {0u, 1u}) {
        tracker.cell_sent(cells(k, 40)[0], k + 1);
        receive(cells(k, 40)[0], k + 5);
    }
    tracker.cell_outcome(false, true, 0);
    store(30);
    EXPECT_EQ(tracker.rows()[0].time_of(EventKind::RxReq), 30u);
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::RxReq), 0u);
}

TEST_F(TrackerLosses, ABadPduIsTheOldestThatReachedTheHost) {
    call(0, 40);
    call(1, 40);
    tracker.cell_sent(cells(0, 40)[0], 1);
    tracker.cell_sent(cells(1, 40)[0], 2);
    tracker.cell_lost("phy_header_error");
    receive(cells(1, 40)[0], 9);
    store(10);
    tracker.delivered({0, 0xF40}, false, "crc_error", {}, 20);
    EXPECT_EQ(tracker.rows()[0].status, "lost");
    EXPECT_EQ(tracker.rows()[1].status, "crc_error");
    EXPECT_TRUE(tracker.mismatches().empty());
}

TEST_F(TrackerLosses, APduCutByItsCardDoesNotRunIntoTheNextOne) {
    call(0, 60);
    call(1, 40);
    core::Femtoseconds t = 1;
    for (const atm::Cell& c : {cells(0, 60)[0], cells(0, 60)[1], cells(1, 40)[0]}) {
        tracker.cell_sent(c, t);
        receive(c, t + 5);
        t += 10;
    }
    store(40);
    tracker.pdu_cut();  // its second cell found no place
    store(50);
    tracker.delivered({0, 0xF40}, false, "crc_error", {}, 60);
    tracker.delivered({0, 0xF40}, true, "ok", sdu_of(40, 1), 70);
    EXPECT_EQ(tracker.rows()[0].status, "crc_error");
    EXPECT_EQ(tracker.rows()[1].status, "ok");
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::Delivered), 70u);
    EXPECT_TRUE(tracker.mismatches().empty());
    EXPECT_EQ(tracker.in_flight(), 0u);
}

TEST_F(TrackerLosses, ACellWithWrongBitsIsCountedAndKeepsItsPlace) {
    call(0, 60);
    const auto c = cells(0, 60);
    tracker.cell_sent(c[0], 1);
    tracker.cell_sent(c[1], 2);
    atm::Cell damaged = c[0];
    damaged.octets[4] ^= 0xFF;  // the HEC is the PHYs' own business
    receive(damaged, 9);
    EXPECT_EQ(tracker.damaged(), 0u);
    damaged = c[1];
    damaged.octets[10] ^= 0x01;
    receive(damaged, 10);
    EXPECT_EQ(tracker.damaged(), 1u);
    EXPECT_EQ(tracker.rows()[0].time_of(EventKind::RxSoc), 9u);
    EXPECT_TRUE(tracker.mismatches().empty());
}

TEST_F(TrackerLosses, LossesHaveTheirCauseWhereverTheyHappen) {
    call(0, 200);
    const auto c = cells(0, 200);
    ASSERT_EQ(c.size(), 5u);
    for (unsigned i = 0; i < 5; ++i) tracker.cell_sent(c[i], i);
    EXPECT_EQ(tracker.in_flight(), 5u);
    tracker.cell_lost("phy_tx_fifo_reset", 3);  // the fourth, still in the sender's PHY
    tracker.cell_lost("phy_header_error");      // the first
    receive(c[1], 9);
    tracker.cell_passed_line(0);
    tracker.cell_lost_in_phy("phy_rx_fifo_reset");
    tracker.cell_inserted();
    tracker.cell_received(cells(7, 40)[0], 10, 10);
    EXPECT_EQ(tracker.in_flight(), 3u);  // the last on the line, one sent and one inserted undecided
    EXPECT_EQ(tracker.inserted(), 1u);
    const std::map<std::string, std::uint64_t> expected{
        {"phy_tx_fifo_reset", 1}, {"phy_header_error", 1}, {"phy_rx_fifo_reset", 1}};
    EXPECT_EQ(tracker.lost(), expected);
    EXPECT_TRUE(tracker.mismatches().empty());
}

TEST_F(TrackerLosses, PdusAndOctetsBalanceAtAnyStop) {
    const auto expect = [this](std::uint64_t sent, std::uint64_t delivered, std::uint64_t dropped,
                               std::uint64_t flying) {
        for (const Account& a : {tracker.pdu_account({0, 0xF40}), tracker.octet_account({0, 0xF40})}) {
            const std::uint64_t n = a.unit == "pdus" ? 1 : 40;
            EXPECT_TRUE(a.balances()) << a.unit;
            EXPECT_EQ(a.sent, n * sent);
            EXPECT_EQ(a.delivered, n * delivered);
            EXPECT_EQ(a.total_dropped(), n * dropped);
            EXPECT_EQ(a.in_flight, n * flying);
        }
    };
    for (std::uint32_t pdu = 0; pdu < 4; ++pdu) {
        call(pdu, 40);
        tracker.cell_sent(cells(pdu, 40)[0], 10 + pdu);
    }
    expect(4, 0, 0, 4);
    tracker.cell_lost("somewhere");
    for (const std::uint32_t pdu : {1u, 2u}) {
        receive(cells(pdu, 40)[0], 15 + pdu);
        store(16 + pdu);
    }
    tracker.delivered({0, 0xF40}, true, "ok", sdu_of(40, 1), 20);
    expect(4, 1, 1, 2);
    tracker.delivered({0, 0xF40}, false, "crc_error", {}, 30);
    expect(4, 1, 2, 1);
    tracker.end_run();
    expect(4, 1, 3, 0);
    EXPECT_EQ(tracker.pdu_account({0, 0xF40}).dropped.at("lost"), 2u);
    EXPECT_EQ(tracker.rows().size(), 4u);
}

}  // namespace
}  // namespace niclab::probe
