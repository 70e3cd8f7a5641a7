/// The account of a PCI bus over samples made by hand.
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "check/report.h"
#include "probe/account/pci_csv.h"
#include "support/temporary_folder.h"

namespace niclab::probe {

namespace {

/// One clock; the letters say what is asserted: r REQ#, g GNT# of the card; f FRAME#, i IRDY#, d
/// DEVSEL#, t TRDY#, s STOP#.
check::PciSample clock_of(std::uint64_t cycle, const std::string& wires) {
    check::PciSample s;
    s.cycle = cycle;
    s.at = cycle * 1000;
    const auto has = [&wires](char c) { return wires.find(c) != std::string::npos; };
    s.frame = has('f'), s.irdy = has('i'), s.devsel = has('d'), s.trdy = has('t'), s.stop = has('s');
    s.req = has('r') ? 2 : 0, s.gnt = has('g') ? 2 : 0;
    s.cbe = 7;
    if (s.frame) s.enables[1] = check::kFrame;
    return s;
}

/// The card is pair 1 and agent 1.
struct Bench {
    PciAccount account{{{"nic", 1}}, {"host", "nic"}, {0, 1}};
    std::vector<PciTransaction> transactions;
    Bench() {
        account.done = [this](const PciTransaction& t) { transactions.push_back(t); };
    }
    void play(const std::vector<std::string>& clocks, std::uint64_t from = 0) {
        for (const std::string& c : clocks) account.sample(clock_of(from++, c));
    }
};

}  // namespace

TEST(PciAccount, AWriteOfTwoDwords) {
    Bench b;
    b.play({"", "r", "r", "rg", "rg", "f", "fi", "fidt", "idt", "", ""});
    b.account.stay(20);
    ASSERT_EQ(b.transactions.size(), 1u);
    const PciTransaction& t = b.transactions[0];
    EXPECT_EQ(t.arbitration, 2u);  // REQ# at 1, GNT# at 3
    EXPECT_EQ(t.acquisition, 2u);  // FRAME# at 5
    EXPECT_EQ(t.target, 2u);       // TRDY# at 7
    EXPECT_EQ(t.dwords, 2u);
    EXPECT_EQ(t.clocks, 4u);
    EXPECT_EQ(t.at, 5000u);
    EXPECT_EQ(t.over, 9000u);
    EXPECT_EQ(t.waits, 0u);
    EXPECT_EQ(t.end, PciEnd::Complete);
    EXPECT_EQ(t.master, 1);
    EXPECT_EQ(b.account.clocks(), 20u);
    EXPECT_EQ(b.account.busy_clocks(), 4u);
    EXPECT_EQ(b.account.data_clocks(), 2u);
    // GNT# at 3 and 4; address at 5; IRDY# alone at 6; both ready at 7; the last data at 8.
    EXPECT_EQ(b.account.states()[0].clocks, (std::array<std::uint64_t, 7>{14, 2, 1, 1, 0, 1, 1}));
}

TEST(PciAccount, ADataPhaseOf64BitsMovesTwoDwords) {
    const auto play = [](bool ack64, std::uint8_t last_enables) {
        Bench b;
        std::uint64_t cycle = 0;
        for (const char* wires : {"", "f", "fi", "fidt", "fidt", "idt", "", ""}) {
            check::PciSample s = clock_of(cycle, wires);
            s.req64 = s.frame, s.ack64 = ack64 && s.devsel;
            s.cbe = cycle == 5 ? last_enables : 0;
            b.account.sample(s);
            ++cycle;
        }
        return b.transactions.at(0).dwords;
    };
    EXPECT_EQ(play(true, 0x00), 6u);
    EXPECT_EQ(play(true, 0xF0), 5u) << "an odd burst ends in the lower half";
    EXPECT_EQ(play(false, 0x00), 3u) << "without ACK64# the upper half does not count";
}

TEST(PciAccount, OneDataPhaseOf64BitsMovesTwoDwordsThoughReq64IsGoneBeforeAck64) {
    Bench b;
    std::uint64_t cycle = 0;
    for (const char* wires : {"", "f", "i", "id", "idt", "", ""}) {
        check::PciSample s = clock_of(cycle++, wires);
        s.req64 = s.frame, s.ack64 = s.devsel, s.cbe = 0;
        b.account.sample(s);
    }
    EXPECT_EQ(b.transactions.at(0).dwords, 2u);
}

TEST(PciAccount, EachEndHasItsName) {
    Bench b;
    b.play({"", "f", "fi", "fids", "ids", ""});              // retry
    b.play({"", "f", "fi", "fidts", "ids", ""}, 10);         // one dword and STOP#
    b.play({"", "f", "fi", "fidt", "fids", "ids", ""}, 20);  // STOP# in the second phase
    b.play({"", "f", "fi", "fid", "fis", "is", ""}, 30);     // target abort
    b.play({"", "f", "fi", "fi", "fi", "fi", "i", ""}, 40);  // no target answers
    b.play({"", "f", "i", "idt", "f", "i", "idt", ""}, 50);  // back to back
    std::vector<PciEnd> ends;
    for (const PciTransaction& t : b.transactions) ends.push_back(t.end);
    EXPECT_EQ(ends,
              (std::vector<PciEnd>{PciEnd::Retry, PciEnd::DisconnectWithData, PciEnd::DisconnectWithoutData,
                                   PciEnd::TargetAbort, PciEnd::MasterAbort, PciEnd::Complete, PciEnd::Complete}));
    EXPECT_EQ(b.transactions[5].at, 51'000u);
    EXPECT_EQ(b.transactions[6].at, 54'000u);
}

TEST(PciAccount, StatesSumToAllClocksOverSleptOnes) {
    Bench b;
    b.play({"", "g"});
    b.play({"g", "f", "i", "idt", ""}, 1000);  // a thousand clocks with GNT# and nothing else
    b.account.stay(5000);
    const auto& states = b.account.states()[0].clocks;
    EXPECT_EQ(std::accumulate(states.begin(), states.end(), std::uint64_t{0}), 5000u);
    EXPECT_EQ(states[1], 1000u);
    EXPECT_EQ(b.account.clocks(), 5000u);
}

TEST(PciAccount, AParkedGrantCostsNoArbitration) {
    Bench b;
    b.play({"g", "g", "rg", "rg", "f", "i", "idt", ""});
    ASSERT_EQ(b.transactions.size(), 1u);
    EXPECT_EQ(b.transactions[0].arbitration, 0u);
    EXPECT_EQ(b.transactions[0].acquisition, 2u);
}

class PciCsvFile : public ::testing::Test, protected test::InFolder {};

TEST_F(PciCsvFile, BusesToldOneAfterTheOtherStandInTheOrderInWhichTransactionsEnded) {
    const std::string path = folder_ + "/pci.csv";
    PciCsv csv(path);
    const auto tell = [&csv](const char* bus, core::Femtoseconds over) {
        PciTransaction t;
        t.at = over - 1'000'000;
        t.over = over;
        csv.row(bus, "host", t);
    };
    for (const core::Femtoseconds over : {5'000'000u, 9'000'000u}) tell("a", over);
    for (const core::Femtoseconds over : {4'000'000u, 9'000'000u}) tell("b", over);
    csv.settle();
    tell("a", 11'000'000);
    csv.finish();
    std::ifstream file(path);
    std::string line, order;
    for (std::getline(file, line); std::getline(file, line);) order += line.substr(0, 7) + ' ';
    EXPECT_EQ(order, "3.000,b 4.000,a 8.000,a 8.000,b 10.000, ");
}

TEST(Report, SeveralKeepTheFirstFewOfEachRuleInTheOrderOfTime) {
    const check::Rule p1{"P1", "", "", true}, p2{"P2", "", "", true};
    check::Report a, b;
    for (core::Femtoseconds at = 0; at < 10; at += 2) a.add(p1, at, "a", "");
    for (core::Femtoseconds at = 1; at < 10; at += 2) b.add(p1, at, "b", "");
    b.add(p2, 3, "b", "");
    std::string order;
    for (const check::Violation& v : check::merged({&a, &b}))
        order += v.rule->id + std::to_string(v.at) + v.where + ' ';
    EXPECT_EQ(order, "P10a P11b P12a P13b P23b P14a ");
    EXPECT_EQ(check::merged({&a}).size(), 5u);
}

}  // namespace niclab::probe
