// Frames in UDP datagrams between two programs of this computer.
#include <gtest/gtest.h>

#include <memory>

#include "core/config.h"
#include "udp_frames.h"

namespace niclab::vm {
namespace {

TEST(VmUdpFrames, ReadsPairsOfPorts) {
    const UdpPorts ports = parse_udp_ports("udp:25001,25002");
    EXPECT_EQ(ports.own, 25001);
    EXPECT_EQ(ports.other, 25002);
    for (const char* wrong :
         {"", "udp:", "udp:1", "udp:1,", "udp:1,1", "udp:0,1", "udp:1,65536", "udp:1,2x", "tcp:1,2"})
        EXPECT_THROW(parse_udp_ports(wrong), core::ConfigError) << wrong;
}

TEST(VmUdpFrames, PassesFramesOnAndCountsTheRest) {
    std::unique_ptr<UdpFrames> a, b;
    // Any free pair.
    for (std::uint16_t port = 20000; !b; port = static_cast<std::uint16_t>(port + 2)) {
        ASSERT_LT(port, 60000) << "no port is free";
        const auto next = static_cast<std::uint16_t>(port + 1);
        try {
            a = std::make_unique<UdpFrames>(UdpPorts{port, next});
            b = std::make_unique<UdpFrames>(UdpPorts{next, port});
        } catch (const core::ConfigError&) {
            continue;
        }
    }
    EXPECT_FALSE(b->receive());
    const std::vector<std::uint8_t> frame(UdpFrames::kMaxOctets, 0x5A);
    a->send(std::vector<std::uint8_t>(UdpFrames::kMinOctets - 1));
    a->send(std::vector<std::uint8_t>(UdpFrames::kMaxOctets + 1));
    a->send(frame);
    EXPECT_EQ(b->receive(), frame);
    EXPECT_FALSE(b->receive());
    EXPECT_EQ(b->stats().received, 1u);
    EXPECT_EQ(b->stats().no_frames, 2u);
    EXPECT_EQ(a->stats().sent, 3u);
}

}  // namespace
}  // namespace niclab::vm
