// What a PCI bus and UTOPIA wires say in words, from hand-written samples.
#include <gtest/gtest.h>

#include "check/cell_row.h"
#include "check/pci_rows.h"

namespace niclab::check {
namespace {

/// The samples of a bus, one after the other, as words.
class Rows : public ::testing::Test {
protected:
    std::pair<std::string, std::string> next(const PciSample& s) {
        const PciRows::Codes codes = rows_.sample(s);
        return {transaction_words(codes.transaction, {"host", "nic"}), data_words(codes.data)};
    }
    static PciSample address(std::uint8_t command, std::uint32_t ad, unsigned agent) {
        PciSample s;
        s.frame = true, s.cbe = command, s.ad = ad;
        s.enables[agent] = kFrame | kAd | kCbe;
        return s;
    }
    static PciSample clock(bool frame, bool irdy, bool devsel, bool trdy, bool stop, std::uint32_t ad = 0) {
        PciSample s;
        s.frame = frame, s.irdy = irdy, s.devsel = devsel, s.trdy = trdy, s.stop = stop, s.ad = ad;
        return s;
    }
    using Words = std::pair<std::string, std::string>;
    PciRows rows_;
};

TEST_F(Rows, ABurstWithAWaitClock) {
    EXPECT_EQ(next({}), Words("-", "-"));
    EXPECT_EQ(next(address(0xE, 0x1F4000, 1)), Words("MRL@001F4000:nic", "-"));
    EXPECT_EQ(next(clock(true, true, true, false, false)), Words("MRL@001F4000:nic", "wait"));
    EXPECT_EQ(next(clock(true, true, true, true, false, 0xDEADBEEF)), Words("MRL@001F4000:nic", "0=DEADBEEF"));
    EXPECT_EQ(next(clock(false, true, true, true, false, 1)), Words("MRL@001F4000:nic", "1=00000001"));
    EXPECT_EQ(next({}), Words("-", "-"));
}

TEST_F(Rows, HowItEndsWithoutData) {
    next(address(6, 0x10, 0));
    EXPECT_EQ(next(clock(true, true, true, false, true)).second, "retry");
    next({});
    next(address(6, 0x10, 0));
    EXPECT_EQ(next(clock(true, true, true, true, false, 5)).second, "0=00000005");
    EXPECT_EQ(next(clock(true, true, true, false, true)).second, "disconnect");
    EXPECT_EQ(next(clock(true, true, false, false, true)).second, "target_abort");
    next({});
    next(address(7, 0x10, 0));
    for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(next(clock(true, true, false, false, false)).second, "wait") << i;
    EXPECT_EQ(next(clock(false, true, false, false, false)).second, "master_abort");
}

TEST_F(Rows, TransactionsBackToBackAndTwoAddressPhases) {
    next(address(7, 0x10, 0));
    EXPECT_EQ(next(clock(false, true, true, true, false, 5)).second, "0=00000005");
    EXPECT_EQ(next(address(0xD, 0x20, 1)).first, "DAC@00000020:nic");
    PciSample second = address(0xC, 0x30, 1);
    EXPECT_EQ(next(second).first, "MRM@00000030:nic");
    second.enables = {};  // A foreign waveform has no output enables.
    EXPECT_EQ(next({}).first, "-");
    EXPECT_EQ(next(second).first, "MRM@00000030");
}

TEST(CellRow, HeaderThenConnectionThenNothing) {
    const std::uint8_t user[] = {0x00, 0x00, 0xF4, 0x02}, null[] = {0, 0, 0, 1};
    EXPECT_EQ(cell_words(cell_code(user, 0)), "-");
    EXPECT_EQ(cell_words(cell_code(user, 3)), "header");
    EXPECT_EQ(cell_words(cell_code(user, 4)), "0/3904:1");
    EXPECT_EQ(cell_words(cell_code(user, 52)), "0/3904:1");
    EXPECT_EQ(cell_words(cell_code(null, 30)), "null");
}

}  // namespace
}  // namespace niclab::check
