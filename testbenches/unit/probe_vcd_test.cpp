// The waveform writer: merge of clocks and data, slept edges, slips, windows, four states.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/config.h"
#include "probe/capture/pcapng.h"
#include "probe/wave/wave_writer.h"
#include "support/sim_test.h"
#include "support/temporary_folder.h"
#include "support/wave_values.h"

namespace niclab::probe {
namespace {

class Vcd : public test::SimTest, protected test::InFolder {
protected:
    WaveWriter::Config config() const {
        WaveWriter::Config c;
        c.path = folder_ + "/w.vcd";
        return c;
    }
    std::string text() const {
        std::ifstream in(folder_ + "/w.vcd");
        std::stringstream all;
        all << in.rdbuf();
        return all.str();
    }
};

TEST_F(Vcd, MergesDataTwoNanosecondsAfterTheEdgeWithSleptClockEdges) {
    core::Clock clock("clock", {10'000'000, 10'000'000, false});  // 10 ns, without a holder
    WaveWriter vcd(config());
    vcd.add_clock("top.bus", "CLK", clock);
    const auto data = vcd.add("top.bus", "AD", 8, 0, true);
    const auto wire = vcd.add("top", "x_n", 1, 1);
    run(core::from_fs(20'000'000));
    vcd.change(data, 0xA5);
    vcd.change(wire, 0);
    run(core::from_fs(10'000'000));
    vcd.change(data, 0, true);
    run(core::from_fs(5'000'000));
    vcd.finish();
    EXPECT_EQ(text(),
              "$timescale 1ps $end\n$scope module top $end\n$scope module bus $end\n$var wire 1 ! CLK $end\n"
              "$var wire 8 \" AD [7:0] $end\n$upscope $end\n$var wire 1 # x_n $end\n$upscope $end\n"
              "$enddefinitions $end\n#0\n$dumpvars\n0!\nbz \"\n1#\n$end\n#10000\n1!\n#15000\n0!\n#20000\n1!\n#22000\n"
              "b10100101 \"\n0#\n#25000\n0!\n#30000\n1!\n#32000\nbz \"\n#35000\n0!\n#35001\n");
    EXPECT_TRUE(std::filesystem::exists(folder_ + "/w.gtkw"));
}

TEST_F(Vcd, TheSaveFileOpensWhereSomethingHappens) {
    const auto start = [this] {
        std::ifstream save(folder_ + "/w.gtkw");
        std::string line, found;
        while (std::getline(save, line))
            if (line.rfind("[timestart]", 0) == 0) found = line;
        return found;
    };
    WaveWriter vcd(config());
    vcd.add("top", "x", 1, 0);
    run(core::from_fs(70'000'000));
    vcd.open_at(core::now_fs());
    vcd.open_at(core::now_fs() + 1'000'000);  // the first counts
    vcd.finish();
    EXPECT_EQ(start(), "[timestart] 70000");
}

TEST_F(Vcd, ASlipMovesTheEdgesThatFollow) {
    core::Clock clock("clock", {10'000'000, 10'000'000, false});
    WaveWriter vcd(config());
    vcd.add_clock("top", "CLK", clock);
    run(core::from_fs(12'000'000));
    clock.slip(3'000'000);
    run(core::from_fs(25'000'000));
    vcd.finish();
    const std::string t = text();
    EXPECT_NE(t.find("#10000\n1!\n#15000\n0!\n#23000\n1!\n#28000\n0!\n#33000\n1!\n"), std::string::npos) << t;
}

TEST_F(Vcd, ASlipAfterEdgesWereWrittenMovesThePendingEdgeToo) {
    core::Clock clock("clock", {10'000'000, 10'000'000, false});
    WaveWriter vcd(config());
    vcd.add_clock("top", "CLK", clock);
    const auto data = vcd.add("top", "d", 16, 0);
    run(core::from_fs(17'000'000));
    for (unsigned i = 0; i < (1u << 14); ++i) vcd.change(data, i);  // fills a batch: the edges so far are written
    clock.slip(3'000'000);
    run(core::from_fs(13'000'000));
    clock.slip(1'000'000);
    run(core::from_fs(10'000'000));
    vcd.finish();
    const std::string t = text();
    EXPECT_NE(t.find("#23000\n1!\n#28000\n0!\n#34000\n1!\n#39000\n0!\n#40000\n"), std::string::npos)
        << t.substr(t.size() - 100);
    EXPECT_EQ(t.find("#20000"), std::string::npos);
}

TEST_F(Vcd, AClockThatIsHighAtTheWindowsStartIsDumpedHigh) {
    core::Clock clock("clock", {10'000'000, 10'000'000, false});
    WaveWriter::Config c = config();
    c.from_fs = 102'000'000;
    c.to_fs = 111'000'000;
    WaveWriter vcd(c);
    vcd.add_clock("top", "CLK", clock);
    run(core::from_fs(200'000'000));
    vcd.finish();
    const std::string t = text();
    EXPECT_NE(t.find("#102000\n$dumpvars\n1!\n$end\n#105000\n0!\n#110000\n1!\n#111000\n"), std::string::npos) << t;
}

TEST_F(Vcd, ARunThatEndsBeforeTheWindowLeavesItsStartOnly) {
    core::Clock clock("clock", {10'000'000, 10'000'000, false});
    WaveWriter::Config c = config();
    c.from_fs = 500'000'000;
    WaveWriter vcd(c);
    vcd.add_clock("top", "CLK", clock);
    run(core::from_fs(100'000'000));
    vcd.finish();
    const std::string t = text();
    EXPECT_EQ(t.substr(t.find('#')), "#500000\n$dumpvars\nx!\n$end\n");
}

TEST_F(Vcd, AWindowStartsWithTheValuesAtItsStart) {
    core::Clock clock("clock", {10'000'000, 10'000'000, false});
    WaveWriter::Config c = config();
    c.from_fs = 100'000'000;
    c.to_fs = 120'000'000;
    WaveWriter vcd(c);
    vcd.add_clock("top", "CLK", clock);
    const auto data = vcd.add("top", "d", 4, 0);
    for (unsigned i = 1; i <= 15; ++i) {
        run(core::from_fs(10'000'000));
        vcd.change(data, i);
    }
    run(core::from_fs(10'000'000));
    vcd.finish();
    const std::string t = text();
    EXPECT_NE(t.find("#100000\n$dumpvars\n0!\nb1001 \"\n$end\n1!\n#102000\nb1010 \"\n"), std::string::npos) << t;
    EXPECT_EQ(t.find("b1100 "), std::string::npos);
    EXPECT_EQ(t.substr(t.size() - 19), "#120000\n1!\n#120001\n") << t;
}

/// Some readers ignore the changes at the last time.
TEST_F(Vcd, TheLastTimeIsAfterAllChanges) {
    const auto changes_at_the_end = [this](const std::string& path) {
        WaveWriter::Config c = config();
        c.path = path;
        WaveWriter writer(c);
        const auto data = writer.add("top", "d", 4, 0);
        run(core::from_fs(8'000'000));
        writer.change(data, 5);
        run(core::from_fs(2'000'000));
        writer.finish();
    };
    const core::Femtoseconds begin = core::now_fs();
    changes_at_the_end(folder_ + "/w.vcd");
    EXPECT_EQ(begin, 0u);
    const std::string t = text();
    EXPECT_EQ(t.substr(t.rfind("#10000")), "#10000\nb101 !\n#10001\n");
    changes_at_the_end(folder_ + "/w.fst");
    std::ifstream fst(folder_ + "/w.fst", std::ios::binary);
    constexpr std::streamoff kEndTimeAt = 17;
    fst.seekg(kEndTimeAt);
    std::uint64_t end_ps = 0;
    for (unsigned i = 0; i < 8; ++i) end_ps = end_ps << 8 | static_cast<unsigned>(fst.get());
    EXPECT_EQ(end_ps, 20'001u);
}

TEST_F(Vcd, TheGlobChoosesSignals) {
    WaveWriter::Config c = config();
    c.signals = "client.pci.*";
    WaveWriter vcd(c);
    EXPECT_EQ(vcd.add("server.pci", "AD", 32, 0), WaveWriter::kUnwanted);
    EXPECT_NE(vcd.add("client.pci", "AD", 32, 0), WaveWriter::kUnwanted);
    EXPECT_EQ(vcd.names(), std::vector<std::string>{"client.pci.AD[31:0]"});
}

TEST_F(Vcd, AnUnwritablePlaceIsAnErrorAndAnUnfinishedFileLeavesNothing) {
    WaveWriter::Config c = config();
    c.path = folder_ + "/none/w.vcd";
    EXPECT_THROW(WaveWriter{c}, core::ConfigError);
    { WaveWriter vcd(config()); }
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(Vcd, AnFstHoldsTheSameChanges) {
    core::Clock clock("clock", {10'000'000, 10'000'000, false});
    WaveWriter::Config fst = config();
    fst.path = folder_ + "/w.fst";
    {
        WaveWriter a(config()), b(fst);
        std::vector<WaveSink::Id> ids;
        for (WaveWriter* w : {&a, &b}) {
            w->add_clock("top.bus", "CLK", clock);
            ids = {w->add("top.bus", "AD", 64, 0, true), w->add("top", "x_n", 1, 1),
                   w->add_row("top", "says", [](std::uint64_t code) { return std::string(code, '*'); })};
        }
        for (unsigned i = 0; i < 50; ++i) {
            run(core::from_fs(7'000'000));
            for (WaveWriter* w : {&a, &b}) {
                w->change(ids[0], 0x9E3779B97F4A7C15u * i, i % 7 == 3);
                w->change(ids[1], i % 3 == 0);
                w->row(ids[2], i % 4, core::now_fs());
            }
        }
        a.finish();
        b.finish();
    }
    const auto vcd = test::wave_values(folder_ + "/w.vcd");
    EXPECT_GT(vcd.size(), 120u);
    EXPECT_EQ(vcd, test::wave_values(folder_ + "/w.fst"));
}

TEST_F(Vcd, MarkersStandInTheSaveFiles) {
    {
        WaveWriter vcd(config());
        vcd.add("top", "x", 1, 0);
        run(core::from_fs(900'000'000));
        vcd.mark(700'000'000, "P18@top: somebody");
        vcd.mark(core::now_fs(), "P5@top");
        vcd.finish();
    }
    std::stringstream gtkw, surfer;
    gtkw << std::ifstream(folder_ + "/w.gtkw").rdbuf();
    surfer << std::ifstream(folder_ + "/w.sucl").rdbuf();
    EXPECT_NE(gtkw.str().find("[timestart] 500000\n"), std::string::npos) << gtkw.str();
    EXPECT_NE(gtkw.str().find(" 700000 700000 900000 -1 -1"), std::string::npos) << gtkw.str();
    EXPECT_NE(gtkw.str().find("[markername] AP18@top:somebody\n[markername] BP5@top\n"), std::string::npos);
    EXPECT_NE(surfer.str().find("cursor_set 700000\nmarker_set P18@top:somebody\n"), std::string::npos);
    EXPECT_NE(surfer.str().find("\nzoom_to 500000 "), std::string::npos) << surfer.str();
}

TEST_F(Vcd, AnUnfinishedCaptureLeavesNothingAndAnUnwritablePlaceIsAnError) {
    { Pcapng(folder_ + "/c.pcapng").add_interface("cells", Pcapng::kCells); }
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
    EXPECT_THROW(Pcapng(folder_ + "/none/c.pcapng"), core::ConfigError);
}

TEST_F(Vcd, CapturesHaveNanosecondsAndComments) {
    Pcapng capture(folder_ + "/c.pcapng");
    const auto cells = capture.add_interface("cells", Pcapng::kCells);
    const auto packets = capture.add_interface("packets", Pcapng::kSunAtm);
    capture.packet(cells, 1'234'567'000'000, std::vector<std::uint8_t>(53, 0xAB), "seen");
    capture.packet(packets, 1'234'567'999'999, {2, 0, 0x0F, 0x40, 1, 2, 3});
    EXPECT_FALSE(std::filesystem::exists(folder_ + "/c.pcapng"));
    capture.finish();
    if (std::system("command -v tshark >/dev/null") != 0) GTEST_SKIP() << "tshark is not installed";
    const std::string command =
        "tshark -r " + folder_ +
        "/c.pcapng -T fields -e frame.time_epoch -e frame.len -e frame.comment -e frame.interface_name "
        "-e atm.vci 2>/dev/null > " +
        folder_ + "/out.txt";
    ASSERT_EQ(std::system(command.c_str()), 0);
    std::ifstream in(folder_ + "/out.txt");
    std::string first, second;
    std::getline(in, first);
    std::getline(in, second);
    EXPECT_EQ(first, "0.001234567\t53\tseen\tcells\t");
    // tshark does not count the pseudo header
    EXPECT_EQ(second, "0.001234567\t3\t\tpackets\t3904");
}

}  // namespace
}  // namespace niclab::probe
