// The TCP of the peer against another connection of niclab's TCP, with the octets of packets.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "base/internet_checksum.h"
#include "tcp_server.h"

namespace niclab::vm {
namespace {

constexpr tcp::Address kGuest = 0x0A000001, kPeer = 0x0A000002;
constexpr std::uint16_t kGuestPort = 40000;
constexpr std::size_t kTcpChecksum = tcp::Packet::kHeader + 16;

/// A guest at a line that may lose packets. Its octet k is `content(k)`.
struct VmTcpServer : ::testing::Test {
    void open(std::uint16_t port) {
        peer_port = port;
        guest.connect(now);
        run();
    }
    Octets octets_of(const tcp::Segment& segment) const {
        tcp::Packet p;
        p.source = kGuest, p.destination = kPeer, p.source_port = kGuestPort, p.destination_port = peer_port;
        p.segment = segment;
        Octets o = tcp::octets(p);
        const std::size_t first = o.size() - segment.length;
        for (std::size_t i = 0; i < segment.length; ++i) o[first + i] = content(segment.offset + i);
        o[kTcpChecksum] = o[kTcpChecksum + 1] = 0;
        const std::size_t n = o.size() - tcp::Packet::kHeader;
        Octets pseudo(o.begin() + 12, o.begin() + 20);
        for (const std::size_t word : {std::size_t{6}, n})
            pseudo.push_back(std::uint8_t(word >> 8)), pseudo.push_back(std::uint8_t(word));
        const std::uint32_t sum =
            ~base::ones_sum(o.data() + tcp::Packet::kHeader, n, base::ones_sum(pseudo.data(), pseudo.size()));
        o[kTcpChecksum] = std::uint8_t(sum >> 8), o[kTcpChecksum + 1] = std::uint8_t(sum);
        return o;
    }
    bool lost() { return loss_percent > 0 && random() % 100 < loss_percent; }
    /// What is sent now, both ways, until both sides are silent.
    void exchange() {
        while (!guest.outgoing().empty() || !server.outgoing().empty()) {
            const auto segments = std::exchange(guest.outgoing(), {});
            for (const tcp::Segment& s : segments)
                if (!lost() && !server.receive(now, octets_of(s))) ++refused;
            const auto packets = std::exchange(server.outgoing(), {});
            for (const Octets& o : packets)
                if (!lost()) take(o);
        }
    }
    void take(const Octets& o) {
        const auto parsed = tcp::parse(o);
        ASSERT_TRUE(parsed);
        const tcp::Segment& s = parsed->packet.segment;
        resets += s.rst;
        if (s.syn) initial = s.seq;
        for (std::size_t i = 0; i < s.length; ++i)
            wrong += o[parsed->payload + i] != tcp::payload_octet(kPeer, peer_port, s.seq - initial - 1 + i);
        guest.receive(now, s);
        guest.read(now, guest.readable());
    }
    /// Runs until no timer is active within ten minutes.
    void run() {
        exchange();
        for (base::Femtoseconds next; (next = std::min(guest.deadline(), server.deadline())) < end; exchange()) {
            now = std::max(now, next);
            if (guest.deadline() <= now) guest.expire(now);
            if (server.deadline() <= now) server.expire(now);
        }
    }
    void write_all(std::uint32_t octets) {
        for (std::uint32_t written = 0; written < octets;) {
            const std::uint32_t n = std::min(octets - written, guest.room());
            ASSERT_GT(n, 0u);
            guest.write(now, n);
            written += n;
            run();
        }
        guest.close(now);
        run();
    }

    TcpServer server{kPeer, 1500};
    tcp::Connection guest{tcp::policy("linux20"), {}};
    std::function<std::uint8_t(std::uint64_t)> content = [](std::uint64_t k) { return std::uint8_t(k * 7 + (k >> 8)); };
    std::uint16_t peer_port = 0;
    std::mt19937 random{5};
    unsigned loss_percent = 0, resets = 0;
    std::uint64_t wrong = 0, refused = 0;
    std::uint32_t initial = 0;
    base::Femtoseconds now = 0;
    const base::Femtoseconds end = 600 * base::kSecond;
};

TEST_F(VmTcpServer, SinkHashesWhatTheGuestSends) {
    constexpr std::uint32_t kOctets = 100'001;
    loss_percent = 5;
    open(Transfer::kSink);
    write_all(kOctets);
    const auto reports = server.reports();
    ASSERT_EQ(reports.size(), 1u);
    EXPECT_EQ(reports[0].octets, kOctets);
    EXPECT_TRUE(reports[0].complete);
    EXPECT_FALSE(reports[0].to_guest);
    std::string sent;
    for (std::uint32_t k = 0; k < kOctets; ++k) sent += static_cast<char>(content(k));
    EXPECT_EQ(reports[0].sha256, base::sha256(sent));
    EXPECT_EQ(refused, 0u);
}

TEST_F(VmTcpServer, SourceSendsAsManyOctetsAsAsked) {
    const std::string line = "100001\n";
    content = [&line](std::uint64_t k) { return std::uint8_t(line.at(k)); };
    loss_percent = 5;
    open(Transfer::kSource);
    guest.write(now, static_cast<std::uint32_t>(line.size()));
    guest.close(now);  // Its program has no more to send.
    run();
    EXPECT_EQ(guest.received(), 100'001u);
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(refused, 0u);
    const Transfer::Report report = server.reports().at(0);
    EXPECT_TRUE(report.complete);
    EXPECT_TRUE(report.to_guest);
    EXPECT_EQ(report.octets, 100'001u);
    EXPECT_GT(report.again, 0u);  // Lost ones.
    std::string sent;
    for (std::uint32_t k = 0; k < report.octets; ++k)
        sent += static_cast<char>(tcp::payload_octet(kPeer, Transfer::kSource, k));
    EXPECT_EQ(report.sha256, base::sha256(sent));
}

TEST_F(VmTcpServer, SourceRefusesALineThatIsNoNumber) {
    const std::string line = "ten\n";
    content = [&line](std::uint64_t k) { return std::uint8_t(line.at(k)); };
    open(Transfer::kSource);
    guest.write(now, static_cast<std::uint32_t>(line.size()));
    run();
    EXPECT_EQ(guest.received(), 0u);
    EXPECT_TRUE(guest.peer_closed());
    EXPECT_EQ(server.reports().at(0).remark, "its first line is no number of octets up to 1099511627776");
}

TEST_F(VmTcpServer, OffersSegmentsOfTheLine) {
    tcp::Segment s;
    s.syn = true, s.mss = 9140;
    peer_port = Transfer::kSink;
    for (const auto& [mtu, mss] : {std::pair{1500, 1460}, std::pair{9180, 9140}}) {
        TcpServer on_line(kPeer, std::uint16_t(mtu));
        EXPECT_TRUE(on_line.receive(now, octets_of(s)));
        ASSERT_EQ(on_line.outgoing().size(), 1u);
        const auto parsed = tcp::parse(on_line.outgoing().front());
        ASSERT_TRUE(parsed);
        EXPECT_EQ(parsed->packet.segment.mss, mss);
    }
}

TEST_F(VmTcpServer, ResetsConnectionsToOtherPorts) {
    open(7);
    EXPECT_EQ(resets, 1u);
    EXPECT_EQ(server.resets(), 1u);
    EXPECT_TRUE(server.reports().empty());
}

TEST_F(VmTcpServer, IgnoresWhatIsNoSegmentForIt) {
    tcp::Segment s;
    s.syn = true;
    peer_port = Transfer::kSink;
    Octets o = octets_of(s);
    o[kTcpChecksum] ^= 1;
    EXPECT_FALSE(server.receive(now, o));
    EXPECT_FALSE(server.receive(now, {}));
    EXPECT_TRUE(server.reports().empty());
}

TEST_F(VmTcpServer, LimitsOpenConnections) {
    tcp::Segment s;
    s.syn = true;
    tcp::Packet p;
    p.source = kGuest, p.destination = kPeer, p.destination_port = Transfer::kSink, p.segment = s;
    for (unsigned i = 0; i <= TcpServer::kMaxOpen; ++i) {
        p.source_port = std::uint16_t(1000 + i);
        EXPECT_TRUE(server.receive(now, tcp::octets(p)));
    }
    EXPECT_EQ(server.reports().size(), TcpServer::kMaxOpen);
    EXPECT_EQ(server.resets(), 1u);
}

}  // namespace
}  // namespace niclab::vm
