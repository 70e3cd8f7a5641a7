/// A read over NCP, octet by octet, and the time it takes on a free Ethernet as AN-880 counts it.
#include <gtest/gtest.h>

#include "netware/frames.h"

namespace niclab::test {

namespace {

netware::Read a_read() {
    netware::Read read;
    read.client = {2, 0, 0, 0, 0, 1}, read.server = {2, 0, 0, 0, 0, 9};
    read.connection = 3, read.sequence = 7, read.offset = 0x01020304;
    return read;
}

}  // namespace

TEST(NetwareFrames, ARequestNamesFileOffsetAndLength) {
    const netware::Octets f = netware::request(a_read());
    ASSERT_EQ(f.size(), netware::kRequestOctets);
    EXPECT_EQ(f[5], 9);                 // to the one that has the file
    EXPECT_EQ(f[12] << 8 | f[13], 50);  // what follows
    EXPECT_EQ(f[14] << 8 | f[15], 0xFFFF);
    EXPECT_EQ(f[44] << 8 | f[45], 0x2222);
    EXPECT_EQ(f[50], 72);
    EXPECT_EQ(netware::Octets(f.begin() + 58, f.end()), (netware::Octets{1, 2, 3, 4, 4, 0}));
    EXPECT_EQ(netware::kind_of(f), netware::Kind::Request);
    EXPECT_EQ(netware::connection_of(f), 3);
}

TEST(NetwareFrames, AReplyHasItsDataBehind54Octets) {
    const netware::Octets f = netware::reply(a_read());
    ASSERT_EQ(f.size(), 1024u + netware::kReplyOverhead);
    EXPECT_EQ(f[5], 1);
    EXPECT_EQ(f[52] << 8 | f[53], 1024);
    EXPECT_EQ(netware::kind_of(f), netware::Kind::Reply);
    EXPECT_EQ(netware::connection_of(f), 3);
}

TEST(NetwareFrames, OthersAreNone) {
    EXPECT_EQ(netware::kind_of(netware::Octets(60, 0)), netware::Kind::Other);
    EXPECT_EQ(netware::kind_of(netware::Octets(20, 0xFF)), netware::Kind::Other);
}

/// Novell's AN-880, "ideal throughput": 57 and 1078 octets at 1.25 MB/s, two preambles, two gaps.
TEST(NetwareFrames, AnExchangeWithoutHostsTakesWhatThePaperSays) {
    constexpr double kOctetUs = 0.8, kRequestAsPrinted = 57;
    const double us = kOctetUs * (kRequestAsPrinted + 1024 + netware::kReplyOverhead + 2 * 8) + 2 * 9.6;
    EXPECT_NEAR(us, 940.0, 1e-9);
    EXPECT_NEAR(1024 / us * 1000, 1089.36, 0.005);
}

}  // namespace niclab::test
