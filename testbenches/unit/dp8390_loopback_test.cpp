// Loopback of the chip as National's application note 937 has it, and page 3 of an RTL8029.
#include <gtest/gtest.h>

#include "ether/fcs.h"
#include "support/dp8390_bench.h"

namespace niclab::test {

class Dp8390Loopback : public Dp8390Test {
protected:
    static constexpr std::uint8_t kOctets = 0x40, kWords = 0x41, kWordsHighFirst = 0x43;
    struct Seen {
        unsigned tsr, rsr, isr;
        bool operator==(const Seen& o) const { return tsr == o.tsr && rsr == o.rsr && isr == o.isr; }
    };
    /// Sends a frame in a loopback mode: reset, mode, start, TXP.
    static Seen send(Bench& b, const Bench::Octets& frame, std::uint8_t tcr, std::uint8_t dcr, std::size_t octets) {
        b.out(0, 0x22), b.out(0x0E, 0x49);
        b.write(0x4000, frame);
        b.out(0, 0x21), b.out(0x0E, dcr), b.out(0x0D, tcr), b.out(0x07, 0xFF), b.out(0, 0x22);
        b.out(0x04, 0x40), b.out(0x05, std::uint8_t(octets)), b.out(0x06, std::uint8_t(octets >> 8));
        b.out(0, 0x26);
        b.wait_for(0x0A);
        return {b.in(0x04), b.in(0x0C), b.in(0x07)};
    }
    static Bench::Octets fifo(Bench& b) {
        Bench::Octets all(8);
        for (std::uint8_t& o : all) o = b.in(0x06);
        return all;
    }
    static std::array<std::uint8_t, 4> fcs_of(const Bench::Octets& frame) {
        ether::Fcs fcs;
        fcs.add(frame.data(), frame.size());
        return fcs.octets();
    }
};

/// 8 n + 5 octets with their FCS: the FIFO begins with the last octet of the frame.
TEST_F(Dp8390Loopback, TheFifoHasTheLastOctetsTheFcsAndTheLength) {
    run_program([](Bench& b) {
        b.start();
        const Bench::Octets frame = Bench::frame(b.own, 65);
        const auto fcs = fcs_of(frame);
        EXPECT_EQ(send(b, frame, 0x02, kOctets, 65), (Seen{0x53, 0x02, 0x06}));
        EXPECT_EQ(fifo(b), (Bench::Octets{frame[64], fcs[0], fcs[1], fcs[2], fcs[3], 69, 0, 0}));
        EXPECT_EQ(send(b, frame, 0x04, kOctets, 65), (Seen{0x43, 0x02, 0x06}));
        const Bench::Octets more = Bench::frame(b.own, 601);
        send(b, more, 0x02, kOctets, 601);
        EXPECT_EQ(fifo(b)[5], 605 & 255);
        EXPECT_EQ(fifo(b)[6], 605 >> 8);
        EXPECT_TRUE(b.peer.sink.frames.empty());
        EXPECT_EQ(b.card.mac.transmitter.stats().attempts, 0u);
        EXPECT_EQ(b.card.chip.ignored_mode(), nullptr);
        b.out(0, 0x62);
        EXPECT_EQ(b.in(0x07), Bench::kRingBegin);  // nothing is in the ring
    });
}

/// Tests A, B and C of the data sheet: the address, then the FCS by software.
TEST_F(Dp8390Loopback, TheReceiverChecksAddressAndFcs) {
    run_program([](Bench& b) {
        b.start();
        const auto with_fcs = [](Bench::Octets frame, bool good) {
            const auto fcs = fcs_of(frame);
            for (const std::uint8_t o : fcs) frame.push_back(std::uint8_t(good ? o : ~o));
            return frame;
        };
        const Bench::Octets own = Bench::frame(b.own, 65), other = Bench::frame({2, 0, 0, 0, 0, 9}, 65),
                            all = Bench::frame({255, 255, 255, 255, 255, 255}, 65);
        EXPECT_EQ(send(b, with_fcs(own, true), 0x03, kOctets, 69), (Seen{0x53, 0x01, 0x02}));
        EXPECT_EQ(send(b, with_fcs(own, false), 0x03, kOctets, 69), (Seen{0x53, 0x02, 0x06}));
        EXPECT_EQ(send(b, with_fcs(other, false), 0x03, kOctets, 69), (Seen{0x53, 0x01, 0x02}));
        EXPECT_EQ(send(b, with_fcs(all, true), 0x03, kOctets, 69), (Seen{0x53, 0x21, 0x02}));
        EXPECT_EQ(send(b, with_fcs(all, false), 0x03, kOctets, 69), (Seen{0x53, 0x22, 0x06}));
        EXPECT_EQ(send(b, other, 0x02, kOctets, 65), (Seen{0x53, 0x01, 0x02}));
    });
}

TEST_F(Dp8390Loopback, OfAWordOneOctetIsSent) {
    run_program([](Bench& b) {
        b.start();
        const Bench::Octets frame = Bench::frame(b.own, 65);
        const auto fcs = fcs_of(frame);
        for (const bool even : {true, false}) {
            Bench::Octets words(132, 0xEE);
            for (std::size_t i = 0; i < frame.size(); ++i) words[2 * i + (even ? 0 : 1)] = frame[i];
            EXPECT_EQ(send(b, words, 0x02, even ? kWordsHighFirst : kWords, 130), (Seen{0x53, 0x02, 0x06}));
            EXPECT_EQ(fifo(b), (Bench::Octets{frame[64], fcs[0], fcs[1], fcs[2], fcs[3], 69, 0, 0}));
        }
    });
}

TEST_F(Dp8390Loopback, TheCableIsIgnoredAndUsedAgainAfterwards) {
    run_program([](Bench& b) {
        b.start();
        b.out(0x0D, 0x02);
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(200);
        EXPECT_EQ(b.in(0x07) & 0x01, 0);
        b.out(0x0D, 0);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 100));
        EXPECT_EQ(b.wait_for(0x0A) & 0x0A, 0x02);
        EXPECT_EQ(b.heard().size(), 100u);
        b.out(0x0D, 0x06);
        b.pass(1);
        ASSERT_NE(b.card.chip.ignored_mode(), nullptr);
        EXPECT_EQ(std::string(b.card.chip.ignored_mode()), "external loopback (LB1 and LB0 of TCR)");
    });
}

TEST_F(Dp8390Loopback, Page3IsThatOfAnRtl8029) {
    run_program([](Bench& b) {
        b.start();
        b.out(0, 0xE2);
        EXPECT_EQ(b.in(0x03), 0x00);
        EXPECT_EQ(b.in(0x05), 0x40);
        EXPECT_EQ(b.in(0x06), 0x00);
        EXPECT_EQ(b.in(0x0E), 0x29);
        EXPECT_EQ(b.in(0x0F), 0x80);
        b.out(0x06, 0x40);  // not enabled
        EXPECT_EQ(b.in(0x06), 0x00);
        EXPECT_EQ(b.card.chip.ignored_mode(), nullptr);
        b.out(0x01, 0xC0), b.out(0x06, 0x40), b.out(0x05, 0xFF), b.out(0x03, 0xFF), b.out(0x0E, 0xFF);
        EXPECT_EQ(b.in(0x06), 0x40);
        EXPECT_EQ(b.in(0x05), 0xE0);
        EXPECT_EQ(b.in(0x03), 0x00);
        EXPECT_EQ(b.in(0x0E), 0x29);
        EXPECT_EQ(std::string(b.card.chip.ignored_mode()), "full duplex (FUDUP of CONFIG3)");
        b.out(0, 0x22);
    });
}

}  // namespace niclab::test
