// What captures take from their taps: PDUs out of cells, frames out of a line, stages out of the
// tracker's rows.
#include <gtest/gtest.h>

#include "atm/aal5.h"
#include "probe/capture/capture_frames.h"
#include "probe/capture/capture_pdus.h"
#include "probe/capture/capture_stages.h"
#include "sonet/frame.h"
#include "sonet/scrambler.h"
#include "support/chain.h"
#include "support/tracker.h"

namespace niclab::probe {
namespace {

using test::sdu_of;

atm::Cell cell_of(std::uint16_t vci, std::uint8_t pti, const std::uint8_t* payload) {
    atm::Cell cell;
    cell.set_header({0, 1, vci, pti, false});
    std::copy_n(payload, atm::kPayloadOctets, cell.payload());
    return cell;
}

TEST(PduAssembler, PutsInterleavedPdusTogetherAsTheyArrive) {
    auto a = atm::aal5_encode(sdu_of(90, 1)), b = atm::aal5_encode(sdu_of(100, 2));
    ASSERT_EQ(a.size(), 144u);
    a[50] ^= 1;  // a wrong bit stays one
    PduAssembler assembler;
    for (std::size_t at = 0; at < 96; at += 48) {
        EXPECT_FALSE(assembler.cell(cell_of(100, 0, &a[at]), 10 + at));
        EXPECT_FALSE(assembler.cell(cell_of(101, 2, &b[at]), 20 + at));
    }
    const auto first = assembler.cell(cell_of(100, 1, &a[96]), 200);
    const auto second = assembler.cell(cell_of(101, 3, &b[96]), 210);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->octets, a);
    EXPECT_EQ(first->first_soc, 10u);
    EXPECT_EQ(first->last_soc, 200u);
    EXPECT_EQ(first->header.pti, 1);
    EXPECT_EQ(second->octets, b);
    EXPECT_EQ(second->header.vci, 101);
    EXPECT_TRUE(second->ended);
}

TEST(PduAssembler, CellsOfManagementAndNullCellsBelongToNoPdu) {
    const auto a = atm::aal5_encode(sdu_of(60, 1));
    PduAssembler assembler;
    assembler.cell(cell_of(100, 0, &a[0]), 1);
    EXPECT_FALSE(assembler.cell(cell_of(100, 5, &a[0]), 2));
    EXPECT_FALSE(assembler.cell(atm::Cell{}, 3));
    EXPECT_EQ(assembler.cell(cell_of(100, 1, &a[48]), 4)->octets, a);
}

TEST(PduAssembler, APduWithoutEndIsGivenUpAtTheLimit) {
    const std::vector<std::uint8_t> payload(48);
    PduAssembler assembler;
    for (std::size_t i = 1; i < PduAssembler::kMaxCells; ++i)
        ASSERT_FALSE(assembler.cell(cell_of(100, 0, payload.data()), i));
    const auto cut = assembler.cell(cell_of(100, 0, payload.data()), 9999);
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->ended);
    EXPECT_EQ(cut->octets.size(), PduAssembler::kMaxCells * 48);
    EXPECT_EQ(assembler.cell(cell_of(100, 1, payload.data()), 10000)->octets.size(), 48u);
}

TEST(ErfRecord, HasTypeTimeLengthsAndTheHeaderOfTheLastCell) {
    CapturedPdu pdu;
    pdu.header = {0, 1, 0xF40, 1, false};
    pdu.last_soc = 2'500'000'000'000'000;
    pdu.octets = std::vector<std::uint8_t>(48, 0xAB);
    const std::vector<std::uint8_t> record = erf_record(pdu);
    const std::vector<std::uint8_t> head{0, 0, 0, 0x80, 2, 0, 0, 0, 4, 4, 0, 68, 0, 0, 0, 52, 0x00, 0x10, 0xF4, 0x02};
    ASSERT_EQ(record.size(), 68u);
    EXPECT_TRUE(std::equal(head.begin(), head.end(), record.begin()));
    EXPECT_EQ(record[20], 0xAB);
}

TEST(ErfRecord, LengthsBeyondTheirFieldsStayAtTheLargestAndSaySo) {
    CapturedPdu pdu;
    const auto lengths = [&pdu](std::size_t octets) {
        pdu.octets = std::vector<std::uint8_t>(octets);
        const std::vector<std::uint8_t> r = erf_record(pdu);
        EXPECT_EQ(r.size(), octets + 20);
        return std::vector<unsigned>{r[9], 256u * r[10] + r[11], 256u * r[14] + r[15]};
    };
    EXPECT_EQ(lengths(48), (std::vector<unsigned>{0x04, 68, 52}));
    EXPECT_EQ(lengths(65520), (std::vector<unsigned>{0x04, 65535, 65524}));
    EXPECT_EQ(lengths(65568), (std::vector<unsigned>{0x0C, 65535, 65535}));
}

class Notes : public ::testing::Test {
protected:
    Notes() {
        tracker.set_chain(test::chain());
        tracker.begin_run(2, 1'000'000);
        for (std::uint32_t pdu = 10; pdu < 13; ++pdu) {
            tracker.send_called(pdu, 2'000'000, vci(pdu), 40, sdu_of(40, pdu));
            tracker.posted(pdu, 0x4000 + 32 * pdu, 0);
            const atm::Cell cell = cell_of_pdu(pdu);
            tracker.cell_sent(cell, 3'000'000 + pdu);
            if (pdu == 10) {
                tracker.cell_lost("somewhere");
                continue;
            }
            tracker.cell_passed_line(0);
            tracker.cell_received(cell, 4'500'000 + pdu, 4'500'000 + pdu);
        }
    }
    static std::uint16_t vci(std::uint32_t pdu) { return pdu == 11 ? 200 : 100; }
    static atm::Cell cell_of_pdu(std::uint32_t pdu) {
        const auto data = atm::aal5_encode(sdu_of(40, pdu));
        atm::Cell cell = cell_of(vci(pdu), 1, data.data());
        cell.set_header({0, 0, vci(pdu), 1, false});
        return cell;
    }
    PduTracker tracker;
    StageNotes notes{tracker, "there"};
};

TEST_F(Notes, FindAPduByTheMomentItPassedTheTap) {
    EXPECT_EQ(notes.find(EventKind::TxSoc, 3'000'011), 1u);
    EXPECT_EQ(notes.find(EventKind::RxSoc, 4'500'012), 2u);
    EXPECT_FALSE(notes.find(EventKind::RxSoc, 4'500'010));
    EXPECT_EQ(notes.unfinished(2u), "run 2 pdu 1 there; not delivered when this was written");
}

TEST_F(Notes, ADeliveryEndsWhatWasSentBeforeItOnItsConnectionOnly) {
    for (unsigned cell = 0; cell < 2; ++cell) tracker.cell_outcome(true, false, 8'000'000);
    tracker.delivered(Vc{0, 100}, true, "ok", sdu_of(40, 12), 9'000'000);
    std::vector<std::size_t> ended;
    EXPECT_EQ(notes.delivered({0, 100}, 9'000'000, ended), 2u);
    EXPECT_EQ(ended, (std::vector<std::size_t>{0, 2}));
    EXPECT_EQ(notes.comment(2), "run 2 pdu 1 there ok; phy_in_to_phy_out 1.500 ns");
    EXPECT_EQ(notes.comment(0), "run 2 pdu 0 there lost");
    EXPECT_EQ(notes.end_run(), (std::vector<std::size_t>{1}));
    EXPECT_TRUE(notes.end_run().empty());
    EXPECT_FALSE(notes.find(EventKind::TxSoc, 3'000'011)) << "ended";
}

/// A frame with the pattern, `fill` elsewhere, scrambled by the table of the models.
std::vector<std::uint8_t> line_frame(std::uint8_t fill) {
    std::vector<std::uint8_t> frame(sonet::kSts3c.frame_octets, fill);
    for (unsigned i = 0; i < 6; ++i) frame[i] = i < 3 ? sonet::kA1 : sonet::kA2;
    for (unsigned i = 0; i < frame.size(); ++i)
        frame[i] = static_cast<std::uint8_t>(frame[i] ^ sonet::frame_scrambler(sonet::kSts3c, true)[i]);
    return frame;
}

class Frames : public ::testing::Test {
protected:
    void feed(const std::vector<std::uint8_t>& octets) {
        for (const std::uint8_t o : octets) {
            if (reader.octet(o, now)) seen.push_back(reader.frame().octets), began.push_back(reader.frame().began);
            now += 10;
        }
    }
    FrameReader reader;
    core::Femtoseconds now = 1000;
    std::vector<std::vector<std::uint8_t>> seen;
    std::vector<core::Femtoseconds> began;
};

TEST_F(Frames, AreFoundAtAnyOctetAndDescrambled) {
    feed({0xF6, 0xF6, 0x28, 0xF6});
    feed(line_frame(0x5A));
    feed(line_frame(0xC3));
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(began, (std::vector<core::Femtoseconds>{1040, 1040 + 24300}));
    for (unsigned i = 6; i < sonet::kSts3c.frame_octets; ++i) ASSERT_EQ(seen[0][i], 0x5A) << i;
    EXPECT_EQ(seen[1].back(), 0xC3);
    EXPECT_EQ(seen[1][5], 0x28);
}

TEST_F(Frames, WithAWrongPatternAreShownUntilTheFourth) {
    feed(line_frame(0));
    auto wrong = line_frame(0);
    wrong[4] ^= 0x10;
    for (unsigned i = 0; i < 3; ++i) feed(wrong);
    ASSERT_EQ(seen.size(), 4u);
    EXPECT_EQ(seen[3][4], 0x38);
    feed(line_frame(0));
    EXPECT_EQ(seen.size(), 5u) << "three are forgiven";
    for (unsigned i = 0; i < 4; ++i) feed(wrong);
    EXPECT_EQ(seen.size(), 8u);
    feed({1, 2, 3});
    feed(line_frame(7));
    ASSERT_EQ(seen.size(), 9u) << "found anew, elsewhere";
    EXPECT_EQ(seen[8][100], 7);
}

}  // namespace
}  // namespace niclab::probe
