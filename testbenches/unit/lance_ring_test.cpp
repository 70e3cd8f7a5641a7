// Reception by the chip: its filter, the ring, chains of buffers, and frames that find no descriptor.
#include <gtest/gtest.h>

#include "support/lance_bench.h"

namespace niclab::test {

class LanceRing : public LanceTest {
protected:
    static constexpr std::uint32_t kReceive = LanceBench::kReceiveRing;
};

/// The bit-serial CRC, octets from bit 0, with its register's bits reversed. Linux' pcnet32.c takes
/// the top six.
TEST_F(LanceRing, TheHashIsTheTopSixBitsOfTheReflectedCrc) {
    for (const lance::Address& to : {lance::Address{1, 0, 0x5E, 0, 0, 1}, lance::Address{0x33, 0x33, 0, 0, 0, 0xFB}}) {
        std::uint32_t crc = ~0u;
        for (const std::uint8_t o : to) {
            crc ^= o;
            for (unsigned i = 0; i < 8; ++i) crc = crc >> 1 ^ ((crc & 1u) ? 0xEDB88320u : 0u);
        }
        EXPECT_EQ(ether_board::hash_of<true>(to), crc >> 26);
    }
}

TEST_F(LanceRing, FramesOfAllSizesGoToTheirBuffersAtAnyAddress) {
    run_program([](Bench& b) {
        b.init();
        unsigned n = 0;
        for (unsigned i = 0; i < 4; ++i) b.give(kReceive, i, Bench::buffer(i) + i, Bench::kBufferOctets - 4, 0);
        b.set_csr(0, 0x0142);
        for (const std::size_t octets : {60u, 61u, 62u, 63u, 64u, 111u, 777u, 1514u}) {
            const Bench::Octets frame = Bench::frame(b.own, octets, std::uint8_t(octets * 3));
            b.peer_sends(frame);
            EXPECT_EQ(b.wait_for(kReceive, n), 0x0340) << octets;
            EXPECT_EQ(b.result(kReceive, n), octets + 4);
            EXPECT_EQ(b.get(Bench::buffer(n) + n, octets), frame);
            EXPECT_EQ(*b.memory.at(Bench::buffer(n) + n + std::uint32_t(octets) + 4), 0) << octets;
            EXPECT_EQ(b.csr(0) & 0x0480, 0x0480);
            EXPECT_TRUE(b.bridge.interrupt().read());
            b.set_csr(0, 0x7F40);
            b.put(Bench::buffer(n), Bench::Octets(Bench::kBufferOctets, 0));
            b.give(kReceive, n, Bench::buffer(n) + n, Bench::kBufferOctets - 4, 0);
            n = (n + 1) % 4;
        }
    });
}

TEST_F(LanceRing, TheFilterTakesWhatItIsToldTo) {
    run_program([](Bench& b) {
        const lance::Address group{1, 0, 0x5E, 0, 0, 1}, other{2, 0, 0, 0, 0, 0x54}, all{255, 255, 255, 255, 255, 255};
        const std::uint64_t hash = std::uint64_t{1} << ether_board::hash_of<true>(group);
        struct Case {
            std::uint16_t mode;
            std::uint64_t filter;
            unsigned own, other, group, broadcast;
        };
        for (const Case& c : {Case{0x0000, 0, 0x0340, 0, 0, 0x0310}, Case{0x0000, hash, 0x0340, 0, 0x0320, 0x0310},
                              Case{0x0000, ~hash, 0x0340, 0, 0, 0x0310}, Case{0x4000, 0, 0x0340, 0, 0, 0},
                              Case{0x2000, 0, 0, 0, 0, 0x0310}, Case{0x8000, 0, 0x0340, 0x0300, 0x0300, 0x0310},
                              Case{0x0001, ~std::uint64_t{0}, 0, 0, 0, 0}}) {
            b.start(c.mode, c.filter);
            const auto taken = [&b](const lance::Address& to) {
                const unsigned n = unsigned(0x10000 - b.csr(72)) & 3;  // 4 left: the first
                const unsigned at = (4 - n) & 3;
                b.give_receive(at);
                b.peer_sends(Bench::frame(to, 64));
                const std::uint16_t status = b.wait_for(kReceive, at, 150);
                return status & 0x8000 ? 0u : unsigned{status};
            };
            EXPECT_EQ(taken(b.own), c.own) << c.mode << " " << c.filter;
            EXPECT_EQ(taken(other), c.other) << c.mode;
            EXPECT_EQ(taken(group), c.group) << c.mode;
            EXPECT_EQ(taken(all), c.broadcast) << c.mode;
        }
    });
}

TEST_F(LanceRing, AFrameThatFindsNoDescriptorIsMissedAndTheNextOneIsNot) {
    run_program([](Bench& b) {
        b.start();
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(150);
        EXPECT_EQ(b.csr(0) & 0x9400, 0x9000);  // ERR, MISS
        EXPECT_EQ(b.csr(112), 1);
        b.set_csr(0, 0x7F40);
        b.give_receive(0);
        const Bench::Octets frame = Bench::frame(b.own, 200, 5);
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x0340);
        EXPECT_EQ(b.get(Bench::buffer(0), 200), frame);
        EXPECT_EQ(b.csr(0) & 0x1400, 0x0400);
        EXPECT_EQ(b.csr(112), 1);
    });
}

TEST_F(LanceRing, AFrameLongerThanItsBufferGoesOnInTheNextOneOrIsCutOff) {
    run_program([](Bench& b) {
        b.init();
        b.give_receive(0, 128), b.give_receive(1, 128), b.give_receive(2, 128);
        b.set_csr(0, 0x0142);
        const Bench::Octets frame = Bench::frame(b.own, 300);
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(kReceive, 2), 0x0140);
        EXPECT_EQ(b.status(kReceive, 0), 0x0200);
        EXPECT_EQ(b.status(kReceive, 1), 0x0000);
        EXPECT_EQ(b.result(kReceive, 2), 304u);
        Bench::Octets got = b.get(Bench::buffer(0), 128), more = b.get(Bench::buffer(1), 128),
                      last = b.get(Bench::buffer(2), 44);
        got.insert(got.end(), more.begin(), more.end()), got.insert(got.end(), last.begin(), last.end());
        EXPECT_EQ(got, frame);
        b.give_receive(3, 128);  // and no other
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(kReceive, 3), 0x4600);  // ERR, BUFF, STP
        b.pass(200);
        b.give_receive(0);
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x0340);
        EXPECT_EQ(b.get(Bench::buffer(0), 300), frame);
    });
}

TEST_F(LanceRing, WrongChecksAreToldAndFragmentsAreNot) {
    run_program([](Bench& b) {
        b.init();
        for (unsigned i = 0; i < 4; ++i) b.give_receive(i);
        b.set_csr(0, 0x0142);
        b.peer.source.options = {false, 0};  // the last four octets are no FCS
        b.peer_sends(Bench::frame(b.own, 100));
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x4B40);  // ERR, CRC
        b.peer.source.options = {true, 0};
        b.peer_sends(Bench::frame(b.own, 59));  // 63 with FCS
        b.pass(100);
        EXPECT_EQ(b.status(kReceive, 1) & 0x8000, 0x8000);
        b.peer_sends(Bench::frame(b.own, 60));
        EXPECT_EQ(b.wait_for(kReceive, 1), 0x0340);
        EXPECT_EQ(b.card.chip.received().runts, 1u);
    });
}

TEST_F(LanceRing, PadsAndChecksAreTakenOffWhereItIsAskedFor) {
    run_program([](Bench& b) {
        b.init();
        b.give_receive(0), b.give_receive(1);
        b.set_csr(4, 0x0515);
        b.set_csr(0, 0x0142);
        Bench::Octets frame = Bench::frame(b.own, 60);
        frame[12] = 0, frame[13] = 20;
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x0340);
        EXPECT_EQ(b.result(kReceive, 0), 34u);
        EXPECT_EQ(*b.memory.at(Bench::buffer(0) + 33), frame[33]);
        EXPECT_EQ(*b.memory.at(Bench::buffer(0) + 34), 0);
        frame[12] = 0x08, frame[13] = 0;
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(kReceive, 1), 0x0340);
        EXPECT_EQ(b.result(kReceive, 1), 64u);
    });
}

TEST_F(LanceRing, SuspendedItLeavesItsRegistersAndHearsNothing) {
    run_program([](Bench& b) {
        b.init();
        b.give_receive(0);
        b.set_csr(0, 0x0142);
        b.peer_sends(Bench::frame(b.own, 500));
        b.pass(200);
        b.set_csr(5, 1);
        EXPECT_EQ(b.csr(5), 0);  // the frame under way comes in first
        EXPECT_EQ(b.wait_for(kReceive, 0), 0x0340);
        EXPECT_EQ(b.csr(5), 1);
        b.give_receive(1);
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(150);
        EXPECT_EQ(b.status(kReceive, 1), 0x8000);
        b.set_csr(15, 0x8000);
        EXPECT_EQ(b.csr(15), 0x8000);
        b.set_csr(5, 0);
        b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 7}, 100));
        EXPECT_EQ(b.wait_for(kReceive, 1), 0x0300);
        EXPECT_EQ(b.csr(0) & 0x1000, 0);
    });
}

}  // namespace niclab::test
