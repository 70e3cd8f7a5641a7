// Keys without their positions, and those to try first.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "lab/experiment/first_keys.h"
#include "lab/experiment/known_keys.h"

namespace niclab::lab {
namespace {

TEST(FirstKeys, AKeyIsTheSameWhereverItStands) {
    for (const char* key : {"client.nic.sar.tx_fifo_cells", "host.a.nic.sar.tx_fifo_cells", "nic.sar.tx_fifo_cells"})
        EXPECT_EQ(key_anywhere(key), "nic.sar.tx_fifo_cells");
    EXPECT_EQ(key_anywhere("link.west.to_b.bit_error_rate"), key_anywhere("line.to_server.bit_error_rate"));
    EXPECT_EQ(key_anywhere("link.west.length"), "line.length");
    EXPECT_EQ(key_anywhere("flow.f.sizes"), "workload.sizes");
    EXPECT_EQ(key_anywhere("host.a.pci.traffic.grabber.preset"), "pci.traffic.NAME.preset");
    EXPECT_EQ(key_anywhere("run.seed"), "run.seed");
}

TEST(FirstKeys, WhatEveryHostHasIsSetWithoutAHost) {
    EXPECT_EQ(shared_key("server.driver.poll_interval"), "driver.poll_interval");
    EXPECT_EQ(shared_key("client.host.read.wait_clocks"), "host.read.wait_clocks");
    EXPECT_EQ(shared_key("host.a.host.read.wait_clocks"), "") << "host is a list there";
    for (const char* key : {"client.card", "host.a.profile", "line.length", "nic.sar.tx_fifo_cells", "run.seed"})
        EXPECT_EQ(shared_key(key), "") << key;
}

/// Each is a key that there is, in both spellings. After them comes that of flows at given times.
TEST(FirstKeys, TwelveComeFirst) {
    std::map<unsigned, std::set<std::string>> found;
    for (const core::Parameter& p : known_parameters())
        if (const auto first = first_key(p.key)) found[first->order].insert(p.key);
    EXPECT_EQ(found[20], (std::set<std::string>{"run.interval", "flow.NAME.interval"}));
    found.erase(20);
    EXPECT_EQ(found.size(), 12u);
    EXPECT_EQ(found.rbegin()->first, 12u) << "what else comes first at other levels is no key of this one";
    EXPECT_EQ(found[2].count("client.nic.sar.tx_fifo_cells"), 1u);
    EXPECT_EQ(found[2].count("host.NAME.nic.packet.tx_fifo_cells"), 1u);
    EXPECT_EQ(found[7], std::set<std::string>{"server.profile"});
    EXPECT_EQ(first_key("host.asker.profile")->title, "Profile of asker");
    EXPECT_FALSE(first_key("nic.sar.rx_fifo_cells"));
}

/// A user with an experiment over 190 ms needs its window.
TEST(FirstKeys, OtherLevelsHaveTheirOwn) {
    for (const Level level : {Level::Coarse, Level::Segment}) {
        std::map<unsigned, std::string> found;
        for (const core::Parameter& p : known_parameters_of(level))
            if (const auto first = first_key(p.key)) found.emplace(first->order, key_anywhere(p.key));
        EXPECT_GE(found.size(), 5u);
        EXPECT_LE(found.size(), 15u);
        EXPECT_EQ(found.count(14), level == Level::Coarse ? 1u : 0u) << "the window";
        EXPECT_EQ(found.count(22), 1u) << "back-off, of a MAC without a card at the coarse level";
    }
    EXPECT_EQ(first_key("host.b.software")->title, "Operating system of b");
    EXPECT_EQ(key_anywhere("switch.asx200.queue_cells"), "switch.NAME.queue_cells");
}

core::Parameter parameter(const std::string& key, const std::string& value, const std::string& standard) {
    core::Parameter p;
    p.key = key, p.value = value;
    p.documentation = [standard] { return core::Documentation{standard, {}, ""}; };
    return p;
}

/// A key without an effect would teach a user nothing.
TEST(FirstKeys, WhatAFlowDoesNotUseIsNoneOfThem) {
    const auto first = [](const std::string& kind, const std::string& key) {
        const core::Parameter asked = parameter(key, "1", "1");
        return FirstKeysOf({parameter("flow.f.kind", '"' + kind + '"', "saturated"), asked})(asked).has_value();
    };
    EXPECT_TRUE(first("poisson", "flow.f.interval"));
    EXPECT_FALSE(first("saturated", "flow.f.interval"));
    EXPECT_TRUE(first("saturated", "flow.f.sizes"));
    EXPECT_FALSE(first("perform3", "flow.f.sizes"));
    EXPECT_TRUE(first("perform3", "host.a.card.transmit_buffers"));
    EXPECT_FALSE(first("saturated", "host.a.card.transmit_buffers"));
    const core::Parameter anywhere = parameter("flow.NAME.interval", "1", "1");
    EXPECT_TRUE(FirstKeysOf({parameter("flow.NAME.kind", "\"saturated\"", "saturated"), anywhere})(anywhere));
}

TEST(FirstKeys, TheDurationIsOneWhereAFlowEndsByIt) {
    const core::Parameter duration = parameter("run.duration", "\"1 s\"", "10 s");
    const core::Parameter host = parameter("host.a.software", "\"bsd44\"", "bsd44");
    const core::Parameter one = parameter("flow.f.kind", "\"ttcp\"", "tcp_stream");
    const core::Parameter other = parameter("flow.g.kind", "\"tcp_rr\"", "tcp_stream");
    const core::Parameter octets = parameter("flow.f.octets", "200000", "0");
    const core::Parameter unlimited = parameter("flow.g.transactions", "0", "0");
    EXPECT_FALSE(FirstKeysOf({duration, host, one, octets})(duration));
    EXPECT_TRUE(FirstKeysOf({duration, host, one, octets, other, unlimited})(duration));
    EXPECT_TRUE(FirstKeysOf({duration, one, octets})(duration)) << "a segment runs for its duration";
    EXPECT_TRUE(FirstKeysOf({duration})(duration));
}

TEST(FirstKeys, TheMethodOfIpOverAtmNeedsALinkOfAtm) {
    const core::Parameter ip = parameter("network.ip", "\"clip\"", "clip");
    const core::Parameter atm = parameter("link.line.to_a.cell_loss", "0", "0");
    const core::Parameter bridge = parameter("switch.s.kind", "\"lane_bridge\"", "atm");
    EXPECT_TRUE(FirstKeysOf({ip, atm})(ip));
    EXPECT_FALSE(FirstKeysOf({ip})(ip));
    EXPECT_FALSE(FirstKeysOf({ip, atm, bridge})(ip)) << "a bridge is for LAN emulation only";
}

TEST(FirstKeys, TheBufferThatIsTheWindowStandsForIt) {
    const core::Parameter socket = parameter("flow.f.socket_buffer", "32768", "32768");
    const core::Parameter send = parameter("flow.f.send_buffer", "8192", "32768");
    const core::Parameter receive = parameter("flow.f.receive_buffer", "16384", "32768");
    const core::Parameter same = parameter("flow.f.receive_buffer", "32768", "32768");
    EXPECT_TRUE(FirstKeysOf({socket, send, same})(socket));
    EXPECT_EQ(FirstKeysOf({socket, send, same})(send)->title, "Send buffer (TCP window), octets");
    EXPECT_FALSE(FirstKeysOf({socket, send, same})(same));
    EXPECT_FALSE(FirstKeysOf({socket, send, receive})(socket)) << "nobody uses it";
}

}  // namespace
}  // namespace niclab::lab
