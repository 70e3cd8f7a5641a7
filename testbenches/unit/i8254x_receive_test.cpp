// Reception by the 82540EM: its filters, its buffers, checksums, and frames that find no
// descriptor or no space.
#include <gtest/gtest.h>

#include "cards/i8254x/address_filter.h"
#include "support/i8254x_bench.h"
#include "support/ip_packet.h"

namespace niclab::test {

class I8254xReceive : public I8254xTest {
protected:
    static constexpr std::uint32_t kReceive = I8254xBench::kReceiveRing;
    static constexpr std::uint32_t kStrip = 0x0400'0000, kOn = 0x8002, kBadToo = 4, kLong = 0x20;
};

TEST_F(I8254xReceive, FramesOfAllSizesAreInMemoryBeforeTheInterrupt) {
    run_program([](Bench& b) {
        b.start();
        b.set(0xD0, 0x80);
        unsigned n = 0;
        std::uint64_t octets_in_all = 0;
        for (const std::size_t octets : {60u, 61u, 63u, 64u, 65u, 511u, 1514u}) {
            const Bench::Octets frame = Bench::frame(b.own, octets, std::uint8_t(octets * 3));
            b.peer_sends(frame);
            sc_core::wait(b.bridge.interrupt().posedge_event());
            EXPECT_EQ(b.status(kReceive, n) & 0xFF83, 3u) << octets;
            EXPECT_EQ(b.word(kReceive + 16 * n + 8) & 0xFFFF, octets);
            EXPECT_EQ(b.get(b.buffer(n), octets), frame);
            EXPECT_EQ(*b.memory.at(b.buffer(n) + std::uint32_t(octets)), 0) << "SECRC";
            EXPECT_EQ(b.reg(0xC0) & 0x80, 0x80u);
            octets_in_all += octets + 4;
            ++n;
        }
        EXPECT_EQ(b.reg(0x4074), 7u);
        EXPECT_EQ(b.reg(0x4088), octets_in_all);
        EXPECT_EQ(b.reg(0x405C), 1u) << "of 64 octets";
        EXPECT_EQ(b.reg(0x2810), 7u);
    });
}

TEST_F(I8254xReceive, TheFilterAcceptsWhatTheRegistersSelect) {
    run_program([](Bench& b) {
        const i8254x::Address group{1, 0, 0x5E, 0, 0x34, 0x12}, other{2, 0, 0, 0, 0, 0x54},
            all{255, 255, 255, 255, 255, 255};
        b.start(kStrip, 0);
        const unsigned bit = 0x123;  // Octets 4 and 5 are 1234H, from bit 4 on.
        EXPECT_EQ(i8254x::group_bit(group, 0), bit);
        EXPECT_EQ(i8254x::group_bit(group, 3), 0x234u);
        struct Case {
            std::uint32_t control, table;
            bool own, other, group, broadcast;
        };
        unsigned n = 0;
        for (const Case& c :
             {Case{0x8002, 0, true, false, false, true}, Case{2, 0, true, false, false, false},
              Case{2, 1u << (bit % 32), true, false, true, false},
              Case{2, ~(1u << (bit % 32)), true, false, false, false}, Case{2 | 8, 0, true, true, false, false},
              Case{2 | 16, 0, true, false, true, true}, Case{0, ~0u, false, false, false, false}}) {
            b.set(0x100, kStrip | c.control), b.set(0x5200 + 4 * (bit / 32), c.table);
            const auto accepted = [&](const i8254x::Address& to) {
                b.give_receive(n % 8);
                b.set(0x2818, (n + 1) % 8);
                b.peer_sends(Bench::frame(to, 64));
                const bool stored = (b.wait_for(kReceive, n, 5) & 1) != 0;
                n += stored;
                return stored;
            };
            EXPECT_EQ(accepted(b.own), c.own) << c.control;
            EXPECT_EQ(accepted(other), c.other) << c.control;
            EXPECT_EQ(accepted(group), c.group) << c.control << " " << c.table;
            EXPECT_EQ(accepted(all), c.broadcast) << c.control;
        }
        b.set(0x100, kStrip | 2), b.set(0x5408, 0x0000'0002), b.set(0x540C, 0x8000'5400);
        b.give_receive(n % 8), b.set(0x2818, (n + 1) % 8);
        b.peer_sends(Bench::frame(other, 64));
        EXPECT_TRUE(b.wait_for(kReceive, n, 5) & 1) << "a second address";
    });
}

TEST_F(I8254xReceive, AJumboFrameFillsSeveralBuffers) {
    run_program([](Bench& b) {
        b.start(kStrip | kOn | kLong | 1u << 16);  // Buffers of 1024 octets.
        const Bench::Octets frame = Bench::frame(b.own, 5000, 9);
        b.peer_sends(frame);
        EXPECT_EQ(b.wait_for(kReceive, 4) & 3, 3u);
        Bench::Octets stored;
        for (unsigned n = 0; n < 5; ++n) {
            const unsigned octets = b.word(kReceive + 16 * n + 8) & 0xFFFF;
            EXPECT_EQ(octets, n < 4 ? 1024u : 5000u - 4096);
            EXPECT_EQ(b.status(kReceive, n) & 3, n < 4 ? 1u : 3u);
            const auto part = b.get(b.buffer(n), octets);
            stored.insert(stored.end(), part.begin(), part.end());
        }
        EXPECT_EQ(stored, frame);
        b.set(0x100, kStrip | kOn);  // Without LPE.
        b.peer_sends(Bench::frame(b.own, 1519));
        EXPECT_FALSE(b.wait_for(kReceive, 5, 30) & 1);
        EXPECT_EQ(b.reg(0x40AC), 1u);
        b.peer_sends(Bench::frame(b.own, 1518));
        EXPECT_EQ(b.wait_for(kReceive, 5) & 3, 3u) << "1522 octets with the FCS, as with a tag";
    });
}

TEST_F(I8254xReceive, AFrameWaitsForADescriptorAndFramesAreMissedWhenTheBufferIsFull) {
    run_program([](Bench& b) {
        std::vector<card::UnitOutcome> reported;
        b.card.chip.receiving().listen([&reported](core::Femtoseconds, const ether_board::Address&,
                                                   const card::UnitOutcome& outcome,
                                                   const core::Femtoseconds&) { reported.push_back(outcome); });
        b.start(kStrip | kOn, 0);
        b.set(0x1000, 4);  // KiB to receive.
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(10);
        for (unsigned k = 0; k < 3; ++k) b.peer_sends(Bench::frame(b.own, 1514, std::uint8_t(k))), b.pass(20);
        EXPECT_EQ(b.reg(0x4010), 1u) << "missed";
        EXPECT_EQ(b.reg(0x40A0), 1u) << "without a buffer";
        EXPECT_EQ(b.reg(0xC0) & 0x40, 0x40u);
        b.set(0x2818, 7);
        EXPECT_EQ(b.wait_for(kReceive, 2) & 3, 3u);
        EXPECT_EQ(b.get(b.buffer(0), 100), Bench::frame(b.own, 100));
        EXPECT_EQ(b.get(b.buffer(2), 1514), Bench::frame(b.own, 1514, 1));
        b.pass(10);
        EXPECT_EQ(b.status(kReceive, 3) & 1, 0u);
        b.peer_sends(Bench::frame(b.own, 1514, 7));
        EXPECT_EQ(b.wait_for(kReceive, 3) & 3, 3u) << "the space is free again";
        EXPECT_EQ(b.card.chip.received().missed, 1u);
        b.pass(1);
        using card::UnitOutcome;
        const std::vector<UnitOutcome> in_order = {UnitOutcome::Stored, UnitOutcome::Stored, UnitOutcome::Stored,
                                                   UnitOutcome::FifoOverflow, UnitOutcome::Stored};
        EXPECT_EQ(reported, in_order) << "as on the line, though the loss was known first";
    });
}

TEST_F(I8254xReceive, ADamagedFrameIsCountedAndStoredOnlyOnRequest) {
    run_program([](Bench& b) {
        b.start();
        Bench::Octets wrong = Bench::frame(b.own, 100);
        b.peer.source.options.append_fcs = false;  // Its last four octets are no FCS.
        b.peer_sends(wrong);
        EXPECT_FALSE(b.wait_for(kReceive, 0, 20) & 1);
        EXPECT_EQ(b.reg(0x4000), 1u);
        EXPECT_EQ(b.reg(0x4000), 0u);
        b.set(0x100, kOn | kBadToo);
        b.peer_sends(wrong);
        EXPECT_EQ(b.wait_for(kReceive, 0) & 0x0103, 0x0103u) << "DD, EOP and CE";
        EXPECT_EQ(b.word(kReceive + 8) & 0xFFFF, 100u) << "with its FCS";
        EXPECT_EQ(b.get(b.buffer(0), 100), wrong);
    });
}

TEST_F(I8254xReceive, ChecksumsOfIpAndTcpAreEvaluated) {
    run_program([](Bench& b) {
        b.start();
        b.set(0x5000, 0x300 | 14);
        auto received = [&b, n = 0u](Bench::Octets frame) mutable {
            frame[0] = 2, frame[5] = 0x55;
            b.peer_sends(frame);
            return b.wait_for(kReceive, n++) & 0xFF64;
        };
        Bench::Octets frame = tcp_frame(300, 4);
        EXPECT_EQ(received(frame), 0x0060u);
        EXPECT_EQ(b.word(kReceive + 8) >> 16, sum_of_words(frame, 14, frame.size())) << "the sum from PCSS on";
        frame[100] ^= 1;
        EXPECT_EQ(received(frame), 0x2060u) << "TCP";
        frame[100] ^= 1, frame[22] ^= 1;
        EXPECT_EQ(received(frame) & 0x40FF, 0x4060u) << "IP";
        EXPECT_EQ(received(Bench::frame(b.own, 100)), 0x0004u) << "not IP";
        b.set(0x5000, 0);
        EXPECT_EQ(received(tcp_frame(300, 4)), 0x0004u) << "not enabled";
    });
}

TEST_F(I8254xReceive, AVlanIsFilteredAndItsTagIsInTheDescriptor) {
    run_program([](Bench& b) {
        b.start(kStrip | kOn | 1u << 18);
        b.set(0x38, 0x8100), b.set(0, 0x4000'0041), b.set(0x5600 + 4 * 3, 1u << 4);  // VLAN 100.
        const Bench::Octets plain = Bench::frame(b.own, 100);
        const auto tagged = [&plain](std::uint8_t vlan) {
            Bench::Octets frame = plain;
            const Bench::Octets tag{0x81, 0x00, 0x20, vlan};
            frame.insert(frame.begin() + 12, tag.begin(), tag.end());
            return frame;
        };
        b.peer_sends(tagged(101));
        b.peer_sends(tagged(100));
        EXPECT_EQ(b.wait_for(kReceive, 0) & 0xFFFF'000B, 0x2064'000Bu);
        EXPECT_EQ(b.get(b.buffer(0), 100), plain);
        b.peer_sends(plain);
        EXPECT_EQ(b.wait_for(kReceive, 1) & 0xFFFF'000B, 3u);
        EXPECT_EQ(b.card.chip.received().not_for_us, 1u);
    });
}

/// At the full rate of the line, with descriptors in time, no frame is lost.
TEST_F(I8254xReceive, FramesWithoutAPauseAreAllStored) {
    run_program([](Bench& b) {
        b.start(kStrip | kOn);
        constexpr unsigned kFrames = 40;
        for (unsigned k = 0; k < kFrames; ++k) b.peer_sends(Bench::frame(b.own, 60 + 3 * k, std::uint8_t(k)));
        for (unsigned k = 0; k < kFrames; ++k) {
            EXPECT_EQ(b.wait_for(kReceive, k) & 3, 3u) << k;
            EXPECT_EQ(b.get(b.buffer(k % 8), 60 + 3 * k), Bench::frame(b.own, 60 + 3 * k, std::uint8_t(k))) << k;
            b.give_receive(k % 8);
            b.set(0x2818, k % 8);
        }
        EXPECT_EQ(b.reg(0x4074), kFrames);
        EXPECT_EQ(b.reg(0x4010), 0u);
    });
}

}  // namespace niclab::test
