// Internal loopback of the chip, its software styles, and the checksum of its PROM.
#include <gtest/gtest.h>

#include "ether/fcs.h"
#include "support/lance_bench.h"

namespace niclab::test {

class LanceLoopback : public LanceTest {
protected:
    static constexpr std::uint32_t kReceive = LanceBench::kReceiveRing, kSend = LanceBench::kSendRing;
    static constexpr std::uint16_t kInternal = 0x0044, kNoFcs = 0x0008;
    /// Bits that BCR20 reads after this value was written.
    static std::uint16_t style(Bench& b, std::uint16_t value) {
        b.set_bcr(20, value);
        return b.bcr(20);
    }
};

TEST_F(LanceLoopback, AFrameComesBackAndNothingIsOnTheCable) {
    run_program([](Bench& b) {
        b.init(kInternal);
        for (unsigned i = 0; i < 4; ++i) b.give_receive(i);
        b.set_csr(0, 0x0142);
        unsigned n = 0;
        for (const std::size_t octets : {20u, 60u, 75u, 1514u}) {
            const Bench::Octets frame = Bench::frame(b.own, octets, std::uint8_t(octets));
            b.transmit(frame, n);
            EXPECT_EQ(b.wait_for(kReceive, n), 0x0340) << octets;
            EXPECT_EQ(b.result(kReceive, n), octets + 4);
            EXPECT_EQ(b.get(Bench::buffer(n), octets), frame);
            EXPECT_EQ(b.wait_for(kSend, n) & 0xC300, 0x0300);
            EXPECT_EQ(b.csr(0) & 0x0600, 0x0600);
            ++n;
        }
        EXPECT_TRUE(b.peer.sink.frames.empty());
        EXPECT_EQ(b.card.mac.transmitter.stats().attempts, 0u);
        EXPECT_EQ(b.card.chip.ignored_mode(), nullptr);
    });
}

/// 64 bit times of preamble, 8 for each octet with the FCS: 100 ns each.
TEST_F(LanceLoopback, AFrameTakesItsTimeOfTheLine) {
    run_program([](Bench& b) {
        b.init(kInternal);
        b.give_receive(0);
        b.set_csr(0, 0x0142);
        b.transmit(Bench::frame(b.own, 1000), 0);
        b.pass((64 + 8 * 1004) * 0.1 - 1);
        EXPECT_EQ(b.status(kReceive, 0) & 0x8000, 0x8000);
        b.pass(20);
        EXPECT_EQ(b.status(kReceive, 0), 0x0340);
    });
}

TEST_F(LanceLoopback, TheReceiverIgnoresTheCableAndChecksTheFcs) {
    run_program([](Bench& b) {
        b.init(kInternal | kNoFcs);
        for (unsigned i = 0; i < 4; ++i) b.give_receive(i);
        b.set_csr(0, 0x0142);
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(200);
        Bench::Octets frame = Bench::frame(b.own, 96, 5);
        b.transmit(frame, 0);
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x4B40);  // without an FCS: ERR, CRC
        ether::Fcs fcs;
        fcs.add(frame.data(), frame.size());
        for (const std::uint8_t o : fcs.octets()) frame.push_back(o);
        b.transmit(frame, 1);
        EXPECT_EQ(b.wait_for(kReceive, 1), 0x0340);
        EXPECT_EQ(b.result(kReceive, 1), 100u);
        EXPECT_EQ(b.status(kReceive, 2) & 0x8000, 0x8000);
        b.set_csr(0, 4), b.set_csr(15, 0), b.set_csr(0, 0x42);  // back to the cable
        b.give_receive(0);
        b.peer_sends(Bench::frame(b.own, 100));
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x0340);
    });
}

/// A frame that is still on its way inside the chip does not mix with one from the cable.
TEST_F(LanceLoopback, AStopInsideAFrameDropsIt) {
    run_program([](Bench& b) {
        b.init(kInternal);
        for (unsigned i = 0; i < 4; ++i) b.give_receive(i);
        b.set_csr(0, 0x0142);
        b.transmit(Bench::frame(b.own, 1514), 0);
        b.pass(600);
        b.set_csr(0, 4), b.set_csr(15, 0);
        b.set_word(kSend + 4, 0);  // it would be sent again
        for (unsigned i = 0; i < 4; ++i) b.give_receive(i);
        b.set_csr(0, 0x42);
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(3000);
        b.peer_sends(Bench::frame(b.own, 200, 3));
        b.wait_for(kReceive, 0);
        EXPECT_EQ(b.status(kReceive, 0), 0x0340);
        EXPECT_EQ(b.result(kReceive, 0), 204u);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 300), 0);
        EXPECT_EQ(b.wait_for(kSend, 0) & 0xC300, 0x0300);
        EXPECT_EQ(b.heard().size(), 300u);
    });
}

TEST_F(LanceLoopback, ModesThatAreNotModelledAreNamed) {
    run_program([](Bench& b) {
        b.start(0x0004);
        b.pass(1);
        ASSERT_NE(b.card.chip.ignored_mode(), nullptr);
        EXPECT_EQ(std::string(b.card.chip.ignored_mode()), "external loopback (LOOP without INTL of CSR15)");
        b.start(0x0020);
        b.pass(1);
        EXPECT_EQ(std::string(b.card.chip.ignored_mode()), "a single attempt (DRTY of CSR15)");
        b.set_bcr(9, 1);
        b.pass(1);
        EXPECT_EQ(std::string(b.card.chip.ignored_mode()), "full duplex (FDEN of BCR9)");
    });
}

TEST_F(LanceLoopback, TheStyleIsWrittenWhileStoppedAndSurvivesAResetBySoftware) {
    run_program([](Bench& b) {
        b.init();  // finds the card
        EXPECT_EQ(b.bcr(20), 0x0302);
        b.set_csr(0, 0x42);
        EXPECT_EQ(style(b, 0), 0x0302);  // it runs
        b.set_csr(0, 4);
        EXPECT_EQ(style(b, 0), 0x0200);
        EXPECT_EQ(style(b, 1), 0x0101);
        EXPECT_EQ(style(b, 3), 0x0303);
        EXPECT_EQ(b.csr(58), 0x0303);
        b.in(0x14);
        EXPECT_EQ(b.bcr(20), 0x0303);
        EXPECT_EQ(style(b, 4), 0x0200);  // unknown
        b.set_csr(58, 0x0002);
        EXPECT_EQ(b.bcr(20), 0x0302);
    });
}

TEST_F(LanceLoopback, InStyle3ResultAndAddressChangePlaces) {
    run_program([](Bench& b) {
        b.init();
        b.set_csr(0, 4);
        b.set_bcr(20, 3);
        const auto give = [&b](std::uint32_t ring, unsigned n, std::size_t octets, std::uint32_t flags) {
            const unsigned at = ring == kSend ? 8 + n : n;
            b.set_word(ring + 16 * n, 0), b.set_word(ring + 16 * n + 8, Bench::buffer(at));
            b.set_word(ring + 16 * n + 4, 0x8000'F000u | flags | (std::uint32_t(0x1000 - octets) & 0xFFF));
        };
        give(kReceive, 0, Bench::kBufferOctets, 0);
        const Bench::Octets frame = Bench::frame({2, 0, 0, 0, 0, 9}, 300);
        b.put(Bench::buffer(8), frame);
        give(kSend, 0, frame.size(), 0x0300'0000);
        b.set_csr(0, 0x42);
        EXPECT_EQ(b.wait_for(kSend, 0) & 0xC300, 0x0300);
        EXPECT_EQ(b.heard(), frame);
        b.peer_sends(Bench::frame(b.own, 500));
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x0340);
        EXPECT_EQ(b.word(kReceive), 504u);
        EXPECT_EQ(b.word(kReceive + 8), Bench::buffer(0));
        EXPECT_EQ(b.get(Bench::buffer(0), 500), Bench::frame(b.own, 500));
    });
}

/// Descriptors of 8 octets, and a block of 24.
TEST_F(LanceLoopback, Style0HasStructuresOfWords) {
    run_program([](Bench& b) {
        b.init();
        b.set_csr(0, 4);
        b.set_bcr(20, 0);
        b.set_word(Bench::kInit, std::uint32_t(b.own[0] | b.own[1] << 8) << 16);
        b.set_word(Bench::kInit + 4, b.own[2] | b.own[3] << 8 | b.own[4] << 16 | std::uint32_t{b.own[5]} << 24);
        b.set_word(Bench::kInit + 8, 0), b.set_word(Bench::kInit + 12, 0);
        b.set_word(Bench::kInit + 16, kReceive | 1u << 29), b.set_word(Bench::kInit + 20, kSend | 1u << 29);
        b.set_word(kReceive, Bench::buffer(0) | 0x8000'0000u);
        b.set_word(kReceive + 4, std::uint16_t(0x10000 - Bench::kBufferOctets));
        b.set_word(kReceive + 8, 0);
        b.set_csr(0, 1);
        b.pass(20);
        EXPECT_EQ(b.csr(76), 0xFFFE);
        b.set_csr(0, 0x42);
        b.peer_sends(Bench::frame(b.own, 500));
        b.pass(1000);
        EXPECT_EQ(b.word(kReceive) >> 24, 0x03u);
        EXPECT_EQ(b.word(kReceive + 4) >> 16, 504u);
        EXPECT_EQ(b.get(Bench::buffer(0), 500), Bench::frame(b.own, 500));
    });
}

}  // namespace niclab::test
