// What may be sent, and what is said when it may not.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lab/experiment/experiment.h"
#include "support/capture_builder.h"
#include "support/temporary_folder.h"

namespace niclab::lab {
namespace {

class WorkloadFiles : public ::testing::Test, protected test::InFolder {
protected:
    std::string write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ + "/" + name, std::ios::binary) << text;
        return folder_ + "/" + name;
    }
    /// A raw IP capture with `packets` packets of 28 octets, without its last `cut` octets.
    std::string capture(unsigned packets, std::size_t cut = 0) {
        std::vector<std::string> all;
        for (unsigned i = 0; i < packets; ++i)
            all.push_back(std::string("\x45\x00\x00\x1c", 4) + std::string(24, static_cast<char>(i)));
        const std::string data = test::pcap(101, all);
        return write("c.pcap", data.substr(0, data.size() - cut));
    }
    std::string experiment(const std::string& text) { return write("e.toml", text); }
};

std::string refusal(const std::string& path) {
    try {
        read_experiment(path, {});
    } catch (const core::ConfigError& e) {
        return e.what();
    }
    return "";
}

TEST_F(WorkloadFiles, ReadsCaptures) {
    const std::string path =
        experiment("[workload]\nprotocol = \"raw\"\nencapsulation = \"raw\"\npcap = \"" + capture(3) + "\"\n");
    const Experiment e = read_experiment(path, {});
    const Workload& workload = e.flows.at(0).workload;
    ASSERT_EQ(workload.size(), 3u);
    EXPECT_EQ(workload.sdu(2).size(), 28u);
    EXPECT_EQ(workload.sdu(2)[27], 2);
    EXPECT_EQ(workload.capture_number(2), 3u);
    EXPECT_TRUE(e.remarks.empty());
}

TEST_F(WorkloadFiles, WhatOfACaptureIsNotSentIsARemark) {
    const std::string arp = std::string(12, 'a') + std::string("\x08\x06", 2) + std::string(46, '\0');
    const std::string ip = std::string(12, 'a') + std::string("\x08\x00\x45\x00\x00\x1c", 6) + std::string(24, 'x');
    write("e.pcap", test::pcap(1, {arp, ip}));
    const Experiment e = read_experiment(experiment("[workload]\npcap = \"e.pcap\"\n"), {});
    EXPECT_EQ(e.remarks, std::vector<std::string>{"e.pcap: 1 of 2 packets is sent; 1 passed over: 1 ARP."});
}

TEST_F(WorkloadFiles, RefusesDamagedCapturesAtTheirKey) {
    for (const std::string& file : {folder_ + "/none.pcap", capture(3, 5), write("x", "not a capture")}) {
        const std::string text = refusal(experiment("[workload]\npcap = \"" + file + "\"\n"));
        EXPECT_NE(text.find("e.toml:2:8: workload.pcap = "), std::string::npos) << text;
    }
    EXPECT_NE(
        refusal(experiment("[workload]\nmtu = 1500\n")).find("workload.mtu = 1500: no capture; expected pcap as well"),
        std::string::npos);
}

TEST_F(WorkloadFiles, SizeListsNameLineAndColumn) {
    EXPECT_EQ(parse_size_list("# sizes\n1\n 40 # forty\n\n", "s", 100), (std::vector<std::int64_t>{1, 40}));
    try {
        parse_size_list("1\n  4x\n", "/s", 100);
        FAIL();
    } catch (const core::ConfigError& e) {
        EXPECT_NE(std::string(e.what()).find("/s:2:3: '4x' is not a size; expected an integer from 1 to 100"),
                  std::string::npos)
            << e.what();
    }
}

TEST_F(WorkloadFiles, AHostProfileBesideTheExperimentIsFound) {
    write("mine.toml", "name = \"mine\"\n[read]\nwait_clocks = 9\n");
    const Experiment e = read_experiment(experiment("[client]\nprofile = \"mine\"\n"), {});
    EXPECT_EQ(e.host("client").host.profile.name, "mine");
    EXPECT_EQ(e.host("client").host.profile.read.wait_clocks, 9u);
    EXPECT_EQ(e.host("server").host.profile.name, "486dx4_100");
}

TEST_F(WorkloadFiles, OneSideMayDiffer) {
    const Experiment e =
        read_experiment(experiment("[nic.sar]\ntx_fifo_cells = 4\n[server.nic.sar]\ntx_fifo_cells = 2\n"),
                        {{"nic.phy.sdh=true"}, 9, 3});
    EXPECT_EQ((*e.config)["client"]["nic"]["sar"]["tx_fifo_cells"], 4);
    EXPECT_EQ((*e.config)["server"]["nic"]["sar"]["tx_fifo_cells"], 2);
    EXPECT_TRUE(e.host("server").atm()->phy.sdh);
    EXPECT_EQ(e.seed, 9u);
    EXPECT_EQ(e.runs, 3u);
    EXPECT_EQ((*e.config)["server"]["nic"]["sar"]["tx_fifo_cells"], 2);
}

TEST_F(WorkloadFiles, WhatTheCommandLineChangedIsKnown) {
    const std::string path =
        experiment("[run]\nseed = 3\n[server.nic.sar]\ntx_fifo_cells = 2\n[line]\nlength = \"2 m\"\n");
    EXPECT_TRUE(read_experiment(path, {}).changed.empty());
    const Experiment e = read_experiment(
        path, {{"nic.phy.sdh=true", "nic.sar.tx_fifo_cells=4", "line.length=\"200 cm\"", "run.limit=\"1 s\""}, 3, 7});
    std::vector<std::string> reported;
    for (const ChangedKey& c : e.changed) reported.push_back(sentence(c));
    // The line's length and the seed are as in the file, the server's own FIFO wins over the shared one.
    EXPECT_EQ(reported,
              (std::vector<std::string>{"run.runs = 7 (file: 1)", "run.limit = \"1 s\" (file: \"200 ms\")",
                                        "nic.sar.tx_fifo_cells = 4 (file: 9)", "nic.phy.sdh = true (file: false)"}));
}

TEST_F(WorkloadFiles, FilesAreKnownAndMayComeFromWhatWasKept) {
    write("mine.toml", "base = \"486dx4_100\"\nname = \"mine\"\n");
    write("sizes.txt", "5\n6\n");
    const std::string path = experiment("[client]\nprofile = \"mine\"\n[workload]\nsize_list = \"sizes.txt\"\n");
    const Experiment first = read_experiment(path, {});
    std::vector<std::string> names;
    for (const InputFile& f : first.inputs) names.push_back(f.role + " " + f.name);
    EXPECT_EQ(names,
              (std::vector<std::string>{"experiment " + path, "size list sizes.txt", "host mine", "host 486dx4_100",
                                        "card idt77901", "host 486dx4_100", "card idt77901"}));
    const nlohmann::ordered_json kept = to_json(first.inputs);
    for (const char* name : {"e.toml", "mine.toml", "sizes.txt"}) std::filesystem::remove(folder_ + "/" + name);
    const Experiment again = read_experiment(path, {}, InputFiles(kept, "results.json"));
    EXPECT_EQ(*again.config, *first.config);
    EXPECT_EQ(again.flows.at(0).workload.size(), 2u);
    EXPECT_EQ(to_json(again.inputs), kept);
}

TEST_F(WorkloadFiles, AChangedOrMissingInputIsRefusedByName) {
    const std::string path = experiment("[workload]\npcap = \"" + capture(3) + "\"\n");
    nlohmann::ordered_json kept = to_json(read_experiment(path, {}).inputs);
    const auto refusal = [&] {
        try {
            read_experiment(path, {}, InputFiles(kept, "results.json"));
        } catch (const core::ConfigError& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_EQ(refusal(), "");
    capture(4);
    EXPECT_EQ(refusal().find("results.json: capture '" + folder_ + "/c.pcap' has changed since"), 0u) << refusal();
    std::filesystem::remove(folder_ + "/c.pcap");
    EXPECT_EQ(refusal().find("results.json: capture '" + folder_ + "/c.pcap' is missing"), 0u) << refusal();
    capture(3);
    kept[0]["text"] = "[run]\n";
    EXPECT_EQ(refusal().find("results.json: experiment '" + path + "' has changed since"), 0u) << refusal();
}

TEST_F(WorkloadFiles, SizesOutsideAal5AreRefused) {
    for (const char* size : {"0", "65536", "-1"}) {
        const std::string path = experiment(std::string("[workload]\nprotocol = \"raw\"\nsizes = [") + size + "]\n");
        try {
            read_experiment(path, {});
            FAIL() << size;
        } catch (const core::ConfigError& e) {
            EXPECT_NE(std::string(e.what()).find("e.toml:3:9: workload.sizes = ["), std::string::npos) << e.what();
        }
    }
}

}  // namespace
}  // namespace niclab::lab
