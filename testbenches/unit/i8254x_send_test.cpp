// Transmission by the 82540EM: descriptors of both formats, checksums, segments, the ring, and a
// line without gaps.
#include <gtest/gtest.h>

#include "base/internet_checksum.h"
#include "support/i8254x_bench.h"
#include "support/ip_packet.h"

namespace niclab::test {

class I8254xSend : public I8254xTest {
protected:
    static constexpr std::uint32_t kSend = I8254xBench::kSendRing;
    static constexpr unsigned kIp = 14, kTcp = 34, kData = 54;

    /// A context for IPv4 and TCP.
    static void context(Bench& b, unsigned n, std::uint32_t command, unsigned payload = 0, unsigned segment = 0) {
        b.entry(n, kIp | (kIp + 10) << 8 | (kTcp - 1) << 16, kTcp | (kTcp + 16) << 8, command << 24 | payload,
                kData << 8 | segment << 16);
    }
    static constexpr std::uint32_t kData1 = 1u << 20;  ///< DTYP of a data descriptor.
};

TEST_F(I8254xSend, FramesOfAllSizesLeaveWithPadAndFcs) {
    run_program([](Bench& b) {
        b.start();
        unsigned n = 0;
        for (const std::size_t octets : {14u, 59u, 60u, 61u, 127u, 128u, 1000u, 1514u}) {
            Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, octets, std::uint8_t(octets));
            b.transmit(frame, n);
            EXPECT_EQ(b.wait_for(kSend, n) & 1, 1u);
            b.await_heard(n + 1);
            frame.resize(std::max<std::size_t>(octets, 60));
            EXPECT_EQ(b.heard(), frame) << octets;
            EXPECT_EQ(b.reg(0xC0) & 3, 3u) << "TXDW and TXQE";
            ++n;
        }
        EXPECT_EQ(b.reg(0x3810), 0u) << "the head has followed the tail around the ring";
        EXPECT_EQ(b.reg(0x4080), 8u);
        EXPECT_EQ(b.reg(0x4080), 0u) << "a read clears it";
        EXPECT_EQ(b.reg(0x40D8), 3u);
        EXPECT_EQ(b.reg(0x4090), 3 * 64u + 65 + 131 + 132 + 1004 + 1518);
    });
}

TEST_F(I8254xSend, APacketOfSeveralBuffersAtAnyAddressIsOneFrame) {
    run_program([](Bench& b) {
        b.start();
        const Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, 300, 5);
        unsigned n = 0, at = 0;
        for (const unsigned octets : {1u, 13u, 66u, 0u, 220u}) {
            b.put(b.buffer(n) + n, {frame.begin() + at, frame.begin() + at + octets});
            const bool last = at + octets == frame.size();
            b.entry(n, b.buffer(n) + n, 0, (last ? 0x0B00'0000u : 0x0200'0000u) | octets, 0);
            at += octets, ++n;
        }
        b.tail(n);
        EXPECT_EQ(b.wait_for(kSend, n - 1) & 1, 1u);
        EXPECT_EQ(b.status(kSend, 0) & 1, 0u) << "without RS";
        ASSERT_EQ(b.await_heard(1).size(), 1u);
        EXPECT_EQ(b.heard(), frame);
    });
}

TEST_F(I8254xSend, FramesFollowEachOtherAfterTheGap) {
    run_program([](Bench& b) {
        b.start();
        b.card.chip.set_link(false);  // All frames are in the packet buffer before the first one leaves.
        for (unsigned n = 0; n < 6; ++n) {
            b.put(b.buffer(n), Bench::frame({2, 0, 0, 0, 0, 9}, 600, std::uint8_t(n)));
            b.entry(n, b.buffer(n), 0, Bench::kWhole | 600, 0);
        }
        b.tail(6);
        EXPECT_EQ(b.wait_for(kSend, 5) & 1, 1u);
        b.card.chip.set_link(true);
        ASSERT_EQ(b.await_heard(6).size(), 6u);
        const auto& frames = b.peer.sink.frames;
        for (unsigned n = 1; n < 6; ++n)
            EXPECT_EQ((frames[n].at - frames[n - 1].at) / 8'000'000, 8u + 604 + 12) << "octet times";
    });
}

TEST_F(I8254xSend, ABurstOfDescriptorsEndsAtTheEndOfTheRing) {
    run_program([](Bench& b) {
        b.start();
        const auto give = [&b](unsigned from, unsigned to) {
            for (unsigned n = from; n < to; ++n) {
                b.put(b.buffer(8 + n), Bench::frame({2, 0, 0, 0, 0, 9}, 60 + n, std::uint8_t(n)));
                b.entry(n, b.buffer(8 + n), 0, Bench::kWhole | (60 + n), 0);
            }
            b.tail(to);
        };
        give(0, 6);
        EXPECT_EQ(b.wait_for(kSend, 5) & 1, 1u);
        give(6, 10);  // A burst has room for four.
        const auto heard = b.await_heard(10);
        ASSERT_EQ(heard.size(), 10u);
        for (unsigned n = 0; n < 10; ++n)
            EXPECT_EQ(heard[n], b.frame({2, 0, 0, 0, 0, 9}, 60 + n, std::uint8_t(n))) << n;
    });
}

TEST_F(I8254xSend, TheChecksumOfALegacyDescriptorIsInserted) {
    run_program([](Bench& b) {
        b.start();
        Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, 200, 3);
        b.put(b.buffer(8), frame);
        b.entry(0, b.buffer(8), 0, 0x0F00'0000u | 50u << 16 | 200, 20u << 8);
        b.tail(1);
        ASSERT_EQ(b.await_heard(1).size(), 1u);
        const auto sum = std::uint16_t(~base::ones_sum(&frame[20], frame.size() - 20));
        frame[50] = std::uint8_t(sum >> 8), frame[51] = std::uint8_t(sum);
        EXPECT_EQ(b.heard(), frame);
    });
}

TEST_F(I8254xSend, ChecksumsOfIpAndTcpAreInsertedByTheContext) {
    run_program([](Bench& b) {
        b.start();
        const Bench::Octets right = tcp_frame(333, 7);
        Bench::Octets given = right;
        given[kIp + 10] = given[kIp + 11] = 0;
        put_pseudo_sum(given, true);
        b.put(b.buffer(8), given);
        context(b, 0, 0x23);
        b.entry(1, b.buffer(8), 0, 0x2B00'0000u | kData1 | std::uint32_t(given.size()), 3u << 8);
        b.entry(2, b.buffer(8), 0, 0x2B00'0000u | kData1 | std::uint32_t(given.size()), 0);
        b.tail(3);
        const auto heard = b.await_heard(2);
        ASSERT_EQ(heard.size(), 2u);
        EXPECT_EQ(heard[0], right);
        EXPECT_EQ(heard[1], given) << "without POPTS";
    });
}

TEST_F(I8254xSend, ATcpPacketIsDividedIntoSegments) {
    run_program([](Bench& b) {
        b.start();
        constexpr unsigned kSegment = 500;
        unsigned n = 0;
        std::size_t before = 0;
        for (const unsigned octets : {1u, 500u, 501u, 1000u, 4321u}) {
            Bench::Octets given = tcp_frame(octets, 11, 0x19);  // ACK, PSH, FIN
            const Bench::Octets data(given.begin() + kData, given.end());
            given[kIp + 2] = given[kIp + 3] = given[kIp + 10] = given[kIp + 11] = 0;
            put_pseudo_sum(given, false);
            b.put(b.buffer(8), given);
            context(b, n++, 0x27, octets, kSegment);
            const unsigned first = kData + std::min(octets, 100u), rest = unsigned(given.size()) - first;
            b.entry(n++, b.buffer(8), 0, (rest ? 0x2600'0000u : 0x2F00'0000u) | kData1 | first, 3u << 8);
            if (rest) b.entry(n++, b.buffer(8) + first, 0, 0x2F00'0000u | kData1 | rest, 3u << 8);
            b.tail(n);
            const std::size_t segments = (octets + kSegment - 1) / kSegment;
            const auto heard = b.await_heard(before + segments);
            ASSERT_EQ(heard.size(), before + segments);
            for (unsigned k = 0; k < segments; ++k) {
                const unsigned from = k * kSegment, to = std::min(octets, from + kSegment);
                const Bench::Octets wanted =
                    tcp_frame({data.begin() + from, data.begin() + to}, from, k, to == octets ? 0x19 : 0x10);
                const Bench::Octets& frame = heard[before + k];
                EXPECT_EQ(Bench::Octets(frame.begin(), frame.begin() + std::ptrdiff_t(wanted.size())), wanted)
                    << "segment " << k << " of " << octets;
            }
            before += segments;
        }
        EXPECT_EQ(b.reg(0x40F8), 5u);
    });
}

TEST_F(I8254xSend, TheTagOfAVlanIsInserted) {
    run_program([](Bench& b) {
        b.start();
        b.set(0x38, 0x8100), b.set(0, 0x4000'0041);
        Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, 100, 3);
        b.put(b.buffer(8), frame);
        b.entry(0, b.buffer(8), 0, 0x4B00'0000u | 100, 0x2064u << 16);
        b.tail(1);
        ASSERT_EQ(b.await_heard(1).size(), 1u);
        const Bench::Octets tag{0x81, 0x00, 0x20, 0x64};
        frame.insert(frame.begin() + 12, tag.begin(), tag.end());
        EXPECT_EQ(b.heard(), frame);
    });
}

TEST_F(I8254xSend, APacketLargerThanThePacketBufferIsDroppedAndCounted) {
    run_program([](Bench& b) {
        b.start();
        b.set(0x1000, 63);  // 1 KiB is left to send.
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 1514), 0);
        EXPECT_EQ(b.wait_for(kSend, 0) & 1, 1u);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 1000, 8), 1);
        ASSERT_EQ(b.await_heard(1).size(), 1u);
        EXPECT_EQ(b.heard(), Bench::frame({2, 0, 0, 0, 0, 9}, 1000, 8));
        EXPECT_EQ(b.card.chip.sent().oversized, 1u);
    });
}

TEST_F(I8254xSend, WithoutALinkFramesWaitInThePacketBuffer) {
    run_program([](Bench& b) {
        b.start();
        b.card.chip.set_link(false);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 100), 0);
        EXPECT_EQ(b.wait_for(kSend, 0) & 1, 1u);
        b.pass(20);
        EXPECT_TRUE(b.all_heard().empty());
        b.card.chip.set_link(true);
        EXPECT_EQ(b.await_heard(1).size(), 1u);
    });
}

/// With IDE the interrupt follows TIDV after the write-back.
TEST_F(I8254xSend, TheInterruptOfASentFrameIsDelayed) {
    run_program([](Bench& b) {
        b.start();
        b.set(0x3820, 20), b.set(0xD0, 1);
        b.put(b.buffer(8), Bench::frame({2, 0, 0, 0, 0, 9}, 100));
        b.entry(0, b.buffer(8), 0, 0x8B00'0000u | 100, 0);
        b.tail(1);
        b.wait_for(kSend, 0);
        const auto from = sc_core::sc_time_stamp();
        EXPECT_FALSE(b.bridge.interrupt().read());
        sc_core::wait(b.bridge.interrupt().posedge_event());
        EXPECT_NEAR((sc_core::sc_time_stamp() - from).to_seconds() * 1e6, 20 * 1.024, 1.5);
    });
}

/// Without a threshold one fetch follows when the cache is empty; results wait for WTHRESH.
TEST_F(I8254xSend, ThresholdsDecideAboutFetchesAndWriteBacks) {
    run_program([](Bench& b) {
        b.start();
        b.set(0x3828, 3u << 16);
        const auto send = [&b](unsigned n) {
            b.put(b.buffer(n), Bench::frame({2, 0, 0, 0, 0, 9}, 60));
            b.entry(n, b.buffer(n), 0, Bench::kWhole | 60, 0);
            b.tail(n + 1);
            b.pass(10);
        };
        send(0), send(1);
        EXPECT_EQ(b.status(kSend, 0) & 1, 0u);
        EXPECT_EQ(b.reg(0x3810), 0u);
        send(2);
        EXPECT_EQ(b.status(kSend, 0) & b.status(kSend, 1) & b.status(kSend, 2) & 1, 1u);
        EXPECT_EQ(b.reg(0x3810), 3u);
        EXPECT_EQ(b.await_heard(3).size(), 3u);
    });
}

}  // namespace niclab::test
