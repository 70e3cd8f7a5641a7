// Cells out of a line's frames, read without the PHY: headers as they arrive, wherever the pointer
// moves the payload.
#include <gtest/gtest.h>

#include "atm/hec.h"
#include "phy/transmit_overhead.h"
#include "probe/capture/capture_cells.h"

namespace niclab::probe {
namespace {

/// The PHY's own framer, fed with cells that count.
class LineCellsTest : public ::testing::TestWithParam<sonet::Format> {
protected:
    LineCellsTest() {
        control.pointer.fixed = false;
        tx.control(control);
        run_frames(10);
        sent_before = found.size();
    }
    atm::Cell cell_number(std::uint32_t n) const {
        atm::Cell cell;
        cell.set_header({0, 1, static_cast<std::uint16_t>(null_cells && n % 3 == 0 ? 0 : 32 + n % 60000), 0, false});
        if (null_cells && n % 3 == 0) cell.set_header({});
        cell.octets[4] = atm::hec(cell.octets.data());
        for (unsigned i = 5; i < 53; ++i) cell.octets[i] = static_cast<std::uint8_t>(n >> 8 * (i % 4));
        return cell;
    }
    std::uint8_t payload() {
        if (index_ == 0) cell_ = cell_number(number_++);
        const unsigned i = index_;
        index_ = (index_ + 1) % atm::kCellOctets;
        return i < atm::kHeaderOctets ? cell_.octets[i] : scrambler_.scramble(cell_.octets[i]);
    }
    void run_frames(unsigned frames) { run_octets(frames * format.frame_octets); }
    void run_octets(unsigned octets) {
        for (unsigned i = 0; i < octets; ++i, now += 10) {
            std::uint8_t octet = tx.next(tx.wants_payload() ? payload() : std::uint8_t{0}, {});
            if (flip_at != 0 && now == flip_at) octet ^= flip_mask;
            if (reader.octet(octet, now)) look_at(reader.frame());
        }
    }
    void look_at(const FrameReader::Frame& frame) {
        cells.frame(frame, [this](const atm::Cell& c, core::Femtoseconds at) {
            found.push_back(c);
            times.push_back(at);
        });
    }
    static std::uint32_t number_of(const atm::Cell& c) {
        return c.octets[8] | std::uint32_t{c.octets[5]} << 8 | std::uint32_t{c.octets[6]} << 16;
    }
    void expect_all_in_order(std::size_t at_least) const {
        ASSERT_GE(found.size() - sent_before, at_least);
        const std::uint32_t first = number_of(found[0]);
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_EQ(found[i], cell_number(first + static_cast<std::uint32_t>(i))) << i;
    }

    static phy::Config config() {
        phy::Config c;
        c.format = GetParam();
        return c;
    }
    const sonet::Format format = GetParam();
    phy::TransmitOverhead tx{config()};
    phy::TransmitControl control;
    FrameReader reader{format.sts};
    LineCells cells{format.sts};
    std::vector<atm::Cell> found;
    std::vector<core::Femtoseconds> times;
    std::size_t sent_before = 0;
    core::Femtoseconds now = 1000, flip_at = 0;
    std::uint8_t flip_mask = 0;
    bool null_cells = false;

private:
    std::uint32_t number_ = 1;
    unsigned index_ = 0;
    atm::Cell cell_;
    sonet::PayloadScrambler scrambler_;
};

TEST_P(LineCellsTest, FollowThePointerUpAndDownOverBothEnds) {
    for (const unsigned from : {522u, 782u, 781u, 0u, 1u}) {
        control.pointer.arbitrary = static_cast<std::uint16_t>(from);
        tx.control(control);
        tx.pointer().requests().load = true;
        run_frames(5);
        for (const bool up : {true, true, false, false, false, true}) {
            (up ? tx.pointer().requests().increment : tx.pointer().requests().decrement) = true;
            run_frames(5);
        }
    }
    expect_all_in_order(170 * 44 * format.sts / 3);
}

TEST_P(LineCellsTest, FollowANewPointerAnywhere) {
    for (const unsigned pointer : {0u, 1u, 86u, 87u, 88u, 521u, 522u, 608u, 609u, 782u, 3u, 400u}) {
        control.pointer.arbitrary = static_cast<std::uint16_t>(pointer);
        tx.control(control);
        tx.pointer().requests().load = true;
        run_frames(4);
    }
    expect_all_in_order(2000 * format.sts / 3);  // A later pointer leaves space for octets that belong to none.
}

TEST_P(LineCellsTest, TheFrameThatTheEndCutsOffGivesItsCells) {
    const std::size_t before = found.size();
    run_octets(format.frame_octets / 2);
    EXPECT_EQ(found.size(), before) << "a whole frame is waited for";
    look_at(reader.unfinished());
    EXPECT_GE(found.size() - before, 20u * format.sts / 3);
    EXPECT_LT(times.back(), now);
    expect_all_in_order(20 * format.sts / 3);
}

TEST_P(LineCellsTest, NullCellsAreLeftOut) {
    null_cells = true;
    run_frames(6);
    std::size_t users = 0;
    for (std::size_t i = sent_before + 2; i < found.size(); ++i) {
        EXPECT_FALSE(found[i].header().is_null());
        EXPECT_NE(number_of(found[i]) % 3, 0u);
        ++users;
    }
    EXPECT_GT(users, 160u * format.sts / 3);
}

/// The first octet of a header goes out at the time its cell is said to have, and comes with its
/// wrong bit.
TEST_P(LineCellsTest, AHeaderIsShownAsItArrived) {
    // A header that no overhead interrupts. Whatever a frame carries, 53 frames later a cell begins there.
    std::size_t k = found.size() - 20;
    while (times[k + 1] - times[k] != 530) --k;
    const core::Femtoseconds frame = 10 * format.frame_octets;
    flip_at = times[k] + 53 * frame;
    flip_mask = 0x04;
    run_frames(56);
    ASSERT_EQ(std::count(times.begin(), times.end(), flip_at), 1);
    const auto at = static_cast<std::size_t>(std::find(times.begin(), times.end(), flip_at) - times.begin());
    for (std::size_t i = 0; i < found.size(); ++i) {
        atm::Cell expected = cell_number(number_of(found[0]) + static_cast<std::uint32_t>(i));
        EXPECT_EQ(LineCells::header_is_right(found[i].octets.data()), i != at);
        if (i == at) expected.octets[0] ^= 0x04;
        ASSERT_EQ(found[i], expected) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, LineCellsTest, ::testing::Values(sonet::kSts3c, sonet::kSts12c),
                         [](const auto& i) { return "Sts" + std::to_string(i.param.sts) + "c"; });

}  // namespace
}  // namespace niclab::probe
