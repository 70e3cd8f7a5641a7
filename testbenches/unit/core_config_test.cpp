// Every kind of bad input, with its position; units; layers; files that appear whole.
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/config.h"
#include "core/output_file.h"
#include "support/temporary_folder.h"

namespace niclab::core {
namespace {

class ConfigFile : public ::testing::Test, protected test::InFolder {
protected:
    ConfigTable load(const std::string& text, const std::vector<std::string>& assignments = {}) {
        path_ = folder_ + "/x.toml";
        std::ofstream(path_) << text;
        std::vector<ConfigLayer> layers{load_layer(path_)};
        for (const std::string& a : assignments) layers.push_back(parse_assignment(a));
        return ConfigTable(layers);
    }
    /// The message of the ConfigError that `action` throws, with the file's folder cut off.
    template <class Action>
    std::string message(Action action) {
        try {
            action();
        } catch (const ConfigError& e) {
            std::string text = e.what();
            const std::size_t at = text.find(folder_ + "/");
            if (at != std::string::npos) text.erase(at, folder_.size() + 1);
            return text;
        }
        return "no error";
    }
    std::string path_;
};

TEST_F(ConfigFile, MissingAndMalformedFiles) {
    EXPECT_EQ(message([&] { load_layer(folder_ + "/none.toml"); }),
              "cannot open none.toml: no such file; expected a regular file");
    EXPECT_EQ(message([&] { load("a = 1\nb = = 2\n"); }).substr(0, 10), "x.toml:2:5");
    EXPECT_EQ(message([&] { load_layer(folder_ + "/."); }), "cannot open .: a folder; expected a regular file");
}

TEST_F(ConfigFile, WrongTypesRangesAndUnits) {
    ConfigTable t =
        load("n = \"three\"\nbig = 70\nt = \"5 kg\"\nplain = 30\nmode = \"ecko\"\nlist = [1, 900]\nflag = 1\n");
    EXPECT_EQ(message([&] { t.integer("n", 1, 0, 9, "."); }),
              "x.toml:1:5: n = \"three\": not an integer; expected an integer from 0 to 9");
    EXPECT_EQ(message([&] { t.integer("big", 1, 0, 64, "."); }),
              "x.toml:2:7: big = 70: out of range; expected an integer from 0 to 64");
    EXPECT_EQ(message([&] { t.time_ns("t", 30, 1, 100, "."); }).substr(0, 39),
              "x.toml:3:5: t = \"5 kg\": not a quantity;");
    EXPECT_NE(message([&] { t.time_ns("plain", 30, 1, 100, "."); }).find("such as \"30 ns\""), std::string::npos);
    EXPECT_EQ(message([&] {
                  t.choice("mode", "echo", {"echo", "stream"}, ".");
              }),
              "x.toml:5:8: mode = \"ecko\": unknown value (did you mean \"echo\"?); expected one of echo, stream");
    EXPECT_EQ(message([&] { t.integers("list", {1}, 1, 800, "."); }),
              "x.toml:6:8: list = [ 1, 900 ]: 900 is out of range; expected a list of integers from 1 to 800");
    EXPECT_EQ(message([&] { t.boolean("flag", true, "."); }),
              "x.toml:7:8: flag = 1: not a boolean; expected true or false");
}

TEST_F(ConfigFile, UnknownKeysNameTheNearest) {
    ConfigTable t = load("[nic]\ntx_fifo_cels = 4\n");
    ConfigTable nic = t.table("nic");
    nic.integer("tx_fifo_cells", 9, 1, 64, ".");
    EXPECT_EQ(message([&] { nic.done(); }),
              "x.toml:2:1: nic.tx_fifo_cels: unknown key; did you mean \"tx_fifo_cells\"?");
    EXPECT_EQ(message([&] { t.done(); }), "no error");
}

TEST_F(ConfigFile, AKeyThatBelongsElsewhereNamesItsPlaces) {
    const auto read = [&](const std::string& text, const std::vector<std::string>& hosts) {
        return message([&] {
            ConfigTable t = load(text);
            for (const std::string& host : hosts) {
                ConfigTable own = t.table(host), tcp = own.table("tcp");
                tcp.boolean("window_scale", false, ".");
                tcp.done(), own.done();
            }
            t.done();
        });
    };
    EXPECT_EQ(read("[tcp]\nwindow_scale = true\n", {"a", "b"}),
              "x.toml:1:2: tcp.window_scale: unknown key; did you mean \"a.tcp.window_scale\" or "
              "\"b.tcp.window_scale\"?");
    EXPECT_EQ(read("window_scale = true\n", {"a"}),
              "x.toml:1:1: window_scale: unknown key; did you mean \"a.tcp.window_scale\"?");
    EXPECT_EQ(read("window_scale = true\n", {"a", "b", "c", "d", "e"}),
              "x.toml:1:1: window_scale: unknown key; did you mean \"a.tcp.window_scale\", "
              "\"b.tcp.window_scale\", \"c.tcp.window_scale\" or one of 2 more?");
    EXPECT_EQ(read("[b]\nwindow_scale = true\n", {"a", "b"}),
              "x.toml:2:1: b.window_scale: unknown key; did you mean \"b.tcp.window_scale\"?");
    EXPECT_EQ(read("[nowhere]\nwindow = true\n", {"a"}), "x.toml:1:2: nowhere: unknown key; expected one of a");
}

TEST(UnknownName, AsksWhatWasMeantAndListsTheNames) {
    EXPECT_EQ(unknown_name("colour", "grean", {"red", "green"}),
              "unknown colour (did you mean \"green\"?); expected one of red, green");
    EXPECT_EQ(unknown_name("colour", "mauve-ish", {"red", "green"}), "unknown colour; expected one of red, green");
    EXPECT_EQ(unknown_name("card", "idt", {"ideal", "idt77901"}, "a .toml file or one of"),
              "unknown card (did you mean \"idt77901\"?); expected a .toml file or one of ideal, idt77901");
}

TEST_F(ConfigFile, UnitsConvert) {
    ConfigTable t = load("a = \"2 km\"\nb = \"1.5us\"\nc = \"3 ms\"\ne = \"2 \u00b5s\"\nf = \"2\u03bcs\"\n");
    EXPECT_DOUBLE_EQ(t.length_m("a", 1, 0, 1e6, "."), 2000);
    EXPECT_DOUBLE_EQ(t.time_ns("b", 1, 0, 1e9, "."), 1500);
    EXPECT_DOUBLE_EQ(t.time_ns("c", 1, 0, 1e9, "."), 3e6);
    EXPECT_DOUBLE_EQ(t.time_ns("d", 7, 0, 1e9, "."), 7);
    for (const char* micro : {"e", "f"}) EXPECT_DOUBLE_EQ(t.time_ns(micro, 1, 0, 1e9, "."), 2000) << micro;
    EXPECT_EQ(t.resolved()["e"], "2 us") << "in ASCII where it is written";
}

TEST_F(ConfigFile, OnlyPlainDecimalNumbersWithOneUnitAreQuantities) {
    for (const char* wrong : {"0x10 ns", " 5 ns", "5 ns ", "nan ns", "inf ns", "ns", "", "1_0 ns", "5 NS"}) {
        ConfigTable t = load(std::string("t = \"") + wrong + "\"\n");
        EXPECT_EQ(message([&] { t.time_ns("t", 2e6, 0, 1e9, "."); }),
                  std::string("x.toml:1:5: t = \"") + wrong +
                      "\": not a quantity; expected a number and a unit such as \"2 ms\", 0 ns to 1 s, units ns, us, "
                      "ms, s, ps");
    }
    ConfigTable huge = load("t = \"1e400 ns\"\n");
    EXPECT_NE(message([&] { huge.time_ns("t", 2e6, 0, 1e9, "."); }).find("t = \"1e400 ns\": out of range; "),
              std::string::npos);
    ConfigTable t = load("a = \"+1.5e3 ns\"\nb = \"500 ps\"\n");
    EXPECT_DOUBLE_EQ(t.time_ns("a", 1, 0, 1e9, "."), 1500);
    EXPECT_DOUBLE_EQ(t.time_ns("b", 1, 0, 1e9, "."), 0.5);
    EXPECT_EQ(t.resolved()["a"], "1.5 us");
    EXPECT_EQ(t.resolved()["b"], "500 ps");
}

TEST_F(ConfigFile, ErrorsNameTheKeyAsItIsWrittenThere) {
    std::ofstream(folder_ + "/card.toml") << "[sar]\ndepth = 70\n";
    const auto read = [&](const std::string& text, std::vector<std::string> assignments = {}) {
        return message([&] {
            ConfigTable t = load(text, assignments);
            ConfigTable client = t.table("client");
            ConfigTable nic = client.table("nic").over(t.table("nic")).over({load_layer(folder_ + "/card.toml")});
            ConfigTable sar = nic.table("sar");
            sar.integer("depth", 9, 1, 64, ".");
            sar.done();
        });
    };
    const std::string wanted = "70: out of range; expected an integer from 1 to 64";
    EXPECT_EQ(read(""), "card.toml:2:9: sar.depth = " + wanted);
    EXPECT_EQ(read("[nic.sar]\ndepth = 70\n"), "x.toml:2:9: nic.sar.depth = " + wanted);
    EXPECT_EQ(read("[nic.sar]\ndepth = 1\n", {"client.nic.sar.depth=70"}), "--set client.nic.sar.depth=" + wanted);
    EXPECT_EQ(read("[nic.sar]\ndepth = 1\ndeptj = 1\n"),
              "x.toml:3:1: nic.sar.deptj: unknown key; did you mean \"depth\"?");
    EXPECT_EQ(read("nic = 3\n", {"nic.sar.depth=1"}), "x.toml:1:7: nic = 3: a value; expected a table");
}

TEST_F(ConfigFile, AKeyThatIsNotThereIsPlacedInAFile) {
    auto unplaced = std::make_shared<const toml::table>(toml::table{{"seed", 3}});
    path_ = folder_ + "/x.toml";
    std::ofstream(path_) << "a = 1\n";
    const ConfigTable t({load_layer(path_), unplaced});
    EXPECT_EQ(message([&] { throw t.error("b", "missing", "a number"); }), "x.toml:1:1: b: missing; expected a number");
    EXPECT_EQ(message([&] { throw ConfigTable({unplaced}).error("b", "missing", "a number"); }),
              "b: missing; expected a number");
}

TEST_F(ConfigFile, AnErrorOfAKeyThatIsNotThereShowsItsDefault) {
    ConfigTable t = load("a = 1\n");
    t.integer("b", 7, 0, 9, ".");
    EXPECT_EQ(message([&] { throw t.error("b", "too large", "at most a"); }),
              "x.toml:1:1: b = 7 (default): too large; expected at most a");
}

TEST_F(ConfigFile, LaterLayersWinAndErrorsPointToThem) {
    ConfigTable t = load("[nic]\ndepth = 9\nname = \"a\"\n", {"nic.depth=1", "nic.name=b"});
    ConfigTable nic = t.table("nic");
    EXPECT_EQ(nic.integer("depth", 5, 1, 64, "."), 1);
    EXPECT_EQ(nic.text("name", "", "."), "b");
    EXPECT_EQ(t.resolved()["nic"]["depth"], 1);
    ConfigTable bad = load("", {"x=1", "nic.depth=900"});
    ConfigTable bad_nic = bad.table("nic");
    EXPECT_EQ(message([&] { bad_nic.integer("depth", 5, 1, 64, "."); }).substr(0, 32),
              "--set nic.depth=900: out of rang");
    EXPECT_EQ(message([&] { parse_assignment("nothing"); }), "--set nothing: not an assignment; expected KEY=VALUE");
}

TEST_F(ConfigFile, ATableOverOthersReadsThemAllAndKnowsItsOwnKeys) {
    ConfigTable t = load("[nic]\na = 1\n[client.nic]\nb = 2\n");
    ConfigTable client = t.table("client");
    std::ofstream(folder_ + "/card.toml") << "a = 7\nb = 7\nc = 7\n";
    ConfigTable nic = client.table("nic").over(t.table("nic")).over({load_layer(folder_ + "/card.toml")});
    EXPECT_EQ(nic.integer("a", 0, 0, 9, "."), 1);
    EXPECT_EQ(nic.integer("b", 0, 0, 9, "."), 2);
    EXPECT_EQ(nic.integer("c", 0, 0, 9, "."), 7);
    EXPECT_EQ(message([&] { nic.done(); }), "no error");
}

TEST_F(ConfigFile, OutputFilesAppearWholeOrNotAtAll) {
    write_file(folder_ + "/out.txt", "text\n");
    std::string line;
    std::getline(std::ifstream(folder_ + "/out.txt"), line);
    EXPECT_EQ(line, "text");
    EXPECT_FALSE(std::filesystem::exists(unfinished_name(folder_ + "/out.txt")));
    EXPECT_THROW(write_file(folder_ + "/none/out.txt", "text"), ConfigError);
    std::ofstream(folder_ + "/file") << "x";
    EXPECT_THROW(make_folder(folder_ + "/file/below"), ConfigError);
    std::filesystem::create_directory(folder_ + "/taken");
    EXPECT_THROW(write_file(folder_ + "/taken", "text"), ConfigError);
    EXPECT_FALSE(std::filesystem::exists(unfinished_name(folder_ + "/taken")));
    EXPECT_EQ(message([&] { refuse_folder("--vcd", folder_ + "/taken"); }), "--vcd taken: a folder; expected a file");
}

TEST(NearestName, FindsTyposAndNothingElse) {
    EXPECT_EQ(nearest_name("pentim133", {"486dx4_100", "ideal", "pentium133"}), "pentium133");
    EXPECT_EQ(nearest_name("zzzzzz", {"ideal"}), "");
    EXPECT_EQ(nearest_name("sede", {"mode", "seed"}), "seed");
    EXPECT_EQ(nearest_name("size", {"size_list", "sizes"}), "sizes") << "both begin like it, one is completed sooner";
    EXPECT_EQ(nearest_name("tcp", {"run", "pci"}), "") << "of three letters two have to be right";
    EXPECT_EQ(nearest_name("rn", {"pci", "run"}), "run");
}

}  // namespace
}  // namespace niclab::core
