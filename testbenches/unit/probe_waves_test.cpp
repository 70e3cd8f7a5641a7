// Bundles of wires as a reader of the file sees them: electrical levels, z, commands and byte enables.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "probe/wave/wave_writer.h"
#include "probe/wave/waveforms.h"
#include "support/sim_test.h"
#include "support/temporary_folder.h"

namespace niclab::probe {
namespace {

/// Changes of one signal: picoseconds and the digits as written.
using Changes = std::vector<std::pair<std::uint64_t, std::string>>;

/// The smallest reader of a VCD: full name without range to changes.
std::map<std::string, Changes> read_vcd(const std::string& path) {
    std::map<std::string, Changes> signals;
    std::map<std::string, std::string> name_of;
    std::vector<std::string> scopes;
    std::ifstream in(path);
    std::uint64_t now = 0;
    for (std::string word; in >> word;) {
        std::string a, b, c, d;
        if (word == "$scope") {
            in >> a >> b >> c;
            scopes.push_back(b + ".");
        } else if (word == "$upscope") {
            scopes.pop_back();
        } else if (word == "$var") {
            in >> a >> b >> c >> d;
            std::string full;
            for (const std::string& scope : scopes) full += scope;
            name_of[c] = full + d;
        } else if (word[0] == '#') {
            now = std::stoull(word.substr(1));
        } else if (word[0] == 'b') {
            in >> a;
            signals[name_of.at(a)].emplace_back(now, word.substr(1));
        } else if (word[0] == '0' || word[0] == '1' || word[0] == 'z') {
            if (name_of.count(word.substr(1))) signals[name_of[word.substr(1)]].emplace_back(now, word.substr(0, 1));
        }
    }
    return signals;
}

class Waves : public test::SimTest, protected test::InFolder {
protected:
    Waves() { config_.path = folder_ + "/w.vcd"; }
    static void run_ns(unsigned ns) { run(core::from_fs(ns * 1'000'000ull)); }
    WaveWriter::Config config_;
};

struct Agent : sc_core::sc_module {
    explicit Agent(sc_core::sc_module_name name) : sc_module(name) {}
    pci::InitiatorPins initiator;
    struct Half : sc_core::sc_module {
        explicit Half(sc_core::sc_module_name name) : sc_module(name) {}
        pci::TargetPins pins;
    } target{"target"};
};

pci::Levels levels(unsigned enabled, std::uint32_t ad = 0, std::uint8_t cbe = 0) {
    pci::Levels l;
    l.enabled = static_cast<std::uint8_t>(enabled);
    l.ad = ad;
    l.cbe = cbe;
    return l;
}

TEST_F(Waves, APciReadShowsCommandThenEnablesAndFloatsWhereNobodyDrives) {
    core::Clock clock("clock", {30'000'000, 30'000'000, false});
    pci::Bus bus("bus", clock);
    Agent agent("agent");
    bus.attach(agent.initiator, "bridge");
    bus.attach(agent.target.pins, "bridge");
    WaveWriter vcd(config_);
    PciWaves waves("waves", vcd, "client.pci", clock, bus, {{"IDSEL", 16}});
    run_ns(30);
    auto address = levels(pci::kEnAd | pci::kEnCbe | pci::kEnFrame, 0x80000000, 6);
    address.frame = true;
    agent.initiator.drive->write(address);
    run(sc_core::SC_ZERO_TIME);
    address.ad = 0x80010000;  // a second change in the address clock leaves the command a command
    agent.initiator.drive->write(address);
    run_ns(30);
    auto data = levels(pci::kEnCbe | pci::kEnFrame | pci::kEnIrdy, 0, 0xC);
    data.frame = data.irdy = true;
    agent.initiator.drive->write(data);
    auto answer = levels(pci::kEnTarget);
    answer.devsel = true;
    agent.target.pins.drive->write(answer);
    run_ns(30);
    data.frame = false;
    agent.initiator.drive->write(data);
    run_ns(30);
    agent.initiator.drive->write(levels(0));
    agent.target.pins.drive->write(levels(0));
    run_ns(30);
    vcd.finish();
    auto w = read_vcd(config_.path);
    EXPECT_EQ(w["client.pci.AD"], (Changes{{0, "z"},
                                           {32000, "10000000000000000000000000000000"},
                                           {32000, "10000000000000010000000000000000"},
                                           {62000, "z"}}));
    EXPECT_EQ(w["client.pci.CBE_n"], (Changes{{0, "z"}, {32000, "110"}, {62000, "11"}, {122000, "z"}}));
    EXPECT_EQ(w["client.pci.FRAME_n"], (Changes{{0, "z"}, {32000, "0"}, {92000, "1"}, {122000, "z"}}));
    EXPECT_EQ(w["client.pci.IRDY_n"], (Changes{{0, "z"}, {62000, "0"}, {122000, "z"}}));
    EXPECT_EQ(w["client.pci.DEVSEL_n"], (Changes{{0, "z"}, {62000, "0"}, {122000, "z"}}));
    EXPECT_EQ(w["client.pci.TRDY_n"], (Changes{{0, "z"}, {62000, "1"}, {122000, "z"}}));
    EXPECT_EQ(w["client.pci.IDSEL"], (Changes{{0, "z"}, {32000, "0"}, {32000, "1"}, {62000, "z"}}));
    EXPECT_EQ(w["client.pci.oe_bridge.AD"], (Changes{{0, "0"}, {32000, "1"}, {62000, "0"}}));
    EXPECT_EQ(w["client.pci.oe_bridge.DEVSEL_TRDY_STOP"], (Changes{{0, "0"}, {62000, "1"}, {122000, "0"}}));
    for (const char* name : {"RST_n", "INTA_n", "LOCK_n", "SERR_n"})
        EXPECT_EQ(w[std::string("client.pci.") + name], (Changes{{0, "1"}})) << name;
    EXPECT_EQ(w["client.pci.CLK"].at(1), (Changes::value_type{30000, "1"}));
}

TEST_F(Waves, AWideBusShowsItsUpperWires) {
    core::Clock clock("clock", {30'000'000, 30'000'000, false});
    pci::Bus bus("bus", clock, {}, {true, false});
    Agent agent("agent");
    bus.attach(agent.initiator, "bridge");
    bus.attach(agent.target.pins, "bridge");
    WaveWriter vcd(config_);
    PciWaves waves("waves", vcd, "wide", clock, bus, {{"IDSEL", 16}});
    run_ns(30);
    pci::Levels drive = levels(pci::kEnFrame);
    drive.frame = drive.req64 = true;
    drive.drive64(pci::kEnReq64).drive64(pci::kEnAdHigh).drive64(pci::kEnCbeHigh).ad_high = 5;
    agent.initiator.drive->write(drive);
    run_ns(30);
    drive.cbe_high = 0xC;  // byte enables now: low when enabled
    agent.initiator.drive->write(drive);
    run_ns(30);
    agent.initiator.drive->write(levels(0));
    run_ns(30);
    vcd.finish();
    auto w = read_vcd(config_.path);
    EXPECT_EQ(w["wide.REQ64_n"], (Changes{{0, "z"}, {32000, "0"}, {92000, "z"}}));
    EXPECT_EQ(w["wide.AD_HIGH"], (Changes{{0, "z"}, {32000, "101"}, {92000, "z"}}));
    EXPECT_EQ(w["wide.CBE_HIGH_n"], (Changes{{0, "z"}, {32000, "0"}, {62000, "11"}, {92000, "z"}}));
    EXPECT_EQ(w["wide.ACK64_n"], (Changes{{0, "z"}}));
}

TEST_F(Waves, RequestAndInterruptWiresAreLowWhenAsserted) {
    core::Clock clock("clock", {30'000'000, 30'000'000, false});
    pci::Bus bus("bus", clock);
    Agent first("first"), second("second");
    bus.attach(first.initiator, "bridge");
    bus.attach(second.initiator, "nic");
    bus.attach(first.target.pins, "bridge");
    bus.attach(second.target.pins, "nic");
    core::Wire<bool>& inta = bus.inta("nic");
    WaveWriter vcd(config_);
    PciWaves waves("waves", vcd, "client.pci", clock, bus, {{"IDSEL", 16}});
    run_ns(10);
    second.initiator.req->write(true);
    inta.write(true);
    bus.rst().write(true);
    run_ns(10);
    vcd.finish();
    auto w = read_vcd(config_.path);
    EXPECT_EQ(w["client.pci.REQ_n"], (Changes{{0, "11"}, {12000, "1"}}));
    EXPECT_EQ(w["client.pci.INTA_n"], (Changes{{0, "1"}, {12000, "0"}}));
    EXPECT_EQ(w["client.pci.RST_n"], (Changes{{0, "1"}, {12000, "0"}}));
}

TEST_F(Waves, UtopiaLineSramAndSerialWires) {
    core::Clock clock("clock", {50'000'000, 50'000'000, false});
    utopia::TxPins<core::Net> tx;
    utopia::RxPins<core::Net> rx;
    fiber::LinePins<core::Net> launch("launch"), arrive("arrive");
    core::Wire<card::SramAccess> sram("sram");
    core::Wire<bool> txd("txd", true);
    WaveWriter vcd(config_);
    UtopiaWaves utopia_waves("utopia_waves", vcd, "server.nic", clock, tx, rx);
    LineWaves line_waves("line_waves", vcd, "server.nic.phy", launch, arrive);
    SlowWaves slow_waves("slow_waves", vcd, "server.nic", sram, "server", &txd);
    run_ns(50);
    tx.data.write(0xF4), tx.soc.write(true), tx.enb.write(true);
    rx.enb.write(true), rx.clav.write(true), rx.prty.write(true);
    launch.octet.write(0xF6), launch.frame.write(true);
    arrive.octet.write(3);
    sram.write({0x1FFFF, 5, true, false});
    txd.write(false);
    run_ns(50);
    sram.write({2, 0, false, false});
    run_ns(50);
    vcd.finish();
    auto w = read_vcd(config_.path);
    const auto once = [&w](const std::string& name, const char* before, const char* after) {
        EXPECT_EQ(w["server." + name], (Changes{{0, before}, {52000, after}})) << name;
    };
    once("nic.utopia_tx.TxData", "0", "11110100");
    once("nic.utopia_tx.TxSOC", "0", "1");
    once("nic.utopia_tx.TxEnb_n", "1", "0");
    once("nic.utopia_rx.RxEnb_n", "1", "0");
    once("nic.utopia_rx.RxClav", "0", "1");
    once("nic.utopia_rx.RxPrty", "0", "1");
    once("nic.phy.TxOctet", "0", "11110110");
    once("nic.phy.TxFrame", "0", "1");
    once("nic.phy.RxOctet", "0", "11");
    once("com1.TxD", "1", "0");
    EXPECT_EQ(w["server.nic.sar.sram.DATA"], (Changes{{0, "z"}, {52000, "101"}, {102000, "z"}}));
    EXPECT_EQ(w["server.nic.sar.sram.WE_n"], (Changes{{0, "1"}, {52000, "0"}, {102000, "1"}}));
    EXPECT_EQ(w["server.nic.sar.sram.OE_n"], (Changes{{0, "1"}}));
    EXPECT_EQ(w["server.nic.utopia_rx.RxClk"].at(1), (Changes::value_type{50000, "1"}));
    std::ifstream save(folder_ + "/w.gtkw");
    std::string line;
    bool grouped = false;
    while (std::getline(save, line)) grouped |= line == "server.nic.utopia_tx.TxData[7:0]";
    EXPECT_TRUE(grouped);
}

}  // namespace
}  // namespace niclab::probe
