// The AT/LANTIC at signal level: its registers in each mode, writes to its configuration, and waits
// for its memory of one port.
#include <gtest/gtest.h>

#include "cards/dp8390/at_lantic.h"
#include "support/dp8390_isa_bench.h"

namespace niclab::test {

using dp8390::Configuration;

class AtLantic : public Dp8390IsaTest {
protected:
    using Bench = Dp8390IsaBench<dp8390::AtLantic>;
    static void run_card(bool shared, std::function<void(Bench&)> program, const dp8390::Jumpers& place = {}) {
        run_bench<Bench>(std::move(program), {}, isa::ControllerConfig{}, dp8390::AtLantic::at_lantic_defaults(),
                         Configuration::image(shared, place));
    }
    /// Registers of the chip from `chip` up: a read, then a write.
    static void configure(Bench& b, unsigned chip, unsigned number, unsigned value) {
        b.in(chip + number), b.out(chip + number, value);
        sc_core::wait(1, sc_core::SC_US);
    }
    static constexpr unsigned kA = 0x0A, kB = 0x0B, kChip = 0x10, kShared = 0x80;
    /// Of the shared mode: the memory answers at D0000H, in words.
    static void show_memory(Bench& b) {
        b.out(0, 0x40 | 0x28), b.out(5, 0x81);
        sc_core::wait(1, sc_core::SC_US);
    }
};

TEST_F(AtLantic, AnEepromSaysPortsAndInterruptAndMode) {
    EXPECT_EQ(Configuration::image(false, {0x300, 3}), (Configuration::Image{0x00, 0, 0}));
    EXPECT_EQ(Configuration::image(true, {0x360, 15}), (Configuration::Image{0xBF, 0, 0}));
    EXPECT_EQ(Configuration::image(false, {0x240, 2}), (Configuration::Image{0x1A, 0, 0}));  // 2 is 9
    EXPECT_THROW(Configuration::image(false, {0x260, 3}), std::invalid_argument);
    EXPECT_THROW(Configuration::image(false, {0x300, 7}), std::invalid_argument);
}

TEST_F(AtLantic, IsAnNe2000InIoMode) {
    run_card(false, [](Bench& b) {
        const dp8390::Config c = dp8390::AtLantic::at_lantic_defaults();
        b.out(0x0E, 0x49);
        b.remote(0x0A, 0, 32);
        for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(b.word(), c.address[i] * 0x101u) << i;
        b.remote(0x0A, 28, 4);
        EXPECT_EQ(b.word(), 0x5757u);
        EXPECT_EQ(b.bridge.memory_read(Bench::kMemory, 2), 0xFFFFu);  // no memory answers
        b.in(0x1F);
        EXPECT_EQ(b.in(7) & 0x80, 0x80u);
    });
}

TEST_F(AtLantic, ShowsItsBlockAndItsMemoryInSharedMode) {
    run_card(true, [](Bench& b) {
        const dp8390::Config c = dp8390::AtLantic::at_lantic_defaults();
        unsigned sum = 0;
        for (unsigned i = 8; i < 16; ++i) sum += b.in(i);
        EXPECT_EQ(sum & 0xFF, 0xFFu);
        for (unsigned i = 0; i < 6; ++i) EXPECT_EQ(b.in(8 + i), c.address[i]) << i;
        b.out(1, 0), b.out(9, 0x77), b.out(4, 0x80);
        EXPECT_EQ(b.in(1), 1u);
        EXPECT_EQ(b.in(9), c.address[1]);
        EXPECT_EQ(b.in(4), 0xFFu);
        EXPECT_EQ(b.bridge.memory_read(Bench::kMemory, 2), 0xFFFFu);  // not enabled yet
        show_memory(b);
        b.bridge.memory_write(Bench::kMemory + 0x123, 1, 0x5A),
            b.bridge.memory_write(Bench::kMemory + 0x124, 2, 0xC33C);
        EXPECT_EQ(b.bridge.memory_read(Bench::kMemory + 0x123, 3) & 0xFFFFFF, 0xC33C5Au);
        EXPECT_EQ(b.in(kChip), 0x21u);
        b.out(kChip, 0x22);
        EXPECT_EQ(b.in(kChip + 7) & 0x80, 0u);
        b.out(0, 0x80);  // its reset
        sc_core::wait(1, sc_core::SC_US);
        EXPECT_EQ(b.in(kChip + 7) & 0x80, 0x80u);
        EXPECT_EQ(b.in(kChip + kA), kShared);  // which leaves the configuration alone
    });
}

/// A write is the configuration's directly after a read of the same register, and RBCR's at any
/// other time.
TEST_F(AtLantic, AConfigurationIsWrittenBehindARead) {
    run_card(false, [](Bench& b) {
        b.out(0, 0x21);
        const auto refused = [&](const std::function<void()>& between) {
            b.in(kB), between(), b.out(kB, 0x11);
            EXPECT_EQ(b.in(kB), 0u);
        };
        b.out(kB, 0x11);
        EXPECT_EQ(b.in(kB), 0u);
        refused([&] { b.in(7); });
        refused([&] { b.in(kA); });
        refused([&] { b.out(0x0C, 0x20); });
        refused([&] { b.out(0, 0x21); });
        refused([&] { b.out(kB, 0x21 & 0), b.in(kA); });
        b.in(kB), b.out(kA, 0x80);  // the other one
        EXPECT_EQ(b.in(kA), 0u);
        configure(b, 0, kB, 0x3F);
        EXPECT_EQ(b.in(kB), 0x1Bu);  // no good link, no bus error
        b.out(0, 0x61);
        EXPECT_EQ(b.in(kA), 0u);  // MAR of page 1
        b.out(kA, 0x55);
        EXPECT_EQ(b.in(kA), 0x55u);
        b.out(0, 0x21);
        EXPECT_EQ(b.in(kA), 0u);
    });
}

TEST_F(AtLantic, AConfigurationDoesNotReachTheCountOfOctets) {
    run_card(false, [](Bench& b) {
        b.out(0x0E, 0x49), b.out(0, 0x22);
        b.out(kA, 4), b.out(kB, 0), b.out(8, 0), b.out(9, 0x40);
        configure(b, 0, kB, 0x10);
        b.out(0, 0x0A);
        b.word(), b.word();  // a third would never end
        EXPECT_EQ(b.in(7) & 0x40, 0x40u);
    });
}

/// Bit 7 of A: what the bus reaches, and where the chip finds the memory; its octets stay.
TEST_F(AtLantic, OneBitChangesTheMode) {
    run_card(false, [](Bench& b) {
        b.out(0x0E, 0x49);
        b.remote(0x12, 0x4200, 4);
        b.put(0x1234), b.put(0x5678);
        sc_core::wait(3, sc_core::SC_US);
        configure(b, 0, kA, kShared);
        EXPECT_EQ(b.in(8), dp8390::AtLantic::at_lantic_defaults().address[0]);
        show_memory(b);
        EXPECT_EQ(b.bridge.memory_read(Bench::kMemory + 0x200, 4), 0x56781234u);
        b.bridge.memory_write(Bench::kMemory + 0x202, 2, 0x9ABC);
        configure(b, kChip, kA, 0);
        EXPECT_EQ(b.bridge.memory_read(Bench::kMemory + 0x200, 2), 0xFFFFu);
        b.remote(0x0A, 0x4200, 4);
        EXPECT_EQ(b.word(), 0x1234u);
        EXPECT_EQ(b.word(), 0x9ABCu);
    });
}

TEST_F(AtLantic, ItsPortsAndItsInterruptMove) {
    run_card(false,
             [](Bench& b) {
                 b.out(0x0F, 0x40), b.out(kA, 0), b.out(kB, 0),
                     b.out(0, 0x0A);  // a remote read of nothing is done at once
                 sc_core::wait(1, sc_core::SC_US);
                 EXPECT_EQ(b.bridge.interrupts_requested(), 1u << 10);
                 configure(b, 0, kA, 0x3D);  // 320H, 15
                 EXPECT_EQ(b.bridge.interrupts_requested(), 1u << 15);
                 EXPECT_EQ(b.in(0), 0xFFu);
                 EXPECT_EQ(b.bridge.io_read(0x320 + kA, 1), 0x3Du);
                 b.bridge.io_write(0x320 + kA, 1, 0x39);  // code 1: no ports
                 sc_core::wait(1, sc_core::SC_US);
                 EXPECT_EQ(b.bridge.io_read(0x320 + kA, 1), 0xFFu);
                 EXPECT_EQ(b.bridge.io_read(kA, 1), 0xFFu);  // nor those at 0
             },
             {0x300, 10});
}

/// B with EELOAD, a read, three writes; the EEPROM's values are in effect after a reset of the bus.
TEST_F(AtLantic, TheEepromIsWrittenAndLoadedByAReset) {
    run_card(false, [](Bench& b) {
        configure(b, 0, kB, 0x80);
        b.out(kB, 0x2A);  // Of RBCR: B was not read.
        b.in(kB);
        for (const unsigned value : {0x2Au, 0x01u, 0x30u}) b.out(kB, value);
        EXPECT_EQ(b.in(kB), 0u);  // EELOAD is over
        EXPECT_EQ(b.in(kA), 0u);
        EXPECT_EQ(b.board.configuration().eeprom(), (Configuration::Image{0x2A, 0x01, 0x30}));
        b.out(kB, 0x55);
        EXPECT_EQ(b.board.configuration().eeprom()[0], 0x2A);
        b.bus.reset().write(true);
        sc_core::wait(1, sc_core::SC_US);
        b.bus.reset().write(false);
        sc_core::wait(1, sc_core::SC_US);
        EXPECT_EQ(b.in(0), 0xFFu);
        EXPECT_EQ(b.bridge.io_read(0x240 + kA, 1), 0x2Au);
        EXPECT_EQ(b.bridge.io_read(0x240 + kB, 1), 0x01u);
    });
}

/// The chip has a burst of 16 clocks of 50 ns every 6.4 us during a transmission. The CPU waits
/// only for that, and no octet of a frame comes late.
TEST_F(AtLantic, TheCpuWaitsForTheChipsOwnBursts) {
    run_card(true, [](Bench& b) {
        show_memory(b);
        b.out(kChip + 0x0E, 0x49);
        constexpr unsigned kWords = 400;
        const auto mean = [&](bool write) {
            return double(b.words(isa::Space::Memory, write, Bench::kMemory, kWords, 100'000'000)) / (kWords - 1) /
                   120e6;
        };
        const double writes = mean(true), reads = mean(false);
        EXPECT_NEAR(writes, 4.0, 0.15);  // refresh takes its share
        EXPECT_NEAR(reads, 4.0, 0.15);
        b.send(kChip, 0x20, 1514);
        const double meanwhile = mean(true);
        EXPECT_GT(meanwhile, writes + 0.2);
        EXPECT_LT(meanwhile, writes + 0.8);
        while (b.in(kChip)&4) sc_core::wait(10, sc_core::SC_US);
        EXPECT_EQ(b.board.chip.sent().underruns, 0u);
        EXPECT_EQ(b.board.chip.sent().frames, 1u);
    });
}

}  // namespace niclab::test
