// The lists of descriptors of a 3C905B: fragments, notification, stalls, polls, full lists, aborts.
#include <gtest/gtest.h>

#include "support/etherlink_list_bench.h"

namespace niclab::test {

class EtherLinkLists : public EtherLinkListTest {
protected:
    using Command = EtherLinkListBench::Command;
    static constexpr unsigned kStation = 1;
    static void start(Bench& b) { b.start(kStation | 4, Bench::kAutonegotiation); }
    static const ether_board::Address kPeer;
};
const ether_board::Address EtherLinkLists::kPeer{2, 0, 0, 0, 0, 9};

TEST_F(EtherLinkLists, FramesOfAllSizesLeaveFromAnyAddress) {
    run_program([](Bench& b) {
        start(b);
        unsigned offset = 0;
        for (const std::size_t octets : {60u, 61u, 62u, 63u, 64u, 333u, 1514u}) {
            const auto frame = Bench::frame(kPeer, octets);
            const std::uint32_t at = Bench::buffer(8) + offset++ % 4;
            b.put(at, frame);
            b.transmit_list({{at, std::uint32_t(octets)}});
            EXPECT_NE(b.wait_for(0x0200) & 0x0201, 0) << octets;
            EXPECT_EQ(b.in32(0x24), 0u);
            EXPECT_EQ(b.word(Bench::kDownList + 4), 0x9001'0000);
            EXPECT_TRUE(b.bridge.interrupt().read());
            b.command(Command::Acknowledge, 0x0201);
            EXPECT_EQ(b.status() & 0x0201, 0);
            b.pass(double(octets) + 100);
            EXPECT_EQ(b.heard(), frame);
        }
        EXPECT_EQ(b.in8(0x1B), 0);
        EXPECT_EQ(b.counter(6), 7);  // frames sent
    });
}

/// BAR1 has the registers of BAR0, for accesses of all widths; a frame leaves without a cycle of I/O.
TEST_F(EtherLinkLists, TheRegistersAreMemoryToo) {
    run_program([](Bench& b) {
        constexpr std::uint32_t kMemory = 0xE001'0000;
        start(b);
        const auto read = [&b](unsigned offset, unsigned octets) {
            return b.bridge.memory_read(kMemory + offset, octets);
        };
        const auto write = [&b](unsigned offset, unsigned octets, std::uint32_t value) {
            b.bridge.memory_write(kMemory + offset, octets, value);
        };
        b.bridge.config_write32(5, 0x14, ~0u);
        EXPECT_EQ(b.bridge.config_read32(5, 0x14), 0xFFFF'FF80);
        b.bridge.config_write32(5, 0x14, kMemory);
        b.bridge.config_write32(5, 0x04, 6);  // memory only
        write(0x0E, 2, unsigned(Command::SelectWindow) << 11 | 2);
        EXPECT_EQ(read(0x0E, 2) >> 13, 2u);
        for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(read(i, 1), b.own[i]) << i;
        EXPECT_EQ(read(1, 2), b.own[1] | unsigned{b.own[2]} << 8);
        const auto frame = Bench::frame(kPeer, 200);
        b.put(Bench::buffer(8), frame);
        b.describe(Bench::kDownList, 0, Bench::kNoRounding, {{Bench::buffer(8), 200}});
        write(0x24, 4, Bench::kDownList);
        b.pass(500);
        EXPECT_EQ(read(0x24, 4), 0u);
        EXPECT_EQ(b.heard(), frame);
        write(0x0E, 2, unsigned(Command::SelectWindow) << 11 | 6);
        EXPECT_EQ(read(7, 1), 0u);  // A counter is cleared by a read of its own octet,
        EXPECT_EQ(read(6, 1), 1u);  // frames sent.
        EXPECT_EQ(read(6, 1), 0u);
        b.bridge.config_write32(5, 0x04, 7);  // both, in turns
        EXPECT_EQ(b.in(0x0E), read(0x0E, 2));
        b.out32(0x38, Bench::kUpList);
        EXPECT_EQ(read(0x38, 4), Bench::kUpList);
    });
}

TEST_F(EtherLinkLists, AFrameHasFragments) {
    run_program([](Bench& b) {
        start(b);
        const auto frame = Bench::frame(kPeer, 300);
        b.put(0x6001, {frame.begin(), frame.begin() + 17});
        b.put(0x7003, {frame.begin() + 17, frame.begin() + 18});
        b.put(0x8000, {frame.begin() + 18, frame.end()});
        b.transmit_list({{0x6001, 17}, {0x5000, 0}, {0x7003, 1}, {0x8000, 282}});
        b.pass(500);
        EXPECT_EQ(b.heard(), frame);
        b.transmit_list({{0x6001, 0}});  // no octet: no frame
        EXPECT_NE(b.wait_for(0x0200, 50) & 0x0200, 0);
        b.pass(100);
        EXPECT_EQ(b.card.chip.sent().frames, 1u);
    });
}

TEST_F(EtherLinkLists, OnlyDescriptorsThatAskForItNotifyTheHost) {
    run_program([](Bench& b) {
        start(b);
        const auto frame = Bench::frame(kPeer, 100);
        b.put(Bench::buffer(8), frame);
        for (unsigned i = 0; i < 3; ++i)
            b.describe(Bench::down_entry(i), i < 2 ? Bench::down_entry(i + 1) : 0,
                       Bench::kNoRounding | (i == 2 ? Bench::kIndicate : 0), {{Bench::buffer(8), 100}});
        b.out32(0x24, Bench::kDownList);
        b.wait_for(0x0200);
        for (unsigned i = 0; i < 3; ++i) EXPECT_NE(b.word(Bench::down_entry(i) + 4) & 0x1'0000, 0u) << i;
        b.pass(500);
        EXPECT_EQ(b.card.chip.sent().frames, 3u);
        EXPECT_EQ(b.card.chip.downloads().descriptors, 3u);
    });
}

TEST_F(EtherLinkLists, ALengthIsRoundedUnlessTheHeaderSaysNot) {
    run_program([](Bench& b) {
        start(b);
        struct Case {
            std::uint32_t header;
            std::size_t octets, sent;
        };
        for (const Case& c : {Case{0, 61, 64}, Case{0, 64, 64}, Case{2, 61, 62}, Case{2, 63, 64}, Case{1, 61, 61},
                              Case{3, 63, 63}, Case{Bench::kNoRounding, 61, 61}, Case{61, 61, 61}, Case{66, 66, 66}}) {
            auto frame = Bench::frame(kPeer, c.octets);
            b.transmit_frame(frame, c.header);
            b.pass(250);
            frame.resize(c.sent);
            EXPECT_EQ(b.heard(), frame) << c.header << " " << c.octets;
        }
    });
}

/// As 3c59x.c does: a descriptor is linked to the one under way while the list is stalled.
TEST_F(EtherLinkLists, ADescriptorThatIsLinkedInAStallIsFound) {
    run_program([](Bench& b) {
        start(b);
        const auto frame = Bench::frame(kPeer, 1514);
        b.put(Bench::buffer(8), frame);
        for (unsigned delay = 0; delay < 60; ++delay) {  // from the read of the head to the end of the list
            b.describe(Bench::down_entry(0), 0, Bench::kNoRounding, {{Bench::buffer(8), 200}});
            b.describe(Bench::down_entry(1), 0, Bench::kNoRounding, {{Bench::buffer(8), 200}});
            const std::uint64_t before = b.card.chip.sent().frames;
            b.out32(0x24, Bench::down_entry(0));
            b.pass(0.25 * delay);
            b.finish(Command::Stall, 2);
            EXPECT_NE(b.in32(0x20) & 0x04, 0u);
            b.set_word(Bench::down_entry(0), Bench::down_entry(1));
            const std::uint32_t pointer = b.in32(0x24);
            EXPECT_TRUE(pointer == 0 || pointer == Bench::down_entry(0)) << pointer;
            if (pointer == 0) b.out32(0x24, Bench::down_entry(1));
            const std::uint64_t begun = b.card.chip.downloads().descriptors;
            b.pass(5);
            EXPECT_EQ(b.card.chip.downloads().descriptors, begun) << "begun in a stall";
            b.command(Command::Stall, 3);
            b.pass(600);
            EXPECT_EQ(b.card.chip.sent().frames, before + 2) << delay;
        }
    });
}

/// Without a bus: each transfer stays under way until it is done.
TEST_F(EtherLinkLists, AStallIsCompleteWhenNoStepIsOnTheBus) {
    const etherlink::Config config = etherlink::Card3c905::card_3c905b_defaults();
    ether_board::TransmitSide to_mac(64 + ether_board::kKeptOctets);
    ether_board::ReceiveSide from_mac(64);
    etherlink::Statistics statistics;
    etherlink::Receiver receiver(config, from_mac, statistics);
    etherlink::Transmitter transmitter(config, to_mac, statistics);
    etherlink::Registers registers(config, receiver, transmitter, statistics);
    etherlink::DownloadList list(transmitter, registers, config.boomerang);
    list.set_pointer(0x400);
    struct Step {
        std::uint32_t words[2];  // of the answer
        bool settled;            // while it is under way
    };
    const Step steps[] = {{{0, Bench::kNoRounding}, false},     // the head
                          {{0x1000, Bench::kLast | 60}, true},  // a fragment's entry
                          {{}, true},                           // 48 octets
                          {{}, true},                           // 12 octets
                          {{}, false},                          // the header is written
                          {{0x440, 0}, false}};                 // the next descriptor
    for (const Step& step : steps) {
        ether_board::Transfer transfer;
        ASSERT_TRUE(list.next(transfer));
        list.set_stalled(true);
        EXPECT_EQ(list.settled(), step.settled);
        for (unsigned i = 0; i < 8 && !transfer.write; ++i)
            transfer.data[i] = std::uint8_t(step.words[i / 4] >> 8 * (i % 4));
        list.done(transfer);
        EXPECT_TRUE(list.settled());
        list.set_stalled(false);
    }
    EXPECT_EQ(list.pointer(), 0x440u);
}

/// As if_xl.c of FreeBSD does: an empty descriptor first, then polls at an interval.
TEST_F(EtherLinkLists, APollFindsADescriptorBehindTheLastOne) {
    run_program([](Bench& b) {
        start(b);
        b.out8(0x2D, 64);  // 20.48 us
        EXPECT_EQ(b.in8(0x2D), 64);
        b.describe(Bench::down_entry(0), 0, 0x2000'0000, {{Bench::buffer(8), 90}});
        b.out32(0x24, Bench::down_entry(0));
        b.pass(100);
        EXPECT_EQ(b.in32(0x24), Bench::down_entry(0));
        const std::uint64_t polls = b.card.chip.downloads().polls;
        EXPECT_GE(polls, 3u);
        EXPECT_LE(polls, 5u);
        EXPECT_EQ(b.card.chip.sent().frames, 0u);
        const auto frame = Bench::frame(kPeer, 90);
        b.put(Bench::buffer(8), frame);
        b.describe(Bench::down_entry(1), 0, Bench::kIndicate | Bench::kNoRounding, {{Bench::buffer(8), 90}});
        b.set_word(Bench::down_entry(0), Bench::down_entry(1));
        EXPECT_NE(b.wait_for(0x0200, 40) & 0x0200, 0);
        EXPECT_EQ(b.in32(0x24), Bench::down_entry(1));
        b.pass(200);
        EXPECT_EQ(b.heard(), frame);
    });
}

TEST_F(EtherLinkLists, FramesGoToTheBuffersInTheirOrder) {
    run_program([](Bench& b) {
        start(b);
        b.give_buffers(3);
        unsigned n = 0;
        for (const std::size_t octets : {60u, 61u, 62u, 63u, 64u, 777u, 1514u}) {
            const auto frame = Bench::frame(b.own, octets, std::uint8_t(octets));
            b.peer_sends(frame);
            EXPECT_EQ(b.received(n), 0x8000 | octets);
            b.pass(2);
            EXPECT_EQ(b.get(Bench::buffer(n), octets), frame);
            EXPECT_EQ(b.status() & 0x0401, 0x0401);
            b.command(Command::Acknowledge, 0x0401);
            EXPECT_EQ(b.status() & 0x0400, 0);
            EXPECT_EQ(b.in32(0x38), Bench::up_entry((n + 1) % 3));
            EXPECT_EQ(b.in32(0x30), 0x8000 | octets);
            b.set_word(Bench::up_entry(n) + 4, 0);
            n = (n + 1) % 3;
        }
    });
}

TEST_F(EtherLinkLists, AFullListStallsUntilItIsReleased) {
    run_program([](Bench& b) {
        start(b);
        b.give_buffers(2);
        for (unsigned i = 0; i < 3; ++i) b.peer_sends(Bench::frame(b.own, 100, std::uint8_t(i)));
        b.pass(500);
        EXPECT_NE(b.received(0), 0u);
        EXPECT_NE(b.received(1), 0u);
        EXPECT_NE(b.in32(0x30) & 0x2000, 0u);
        EXPECT_EQ(b.card.chip.uploads().full, 1u);
        b.set_word(Bench::up_entry(0) + 4, 0);
        b.pass(20);
        EXPECT_EQ(b.word(Bench::up_entry(0) + 4), 0u);
        b.command(Command::Stall, 1);
        EXPECT_EQ(b.received(0, 50), 0x8000u | 100);
        EXPECT_EQ(b.get(Bench::buffer(0), 100), Bench::frame(b.own, 100, 2));
    });
}

TEST_F(EtherLinkLists, AFrameThatFindsTheFifoFullIsLostAndCounted) {
    run_program([](Bench& b) {
        start(b);  // no list
        for (unsigned i = 0; i < 5; ++i) b.peer_sends(Bench::frame(b.own, 1514, std::uint8_t(i)));
        b.pass(7000);
        EXPECT_EQ(b.counter(5), 2);  // overruns
        EXPECT_EQ(b.card.chip.received().overruns, 2u);
        b.give_buffers(4);
        for (unsigned i = 0; i < 3; ++i) {
            EXPECT_EQ(b.received(i), 0x8000u | 1514) << i;
            b.pass(2);
            EXPECT_EQ(b.get(Bench::buffer(i), 1514), Bench::frame(b.own, 1514, std::uint8_t(i)));
        }
        EXPECT_EQ(b.received(3, 100), 0u);
        b.out32(0x20, 0x0040'0000);  // keep them
        for (unsigned i = 0; i < 4; ++i) b.set_word(Bench::up_entry(i) + 4, 0);
        b.out32(0x38, 0);
        for (unsigned i = 0; i < 4; ++i) b.peer_sends(Bench::frame(b.own, 1514, std::uint8_t(i)));
        b.pass(6000);
        b.out32(0x38, Bench::kUpList);
        EXPECT_EQ(b.received(3) & 0x01FF'C000, 0x0001'C000u);
    });
}

TEST_F(EtherLinkLists, AFrameIsDividedAmongFragmentsAndItsRestIsDropped) {
    run_program([](Bench& b) {
        start(b);
        b.describe(Bench::up_entry(0), Bench::up_entry(1), 0, {{0x6001, 33}, {0x7002, 0x100}});
        b.describe(Bench::up_entry(1), 0, 0, {{0x8000, 64}});
        b.out32(0x38, Bench::kUpList);
        const auto frame = Bench::frame(b.own, 200);
        b.peer_sends(frame);
        EXPECT_EQ(b.received(0), 0x8000u | 200);
        b.pass(2);
        EXPECT_EQ(b.get(0x6001, 33), Bench::Octets(frame.begin(), frame.begin() + 33));
        EXPECT_EQ(b.get(0x7002, 167), Bench::Octets(frame.begin() + 33, frame.end()));
        b.peer_sends(frame);
        EXPECT_EQ(b.received(1), 0x0100'C000u | 200);
        b.pass(2);
        EXPECT_EQ(b.get(0x8000, 64), Bench::Octets(frame.begin(), frame.begin() + 64));
        EXPECT_EQ(*b.memory.at(0x8000 + 64), 0);
        EXPECT_EQ(b.card.chip.uploads().overflows, 1u);
        EXPECT_EQ(b.in32(0x38), 0u);
    });
}

/// Only with upRxEarlyEnable, and after the threshold.
TEST_F(EtherLinkLists, AFrameMayBeMovedEarly) {
    run_program([](Bench& b) {
        start(b);
        b.give_buffers(2);
        const auto frame = Bench::frame(b.own, 1514, 3);
        b.command(Command::SetRxEarlyThreshold, 200 / 4);
        b.peer_sends(frame);
        b.pass(1000);
        EXPECT_EQ(b.get(Bench::buffer(0), 6), Bench::Octets(6));
        EXPECT_EQ(b.received(0), 0x8000u | 1514);
        b.out32(0x20, 0x20);
        b.peer_sends(frame);
        b.pass(150);
        EXPECT_EQ(b.get(Bench::buffer(1), 6), Bench::Octets(6));
        b.pass(850);
        EXPECT_EQ(b.get(Bench::buffer(1), 600), Bench::Octets(frame.begin(), frame.begin() + 600));
        EXPECT_EQ(b.received(1), 0x8000u | 1514);
        b.pass(2);
        EXPECT_EQ(b.get(Bench::buffer(1), 1514), frame);
    });
}

TEST_F(EtherLinkLists, ResetsClearThePointersOfTheirHalf) {
    run_program([](Bench& b) {
        start(b);
        b.give_buffers(1);
        b.finish(Command::Stall, 2);
        b.out32(0x24, Bench::kDownList);
        b.finish(Command::TxReset);
        EXPECT_EQ(b.in32(0x24), 0u);
        EXPECT_EQ(b.in32(0x20) & 4, 0u);
        EXPECT_EQ(b.in32(0x38), Bench::kUpList);
        b.finish(Command::RxReset);
        EXPECT_EQ(b.in32(0x38), 0u);
    });
}

/// The list of a frame is taken away: the frame is not sent as a whole one.
TEST_F(EtherLinkLists, AWriteOfThePointerEndsTheFrameUnderWay) {
    run_program([](Bench& b) {
        start(b);
        const auto frame = Bench::frame(kPeer, 1514);
        b.put(Bench::buffer(8), frame);
        for (const bool begun : {false, true}) {
            if (begun) b.command(Command::SetTxStartThreshold, 64 / 4);
            b.transmit_list({{Bench::buffer(8), 1514}});
            b.pass(4);
            b.out32(0x24, 0);
            b.pass(2000);
            EXPECT_TRUE(b.heard().empty());
            EXPECT_EQ(b.in8(0x1B) & 0x90, begun ? 0x90 : 0);  // an underrun
            b.finish(Command::TxReset), b.command(Command::TxEnable);
        }
        b.transmit_frame(frame);
        b.pass(1500);
        EXPECT_EQ(b.heard(), frame);
    });
}

TEST_F(EtherLinkLists, ABusErrorStopsBothLists) {
    run_program([](Bench& b) {
        start(b);
        b.give_buffers(1);
        b.transmit_list({{0x8000'0000, 100}});  // nothing there
        EXPECT_NE(b.wait_for(0x0002) & 0x0002, 0);
        EXPECT_EQ(b.in32(0x20) & 0xC000'0000, 0x8000'0000);
        b.peer_sends(Bench::frame(b.own, 100));
        EXPECT_EQ(b.received(0, 300), 0u);
        b.finish(Command::TotalReset);
        EXPECT_EQ(b.in32(0x20), 0u);
        start(b);
        const auto frame = Bench::frame(kPeer, 100);
        b.transmit_frame(frame);
        b.pass(300);
        EXPECT_EQ(b.heard(), frame);
    });
}

TEST_F(EtherLinkLists, ThereIsNoFifoForTheHost) {
    run_program([](Bench& b) {
        start(b);
        b.peer_sends(Bench::frame(b.own, 100));
        b.pass(200);
        EXPECT_EQ(b.in32(0x10), 0u);
        EXPECT_EQ(b.in(0x18), 100);
        b.transmit(Bench::frame(kPeer, 100));
        b.pass(200);
        EXPECT_TRUE(b.heard().empty());
    });
}

}  // namespace niclab::test
