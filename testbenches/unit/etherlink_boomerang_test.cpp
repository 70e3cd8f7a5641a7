// What a 3C905 does otherwise than a 3C905B: its threshold, descriptors that it does not write,
// lengths in headers, its PHY and its EEPROM.
#include <gtest/gtest.h>

#include "support/etherlink_list_bench.h"

namespace niclab::test {

class EtherLinkBoomerang : public EtherLinkListTest {
protected:
    using Command = EtherLinkListBench::Command;
    static constexpr unsigned kMii = 6, kFreeThreshold = 0x2F;
    static constexpr ether_board::Address kPeer{2, 0, 0, 0, 0, 9};
    static void run(const std::function<void(Bench&)>& program) {
        etherlink::Config config = etherlink::Card3c905::card_3c905_defaults();
        config.eeprom_read_us = 1;
        run_program(program, config);
    }
    static void start(Bench& b) {
        b.start(5, kMii);
        b.out8(kFreeThreshold, 6);
    }
};

TEST_F(EtherLinkBoomerang, FollowsItsListAfterTheThresholdIsSet) {
    run([](Bench& b) {
        b.start(5, kMii);
        const auto frame = Bench::frame(kPeer, 300);
        b.transmit_frame(frame, Bench::kIndicate | 300);
        b.pass(500);
        EXPECT_EQ(b.card.chip.sent().frames, 0u);
        EXPECT_EQ(b.in32(0x24), Bench::kDownList);
        b.out8(kFreeThreshold, 20);  // 5120 octets: the whole FIFO
        b.pass(500);
        EXPECT_EQ(b.heard(), frame);
        b.out8(kFreeThreshold, 21);
        b.transmit_frame(frame, Bench::kIndicate | 300);
        b.pass(500);
        EXPECT_EQ(b.card.chip.sent().frames, 1u);
        b.out8(kFreeThreshold, 6);
        b.pass(500);
        EXPECT_EQ(b.card.chip.sent().frames, 2u);
        b.finish(Command::TxReset);
        EXPECT_EQ(b.in8(kFreeThreshold), 0xFF);
    });
}

TEST_F(EtherLinkBoomerang, DoesNotWriteTheDescriptorsOfSentFrames) {
    run([](Bench& b) {
        start(b);
        const auto frame = Bench::frame(kPeer, 100);
        b.put(Bench::buffer(8), frame);
        b.describe(Bench::down_entry(0), Bench::down_entry(1), 100, {{Bench::buffer(8), 100}});
        b.describe(Bench::down_entry(1), 0, Bench::kIndicate | 100, {{Bench::buffer(8), 100}});
        b.out32(0x24, Bench::kDownList);
        b.wait_for(0x0200);
        EXPECT_EQ(b.in32(0x24), 0u);
        EXPECT_EQ(b.word(Bench::down_entry(0) + 4), 100u);
        EXPECT_EQ(b.word(Bench::down_entry(1) + 4), Bench::kIndicate | 100);
        b.pass(500);
        EXPECT_EQ(b.card.chip.sent().frames, 2u);
    });
}

/// The fragments have been rounded up; one frame has a length of none.
TEST_F(EtherLinkBoomerang, AHeaderHasTheLengthOfItsFrame) {
    run([](Bench& b) {
        start(b);
        for (const unsigned octets : {61u, 62u, 63u, 64u, 1514u}) {
            const auto frame = Bench::frame(kPeer, octets);
            b.put(Bench::buffer(8), frame);
            b.transmit_list({{Bench::buffer(8), (octets + 3) & ~3u}}, octets);
            b.pass(2000);
            EXPECT_EQ(b.heard(), frame) << octets;
        }
        const auto frame = Bench::frame(kPeer, 77);
        b.transmit_frame(frame, 0);
        b.pass(500);
        EXPECT_EQ(b.heard(), frame);
        EXPECT_EQ(b.card.chip.sent().frames, 6u);
    });
}

/// Bits of later chips: checksums of IPv4 and TCP, an empty descriptor, polls.
TEST_F(EtherLinkBoomerang, IgnoresBitsOfLaterChips) {
    run([](Bench& b) {
        start(b);
        auto frame = Bench::frame(kPeer, 100);
        frame[12] = 0x08, frame[13] = 0x00, frame[14] = 0x45, frame[23] = 6;
        b.transmit_frame(frame, 0x2600'0000 | 100);
        b.pass(500);
        EXPECT_EQ(b.heard(), frame);
        b.out8(0x2D, 10);
        EXPECT_EQ(b.in8(0x2D), 0);
        b.give_buffers(2);
        for (unsigned i = 0; i < 6; ++i) frame[i] = b.own[i];
        b.peer_sends(frame);
        EXPECT_EQ(b.received(0), 0x8000u | 100);
    });
}

TEST_F(EtherLinkBoomerang, ReceivesLargeFramesIfMacControlAllowsThem) {
    run([](Bench& b) {
        start(b);
        b.give_buffers(2);
        b.set_window(3, 4, 1518);  // MaxPktSize of a 3C905B
        b.peer_sends(Bench::frame(b.own, 1518));
        EXPECT_EQ(b.received(0) & 0x10'4000, 0x10'4000u);
        b.set_window(3, 6, 0x40);
        b.peer_sends(Bench::frame(b.own, 1518));
        EXPECT_EQ(b.received(1), 0x8000u | 1518);
    });
}

TEST_F(EtherLinkBoomerang, HasPortsOnlyAndATransceiverAtItsMii) {
    run([](Bench& b) {
        b.find();
        EXPECT_EQ(b.bridge.config_read32(5, 0x00), 0x9050'10B7u);
        b.bridge.config_write32(5, 0x10, ~0u);
        EXPECT_EQ(b.bridge.config_read32(5, 0x10), 0xFFFF'FFC1u);
        b.bridge.config_write32(5, 0x14, ~0u);
        EXPECT_EQ(b.bridge.config_read32(5, 0x14), 0u);
        b.bridge.config_write32(5, 0x10, Bench::kBase);
        EXPECT_EQ(b.window(3, 8), 0x0040);
        b.command(Command::SelectWindow, 3);
        EXPECT_EQ(b.in32(0), 0x0063'02D8u);
        b.command(Command::SelectWindow, 0);
        std::vector<std::uint16_t> words;
        std::uint16_t sum = 0;
        for (unsigned i = 0; i < 0x18; ++i) {
            b.out(0x0A, 0x80 | i);
            while (b.in(0x0A) & 0x8000) b.pass(1);
            const std::uint16_t word = b.in(0x0C);
            words.push_back(word);
            sum ^= word;
        }
        EXPECT_EQ(words[3], 0x9050);
        EXPECT_EQ(words[0x10], 0x10A6);
        EXPECT_EQ((sum ^ sum >> 8) & 0xFF, 0);
    });
}

/// A transceiver of the chip, which this card does not have, has no link.
TEST_F(EtherLinkBoomerang, HearsByItsMiiOnly) {
    run([](Bench& b) {
        b.start(5, 0);
        b.give_buffers(2);
        b.peer_sends(Bench::frame(b.own, 100));
        EXPECT_EQ(b.received(0, 500), 0u);
        b.set_window(3, 2, kMii << 4);
        b.peer_sends(Bench::frame(b.own, 100));
        EXPECT_NE(b.received(0, 500), 0u);
    });
}

TEST_F(EtherLinkBoomerang, ItsPhyNeedsOnePreamble) {
    run([](Bench& b) {
        b.find();
        EXPECT_EQ(b.phy_read(24, 2, 1), -1);
        EXPECT_EQ(b.phy_read(24, 2), 0x2000);
        EXPECT_EQ(b.phy_read(24, 3, 1), 0x5C01);
        EXPECT_EQ(b.phy_read(24, 1, 1), 0x786D);
    });
}

TEST_F(EtherLinkBoomerang, A3c905cIsA3c905bWithAnotherIdentification) {
    run_program(
        [](Bench& b) {
            b.find();
            EXPECT_EQ(b.bridge.config_read32(5, 0x00), 0x9200'10B7u);
            EXPECT_EQ(b.bridge.config_read32(5, 0x08) & 0xFF, 0x74u);
            EXPECT_EQ(b.window(4, 6), 0x003A);
            b.command(Command::SelectWindow, 3);
            EXPECT_EQ(b.in32(0), 0x0180'0000u);
            b.start(5, Bench::kAutonegotiation);
            const auto frame = Bench::frame(kPeer, 61);
            b.transmit_frame(frame);
            b.wait_for(0x0200);
            EXPECT_EQ(b.word(Bench::kDownList + 4), 0x9001'0000);
            b.pass(500);
            EXPECT_EQ(b.heard(), frame);
        },
        etherlink::Card3c905::card_3c905c_defaults());
}

}  // namespace niclab::test
