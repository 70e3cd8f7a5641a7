// The tracker against scripted events: what it recognises and what it calls wrong.
#include "support/tracker.h"

namespace niclab::probe {
namespace {

using test::sdu_of;
using test::Tracker;

TEST_F(Tracker, FollowsAPduThroughAllItsMoments) {
    call(0, 60);
    fetch(0x4000, 2000);
    const auto c = cells(0, 60);
    tracker.cell_sent(c[0], 3000);
    tracker.cell_sent(c[1], 3100);
    receive(c[0], 4000);
    receive(c[1], 4100);
    EXPECT_EQ(tracker.in_flight(), 2u);
    store(5000);
    store(5100);
    EXPECT_FALSE(tracker.settled());
    tracker.delivered({0, 0xF40}, true, "ok", sdu_of(60, 0), 6000);
    EXPECT_TRUE(tracker.settled());
    EXPECT_EQ(tracker.in_flight(), 0u);
    const PduRow& row = tracker.rows().at(0);
    const std::vector<core::Femtoseconds> expected{1000, 2000, 2010, 3000, 4000, 5000, 5005, 6000};
    EXPECT_EQ(row.at, expected);
    EXPECT_EQ(row.status, "ok");
    EXPECT_TRUE(tracker.mismatches().empty());
    EXPECT_EQ(tracker.spacing().count, 1u);
    EXPECT_EQ(tracker.spacing().max, 100u);
}

TEST_F(Tracker, PdusOfAnUnobservedSenderHaveTheCellsThatAreNamed) {
    const std::size_t first = tracker.announced(1000, 0xF40, 60, sdu_of(60, 0)),
                      second = tracker.announced(1100, 0xF40, 60, sdu_of(60, 1));
    const auto lost = cells(0, 60), whole = cells(1, 60);
    tracker.cell_entered(lost[0], first);  // Its last cell was lost before.
    for (const atm::Cell& cell : whole) tracker.cell_entered(cell, second);
    receive(lost[0], 4000), receive(whole[0], 4100), receive(whole[1], 4200);
    for (const core::Femtoseconds req : {5000, 5100, 5200}) store(req);
    tracker.delivered({0, 0xF40}, false, "crc_error", {}, 6000);
    EXPECT_EQ(tracker.rows().at(first).time_of(EventKind::RxSoc), 4000u);
    EXPECT_EQ(tracker.rows().at(first).status, "crc_error");
    EXPECT_EQ(tracker.rows().at(second).time_of(EventKind::RxSoc), 4100u);
    EXPECT_TRUE(tracker.mismatches().empty());
}

TEST_F(Tracker, AReusedDescriptorAddressMeansTheOldestPdu) {
    tracker.send_called(0, 1, 0xF40, 40, sdu_of(40, 0));
    tracker.posted(0, 0x4000, 0);
    fetch(0x4000, 10);
    tracker.send_called(1, 2, 0xF40, 40, sdu_of(40, 1));
    tracker.posted(1, 0x4000, 0);
    fetch(0x4010, 15);  // a status request between them
    fetch(0x4000, 20);
    EXPECT_EQ(tracker.rows()[0].time_of(EventKind::TxReq), 10u);
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::TxReq), 20u);
}

TEST_F(Tracker, OneWrongOctetIsNamed) {
    call(0, 40);
    auto wrong = sdu_of(40, 0);
    wrong[33] ^= 1;
    tracker.delivered({0, 0xF40}, true, "ok", wrong, 20);
    ASSERT_EQ(tracker.mismatches().size(), 1u);
    EXPECT_EQ(tracker.mismatches()[0], "PDU 0 of run 0 differs from what was sent at octet 33");
    EXPECT_EQ(tracker.rows()[0].status, "wrong_payload");
}

TEST_F(Tracker, CellsAndPdusOutOfNowhereAreMismatches) {
    tracker.cell_sent(cells(0, 40)[0], 1);
    tracker.cell_received(cells(5, 40)[0], 1, 1);
    tracker.delivered({0, 0xF40}, true, "ok", sdu_of(4, 0), 1);
    EXPECT_EQ(tracker.mismatches().size(), 3u);
}

TEST_F(Tracker, ANullCellEndsABusyPeriodAndCountsInsideAPdu) {
    call(0, 60);
    const auto c = cells(0, 60);
    tracker.cell_sent(c[0], 3000);
    tracker.cell_sent(atm::Cell{}, 3100);
    tracker.cell_sent(c[1], 3200);
    tracker.cell_sent(atm::Cell{}, 3300);
    EXPECT_EQ(tracker.spacing().count, 0u);
    EXPECT_EQ(tracker.nulls_inside_pdus(), 1u);
}

TEST_F(Tracker, ConnectionsInterleavedCellByCellKeepTheirPdus) {
    tracker.send_called(0, 1, 0xF40, 60, sdu_of(60, 0));
    tracker.send_called(1, 2, 0xF41, 60, sdu_of(60, 1), 3);
    tracker.posted(0, 0x4000, 0);
    tracker.posted(1, 0x4020, 0);
    auto a = cells(0, 60), b = cells(1, 60);
    for (atm::Cell& c : b) {
        atm::Header h = c.header();
        h.vpi = 3, h.vci = 0xF41;
        c.set_header(h);
    }
    core::Femtoseconds t = 100;
    for (const atm::Cell* c : {&a[0], &b[0], &b[1], &a[1]}) tracker.cell_sent(*c, t += 10);
    for (const atm::Cell* c : {&a[0], &b[0], &b[1], &a[1]}) receive(*c, t += 10);
    for (unsigned i = 0; i < 4; ++i) store(t += 10);
    EXPECT_EQ(tracker.rows()[0].time_of(EventKind::TxSoc), 110u);
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::TxSoc), 120u);
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::RxSoc), 160u);
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::RxReq), 200u);
    tracker.delivered(Vc{3, 0xF41}, true, "ok", sdu_of(60, 1), 300);  // overtakes PDU 0, which is not lost
    EXPECT_EQ(tracker.rows()[1].status, "ok");
    EXPECT_EQ(tracker.outstanding(), 1u);
    tracker.delivered(Vc{0, 0xF40}, true, "ok", sdu_of(60, 0), 310);
    EXPECT_EQ(tracker.rows()[0].status, "ok");
    EXPECT_EQ(tracker.spacing().count, 3u);
    EXPECT_TRUE(tracker.mismatches().empty());
}

TEST_F(Tracker, TheSameOctetsOnTwoConnectionsAreToldApart) {
    tracker.send_called(0, 1, 100, 40, sdu_of(40, 7));
    tracker.send_called(1, 2, 200, 40, sdu_of(40, 7));
    tracker.delivered(Vc{0, 200}, true, "ok", sdu_of(40, 7), 50);
    EXPECT_EQ(tracker.rows()[0].time_of(EventKind::Delivered), 0u);
    EXPECT_EQ(tracker.rows()[1].time_of(EventKind::Delivered), 50u);
    tracker.delivered(Vc{0, 300}, true, "ok", sdu_of(40, 7), 60);
    EXPECT_EQ(tracker.mismatches().size(), 1u);
}

TEST_F(Tracker, ABusyPeriodEndsWithTheLastPostedPdu) {
    call(0, 40);
    tracker.cell_sent(cells(0, 40)[0], 100);
    call(1, 40);  // too late: the queue was empty
    tracker.cell_sent(cells(1, 40)[0], 200);
    EXPECT_EQ(tracker.spacing().count, 0u);
    call(2, 40);
    call(3, 40);
    tracker.cell_sent(cells(2, 40)[0], 300);
    tracker.cell_sent(cells(3, 40)[0], 350);
    EXPECT_EQ(tracker.spacing().count, 1u);
    EXPECT_EQ(tracker.spacing().sum, 50u);
}

/// Cards that report an event of their own: one before the cells are made, one after the look-up.
class Reported : public Tracker {
protected:
    Reported() {
        card::CardPath halves;
        for (const card::PacketEvent& m : test::chain()->events()) {
            if (m.kind == EventKind::TxSoc)
                halves.sending.push_back({"scheduled", EventKind::Reported, {"queue", "", ""}, 3});
            if (m.kind == EventKind::RxReq)
                halves.receiving.push_back({"checked", EventKind::Reported, {"check", "", ""}, 3});
            if (m.kind == EventKind::SendCall || m.kind == EventKind::Delivered) continue;
            (m.kind < EventKind::RxSoc ? halves.sending : halves.receiving).push_back(m);
        }
        tracker.set_chain(std::make_shared<const card::Chain>(halves, halves));
    }
    const Vc vc{0, 0xF40};
};

TEST_F(Reported, AMomentTheSenderTellsOfBelongsToTheOldestThatHasNotReachedIt) {
    call(0, 40);
    call(1, 40);
    tracker.sending_reached(3, vc, 2500);
    tracker.sending_reached(3, {0, 1}, 2550);  // of no PDU
    tracker.sending_reached(3, vc, 2600);
    tracker.sending_reached(3, vc, 2700);  // one too many
    EXPECT_EQ(tracker.rows()[0].at[3], 2500u);
    EXPECT_EQ(tracker.rows()[1].at[3], 2600u);
}

TEST_F(Reported, AMomentTheReceiverTellsOfBelongsToWhatWasStoredLast) {
    for (std::uint32_t pdu : {0u, 1u}) {
        call(pdu, 40);
        tracker.cell_sent(cells(pdu, 40)[0], 3000 + pdu);
        receive(cells(pdu, 40)[0], 4000 + pdu);
    }
    tracker.receiving_reached(3, vc, 0, 4400);  // nothing is stored yet
    tracker.cell_outcome(true, false, 4500);
    tracker.receiving_reached(3, vc, 0, 4600);
    tracker.receiving_reached(3, vc, 0, 4650);  // the first time counts
    EXPECT_EQ(tracker.rows()[0].at[6], 4600u);
    EXPECT_EQ(tracker.rows()[1].at[6], 0u);
    EXPECT_EQ(tracker.rows()[0].time_of(EventKind::RxSoc), 4000u);
    EXPECT_EQ(tracker.rows()[0].stage(5), 600u);
    EXPECT_FALSE(tracker.rows()[0].stage(6));
}

TEST_F(Reported, UnitsOfALineWithoutCellsAreFollowedIntoTheReceivingCard) {
    for (const std::uint32_t pdu : {0u, 1u, 2u}) {
        call(pdu, 8);
        tracker.unit_sent(vc, true);
    }
    tracker.unit_left(false);
    tracker.unit_left(true), tracker.unit_left(true);
    tracker.cell_outcome(true, false, 4000);
    tracker.receiving_reached(3, vc, 0, 4100);
    tracker.cell_outcome(false, false, 4200);
    EXPECT_EQ(tracker.rows().at(0).at[6], 0u);
    EXPECT_EQ(tracker.rows().at(1).at[6], 4100u);
    EXPECT_EQ(tracker.rows().at(2).at[6], 0u);
    tracker.delivered(vc, true, "ok", sdu_of(8, 1), 6000);
    EXPECT_EQ(tracker.rows().at(1).status, "ok");
}

TEST_F(Reported, AMomentAgainstTheOrderOfTheChainIsLeftOutAndSaid) {
    call(0, 8);
    tracker.sending_reached(3, vc, 900);  // before the call
    EXPECT_EQ(tracker.rows().at(0).at[3], 0u);
    ASSERT_EQ(tracker.mismatches().size(), 1u);
    EXPECT_EQ(tracker.mismatches()[0], "a card told of scheduled of PDU 0 of run 0 against the order of its chain");
}

}  // namespace
}  // namespace niclab::probe
