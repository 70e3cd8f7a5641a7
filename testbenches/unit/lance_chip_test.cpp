// Registers, initialisation and transmission of the chip, by accesses of its host and descriptors
// in its memory.
#include <gtest/gtest.h>

#include "support/lance_bench.h"

namespace niclab::test {

class LanceChip : public LanceTest {
protected:
    static constexpr std::uint32_t kSend = LanceBench::kSendRing;
    static const lance::Address kPeer;
};
const lance::Address LanceChip::kPeer{2, 0, 0, 0, 0, 9};

TEST_F(LanceChip, IsFoundByWordsUntilADwordIsWritten) {
    run_program([](Bench& b) {
        b.bridge.config_write32(5, 0x10, Bench::kBase);
        b.bridge.config_write32(5, 0x04, 5);
        EXPECT_EQ(b.bridge.config_read32(5, 0), 0x20001022u);
        b.in(0x14);
        EXPECT_EQ(b.csr(0), 0x0004);
        EXPECT_EQ(b.csr(88) | b.csr(89) << 16, 0x02621003);
        const std::uint32_t sum = 0x02 + 0x55 + 2 * 0x57;  // of the address and the mark
        for (unsigned i = 0; i < 16; ++i)
            EXPECT_EQ(b.bridge.io_read(Bench::kBase + i, 1), i < 6     ? b.own[i]
                                                             : i == 12 ? sum & 0xFF
                                                             : i == 13 ? sum >> 8
                                                             : i < 14  ? 0u
                                                                       : 0x57u)
                << i;
        EXPECT_EQ(b.csr(12), 0x0002);
        EXPECT_EQ(b.csr(14), 0x5500);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x14, 4), ~0u);  // a dword read means nothing yet
        EXPECT_EQ(b.bcr(18) & 0x80, 0);
        b.bridge.io_write(Bench::kBase + 0x10, 4, 4);
        const auto csr = [&b](unsigned n) {
            b.bridge.io_write(Bench::kBase + 0x14, 4, n);
            return b.bridge.io_read(Bench::kBase + 0x10, 4);
        };
        EXPECT_EQ(csr(88), 0x1003u);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x14, 4), 88u);
        b.bridge.io_write(Bench::kBase + 0x14, 4, 18);
        EXPECT_EQ(b.bridge.io_read(Bench::kBase + 0x1C, 4) & 0x80, 0x80u);
        EXPECT_EQ(b.in(0x12), 0xFFFF);
        b.bridge.io_read(Bench::kBase + 0x18, 4);  // a reset leaves the width
        EXPECT_EQ(csr(0), 4u);
    });
}

TEST_F(LanceChip, ReadsItsInitialisationBlockAndTellsWhen) {
    run_program([](Bench& b) {
        b.init(0x0083, 0x8877665544332211ull);
        EXPECT_EQ(b.csr(0), 0x0181);  // IDON, INTR, INIT; INEA is off
        EXPECT_FALSE(b.bridge.interrupt().read());
        EXPECT_EQ(b.csr(15), 0x0083);
        EXPECT_EQ(b.csr(8), 0x2211);
        EXPECT_EQ(b.csr(11), 0x8877);
        EXPECT_EQ(b.csr(24), Bench::kReceiveRing);
        EXPECT_EQ(b.csr(30), Bench::kSendRing);
        EXPECT_EQ(b.csr(76), 0xFFFC);
        EXPECT_EQ(b.csr(78), 0xFFFC);
        EXPECT_EQ(b.csr(58), 0x0302);
        b.set_csr(0, 0x0042);  // start, neither sender nor receiver: mode
        EXPECT_EQ(b.csr(0), 0x01C3);
        b.pass(1);
        EXPECT_TRUE(b.bridge.interrupt().read());
        b.set_csr(3, 0x0100);
        b.pass(1);
        EXPECT_FALSE(b.bridge.interrupt().read());
        b.set_csr(15, 0);
        EXPECT_EQ(b.csr(15), 0x0083);  // it is neither stopped nor suspended
        b.set_csr(0, 4);
        EXPECT_EQ(b.csr(0), 4);
        b.set_csr(15, 0);
        EXPECT_EQ(b.csr(15), 0);
    });
}

TEST_F(LanceChip, FramesLeaveFromAnyAddressAndTheirDescriptorsComeBack) {
    run_program([](Bench& b) {
        b.start();
        unsigned n = 0;
        for (const std::size_t octets : {60u, 61u, 64u, 777u, 1514u}) {
            const Bench::Octets frame = Bench::frame(kPeer, octets, std::uint8_t(octets));
            b.transmit(frame, n, n % 4);
            EXPECT_EQ(b.wait_for(kSend, n) & 0xC300, 0x0300) << octets;
            EXPECT_EQ(b.result(kSend, n), 0u);
            EXPECT_EQ(b.csr(0) & 0x0280, 0x0280);
            EXPECT_TRUE(b.bridge.interrupt().read());
            b.set_csr(0, 0x7F40);
            EXPECT_EQ(b.csr(0) & 0x0280, 0);
            EXPECT_EQ(b.heard(), frame);
            n = (n + 1) % 4;
        }
        EXPECT_EQ(b.peer.sink.frames.size(), 5u);
    });
}

/// Two dwords: a bit that gives the descriptor to the chip is seen before its address is read.
TEST_F(LanceChip, ReadsTheStatusOfADescriptorAndThenItsAddress) {
    struct Reads : host::MasterObserver {
        void on_master_access(std::uint32_t address, std::uint8_t, bool write) override {
            if (!write && address >= Bench::kReceiveRing && address < Bench::kBuffers) addresses.push_back(address);
        }
        std::vector<std::uint32_t> addresses;
    };
    run_program([](Bench& b) {
        Reads reads;
        b.start();
        b.pass(100);
        b.memory.observe_masters(&reads);
        b.transmit(Bench::frame({2, 0, 0, 0, 0, 9}, 100));
        b.pass(20);
        b.memory.observe_masters(nullptr);
        ASSERT_EQ(reads.addresses.size(), 2u);
        EXPECT_EQ(reads.addresses[0], Bench::kSendRing + 4);
        EXPECT_EQ(reads.addresses[1], Bench::kSendRing);
    });
}

TEST_F(LanceChip, BurstsMoveTheSameInFewerTransactions) {
    run_program([](Bench& b) {
        b.start();
        const Bench::Octets frame = Bench::frame(kPeer, 1001);
        std::uint64_t transactions[2];
        for (unsigned burst = 0; burst < 2; ++burst) {
            b.set_bcr(18, burst ? 0x9061 : 0x9001);
            const std::uint64_t before = b.card.chip.master.transactions();
            b.transmit(frame, burst, 3);
            b.wait_for(kSend, burst);
            EXPECT_EQ(b.heard(), frame);
            transactions[burst] = b.card.chip.master.transactions() - before;
        }
        EXPECT_GT(transactions[0], 250u);
        EXPECT_LT(transactions[1], 80u);
    });
}

TEST_F(LanceChip, PadsAndChecksAreAddedWhereTheyAreAskedFor) {
    run_program([](Bench& b) {
        b.start(0x0008);  // DXMTFCS
        b.transmit(Bench::frame(kPeer, 100), 0);
        b.wait_for(kSend, 0);
        EXPECT_EQ(b.peer.sink.frames.back().octets.size(), 100u);
        b.set_csr(4, 0x0915);
        b.transmit(Bench::frame(kPeer, 20), 1);
        b.wait_for(kSend, 1);
        Bench::Octets padded = Bench::frame(kPeer, 20);
        padded.resize(60);
        EXPECT_EQ(b.heard(), padded);
    });
}

TEST_F(LanceChip, AChainOfBuffersIsOneFrameAndWhatBeginsNoneGoesBack) {
    run_program([](Bench& b) {
        b.start();
        const Bench::Octets frame = Bench::frame(kPeer, 300);
        b.give(kSend, 0, Bench::buffer(8), 64, 0);  // no STP
        b.put(Bench::buffer(9) + 1, {frame.begin(), frame.begin() + 101});
        b.put(Bench::buffer(10), {frame.begin() + 101, frame.end()});
        b.give(kSend, 2, Bench::buffer(10), 199, 0x0100'0000);
        b.give(kSend, 1, Bench::buffer(9) + 1, 101, 0x0200'0000);
        b.set_csr(0, 0x0048);
        EXPECT_EQ(b.wait_for(kSend, 2), 0x0100);
        EXPECT_EQ(b.status(kSend, 1), 0x0200);
        EXPECT_EQ(b.status(kSend, 0), 0x0000);
        EXPECT_EQ(b.heard(), frame);
        EXPECT_EQ(b.peer.sink.frames.size(), 1u);
    });
}

TEST_F(LanceChip, AChainThatBreaksRunsTheFifoEmptyAndTheSenderStops) {
    run_program([](Bench& b) {
        b.start();
        b.give(kSend, 0, Bench::buffer(8), 200, 0x0200'0000);
        b.set_csr(0, 0x0048);
        EXPECT_EQ(b.wait_for(kSend, 0) & 0xC200, 0x4200);
        EXPECT_EQ(b.result(kSend, 0) & 0xC000'0000, 0xC000'0000u);  // BUFF, UFLO
        EXPECT_EQ(b.csr(0) & 0x0210, 0x0200);
        EXPECT_FALSE(b.peer.sink.frames.back().status.fcs_good);
    });
}

/// Both begin at once; the retry needs nothing of the host's memory.
TEST_F(LanceChip, AfterACollisionTheFrameComesOutOfTheFifoAgain) {
    run_program([](Bench& b) {
        b.start();
        for (unsigned n = 0; n < 3; ++n) {
            const Bench::Octets mine = Bench::frame(kPeer, 150, std::uint8_t(n));
            b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 8}, 1000));  // both wait for its end
            b.pass(100);
            b.transmit(mine, n);
            b.pass(60);
            b.put(Bench::buffer(8 + n), Bench::Octets(150, 0xEE));  // fetched by now
            b.peer_sends(Bench::frame({2, 0, 0, 0, 0, 8}, 80));
            EXPECT_EQ(b.wait_for(kSend, n) & 0xC300, 0x0300);
            EXPECT_NE(b.status(kSend, n) & 0x1800, 0);  // ONE or MORE
            EXPECT_GE(b.result(kSend, n) & 15u, 1u);
            EXPECT_NE(b.status(kSend, n) & 0x0400, 0);  // DEF
            b.pass(2000);
            bool found = false;
            for (const auto& f : b.peer.sink.frames)
                found |= f.status.fcs_good && Bench::Octets(f.octets.begin(), f.octets.end() - 4) == mine;
            EXPECT_TRUE(found) << n;
        }
    });
}

/// A peer with the longest gap ignores carrier in its second part. It begins after the header of the
/// card's frame, so the card repeats octets.
TEST_F(LanceChip, ARetryBeginsWithTheFirstOctetOfTheFrame) {
    ether::MacRules late;
    late.gap_part1_bits = 90, late.gap_part2_bits = 96;
    run_program(
        [](Bench& b) {
            b.start();
            const Bench::Octets mine = Bench::frame(kPeer, 150), other = Bench::frame({2, 0, 0, 0, 0, 8}, 80);
            b.peer_sends(other);  // both wait for its end
            b.pass(30);
            b.transmit(mine);
            b.peer_sends(other);
            EXPECT_EQ(b.wait_for(kSend, 0) & 0xC300, 0x0300);
            EXPECT_GE(b.result(kSend, 0) & 15u, 1u);
            b.pass(2000);
            bool found = false;
            for (const auto& f : b.peer.sink.frames)
                found |= f.status.fcs_good && Bench::Octets(f.octets.begin(), f.octets.end() - 4) == mine;
            EXPECT_TRUE(found);
        },
        10.0, late);
}

/// CSR47 counts clocks of 30.3 ns: 33 of them are a microsecond. Without a demand the ring is
/// polled when they are over, and not before.
TEST_F(LanceChip, LooksAtItsRingOnDemandOrWhenThePollComes) {
    run_program([](Bench& b) {
        b.init();
        b.set_csr(0, 4), b.set_csr(47, 0x10000 - 3300);
        b.set_csr(0, 0x0142);
        b.pass(50);
        b.put(Bench::buffer(8), Bench::frame(kPeer, 60));
        b.give(kSend, 0, Bench::buffer(8), 60, 0x0300'0000);
        b.pass(40);
        EXPECT_EQ(b.card.chip.sent().looks, 1u);
        b.pass(20);
        EXPECT_EQ(b.card.chip.sent().looks, 2u);
        EXPECT_EQ(b.wait_for(kSend, 0), 0x0300);
        const std::uint64_t looks = b.card.chip.sent().looks;
        b.set_csr(4, 0x1115);  // DPOLL
        b.pass(110);
        EXPECT_LE(b.card.chip.sent().looks, looks + 1);
        b.pass(500);
        EXPECT_LE(b.card.chip.sent().looks, looks + 1);
        b.set_csr(0, 0x0048);
        b.pass(5);
        EXPECT_GE(b.card.chip.sent().looks, looks + 1);
    });
}

TEST_F(LanceChip, WithoutLinkAFrameIsGivenUpAndTheRegisterTells) {
    run_program([](Bench& b) {
        b.start(0x0080);
        EXPECT_EQ(b.bcr(4), 0x80C0);
        b.card.chip.set_link(false);
        EXPECT_EQ(b.bcr(4), 0x00C0);
        b.transmit(Bench::frame(kPeer, 100));
        EXPECT_EQ(b.wait_for(kSend, 0), 0x4300);
        EXPECT_EQ(b.result(kSend, 0), 0x0800'0000u);
        EXPECT_TRUE(b.peer.sink.frames.empty());
    });
}

TEST_F(LanceChip, AStopInMidFrameLeavesTheNextOneWhole) {
    run_program([](Bench& b) {
        b.start();
        b.transmit(Bench::frame(kPeer, 1000));
        b.pass(100);
        b.set_csr(0, 4);
        b.start();
        const Bench::Octets frame = Bench::frame(kPeer, 200, 77);
        b.transmit(frame);
        EXPECT_EQ(b.wait_for(kSend, 0) & 0xC300, 0x0300);
        EXPECT_EQ(b.heard(), frame);
        EXPECT_FALSE(b.peer.sink.frames.front().status.fcs_good);
    });
}

TEST_F(LanceChip, AnAddressWithoutMemoryEndsAllWork) {
    run_program([](Bench& b) {
        b.start();
        b.give(kSend, 0, 0xF000'0000, 100, 0x0300'0000);
        b.set_csr(0, 0x0048);
        b.pass(20);
        EXPECT_EQ(b.csr(0) & 0x88F4, 0x88C4);  // ERR, MERR, INTR, INEA, STOP
        EXPECT_TRUE(b.bridge.interrupt().read());
    });
}

/// The peer's frame keeps the cable busy for 1.2 ms.
TEST_F(LanceChip, AStopWithdrawsAFrameThatWaitsForTheCable) {
    run_program([](Bench& b) {
        b.start();
        b.peer_sends(Bench::frame(kPeer, 1514));
        b.pass(200);
        b.transmit(Bench::frame(kPeer, 300), 0);
        b.pass(200);
        b.set_csr(0, 4);
        b.pass(3000);
        EXPECT_TRUE(b.peer.sink.frames.empty());
        EXPECT_EQ(b.card.mac.transmitter.stats().attempts, 0u);
        b.start();
        b.transmit(Bench::frame(kPeer, 300), 0);
        EXPECT_EQ(b.wait_for(kSend, 0) & 0xC300, 0x0300);
        EXPECT_EQ(b.heard().size(), 300u);
    });
}

}  // namespace niclab::test
