// A 3C597 as master of EISA, with a host that reads and writes its registers meanwhile: a waiting
// cycle would keep the bus from it.
#include <gtest/gtest.h>

#include "cards/etherlink/card_eisa.h"
#include "support/eisa_card_bench.h"
#include "support/etherlink_bench.h"

namespace niclab::test {

struct EisaEtherLinkBench : EtherLinkBenchOf<EisaEtherLinkBench, EisaCardBench, etherlink::CardEisa> {
    explicit EisaEtherLinkBench(sc_core::sc_module_name name)
        : EtherLinkBenchOf(name, etherlink::CardEisa::card_3c597_defaults(), 10, {}) {}
    void find() {}  // it is where its slot is
};

class EtherLinkEisa : public EtherCardTest<EisaEtherLinkBench> {
protected:
    using Command = Bench::Command;
    static constexpr std::size_t kOctets = 960;
    static Bench::Octets frame() { return Bench::frame({2, 0, 0, 0, 0, 9}, kOctets); }
    /// Window 7 is chosen then.
    static void begin_download(Bench& b) {
        const auto octets = frame();
        for (std::size_t i = 0; i < octets.size(); ++i) *b.memory.at(Bench::kBuffer + std::uint32_t(i)) = octets[i];
        b.out32(0x10, kOctets);
        b.start_dma(true, Bench::kBuffer, kOctets);
    }
    /// To its end; how often the host has looked.
    static unsigned looks_until_over(Bench& b) {
        unsigned looks = 1;
        while ((b.in(0x0C) & 0x8000) && looks < 1000) ++looks;
        return looks;
    }
    static void expect_heard(Bench& b) {
        b.pass(1000);
        EXPECT_EQ(b.heard(), frame());
        EXPECT_EQ(b.card.chip.downloads_astray(), 0u);
    }
};

/// Window 0 in its slot comes after the ports, where others are selected.
TEST_F(EtherLinkEisa, NamesItselfInItsSlotWhateverWindowIsChosen) {
    run_program([](Bench& b) {
        for (const unsigned chosen : {0u, 1u, 3u, 7u}) {
            b.command(Bench::Command::SelectWindow, chosen);
            EXPECT_EQ(b.in32(eisa::kProductPort), eisa::product_id("TCM", 0x5970)) << "window " << chosen;
            EXPECT_EQ(b.status() >> 13, chosen);
        }
    });
}

/// Twenty bursts, between any two of which the host has the bus, once at least.
TEST_F(EtherLinkEisa, AnswersItsHostWhileADownloadRuns) {
    run_program([](Bench& b) {
        b.start(5, 0, 0x100);
        begin_download(b);
        const core::Femtoseconds before = core::now_fs();
        EXPECT_EQ(b.status() & 0x0901, 0x0800);
        EXPECT_LT(core::now_fs() - before, 5 * base::kMicrosecond);
        EXPECT_GE(looks_until_over(b), kOctets / 48 - 1);
        EXPECT_EQ(b.in(0x0C), 0x1000);
        EXPECT_EQ(b.status() & 0x0901, 0x0101);
        EXPECT_EQ(b.card.chip.starts_over(), 0u);
        expect_heard(b);
    });
}

TEST_F(EtherLinkEisa, ADownloadGoesByTheRegistersAsTheyWereWhenItBegan) {
    run_program([](Bench& b) {
        b.start();
        begin_download(b);
        b.out32(0, 0x4000), b.out(6, 8);
        EXPECT_EQ(b.in(6), 8);
        looks_until_over(b);
        EXPECT_EQ(b.in(0x0C), 0x1000);
        expect_heard(b);
    });
}

TEST_F(EtherLinkEisa, ATransferBegunMeanwhileIsCountedAndNotDone) {
    run_program([](Bench& b) {
        b.start();
        begin_download(b);
        b.command(Command::StartDma, 0);
        looks_until_over(b);
        EXPECT_EQ(b.in(0x0C), 0x1000);
        EXPECT_EQ(b.card.chip.starts_over(), 1u);
        expect_heard(b);
    });
}

/// As 3c59x.c does it where a frame has come in meanwhile.
TEST_F(EtherLinkEisa, AFrameIsReadOutWhileADownloadRuns) {
    run_program([](Bench& b) {
        b.start();
        const auto coming = Bench::frame(b.own, 100, 3);
        b.peer_sends(coming);
        EXPECT_EQ(b.wait_for(0x0010) & 0x0010, 0x0010);
        begin_download(b);
        EXPECT_EQ(b.in(0x0C), 0x8000);
        EXPECT_EQ(b.read(b.in(0x18) & 0x1FFF), coming);
        b.finish(Command::RxDiscard);
        looks_until_over(b);
        expect_heard(b);
    });
}

TEST_F(EtherLinkEisa, MovesAFrameIntoMemoryWhileTheHostLooks) {
    run_program([](Bench& b) {
        b.start();
        const auto coming = Bench::frame(b.own, 801, 3);
        b.peer_sends(coming);
        EXPECT_EQ(b.wait_for(0x0010) & 0x0010, 0x0010);
        b.start_dma(false, Bench::kBuffer + 2, 801);
        EXPECT_GE(looks_until_over(b), 801u / 48);
        EXPECT_EQ(b.in(0x0C), 0x4000);
        for (std::uint32_t i = 0; i < 801; ++i) ASSERT_EQ(*b.memory.at(Bench::kBuffer + 2 + i), coming[i]) << i;
    });
}

}  // namespace niclab::test
