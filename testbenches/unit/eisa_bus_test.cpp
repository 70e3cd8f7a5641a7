// The EISA bus: the length of each cycle, reasons that change it, the data, the addressed agents,
// and the interrupt lines.
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/eisa_bench.h"

namespace niclab::test {

class EisaBus : public EisaTest {};

using Lengths = std::vector<unsigned>;

Lengths lengths(const std::vector<EisaBench::Cycle>& cycles) {
    Lengths all;
    for (const EisaBench::Cycle& c : cycles) all.push_back(c.halves());
    return all;
}

TEST_F(EisaBus, AStandardCycleTakesTwoClocks) {
    run_program([](EisaBench& b) {
        b.decode();
        EXPECT_EQ(lengths(b.cycles_of([&] { b.bridge.write32(EisaBench::kMemory, 0x12345678); })), Lengths{4});
        EXPECT_EQ(lengths(b.cycles_of([&] { b.bridge.read32(EisaBench::kMemory); })), Lengths{4});
        EXPECT_EQ(lengths(b.cycles_of([&] { b.bridge.io_read(EisaBench::kPort + 1, 1); })), Lengths{4});
        EXPECT_EQ(lengths(b.cycles_of([&] { b.bridge.io_write(EisaBench::kPort + 2, 4, 7); })), (Lengths{4, 4}));
        EXPECT_EQ(lengths(b.cycles_of([&] { EXPECT_EQ(b.bridge.io_read(0x300, 2), 0xFFFFu); })), Lengths{4});
    });
}

/// A CPU's block follows itself without a gap; each access by itself leaves one.
TEST_F(EisaBus, ABlockHasNoGapsBetweenItsCycles) {
    run_program([](EisaBench& b) {
        const auto whole = [&b] {
            std::array<std::uint32_t, 16> words{};
            const auto cycles = b.cycles_of([&] { b.bridge.write_block(EisaBench::kMemory, words.data(), 16, {}); });
            EXPECT_EQ(cycles.size(), 16u);
            return unsigned((cycles.back().end - cycles.front().begin) / eisa::Controller::kHalf);
        };
        b.decode();
        EXPECT_EQ(whole(), 16 * 4u);
        b.decode(false, true, true);
        EXPECT_EQ(whole(), 16 * 3u);
        const auto two =
            b.cycles_of([&b] { b.bridge.read32(EisaBench::kMemory), b.bridge.read32(EisaBench::kMemory); });
        EXPECT_EQ(lengths(two), (Lengths{3, 3}));
        EXPECT_GE(two[1].begin - two[0].end, 2 * eisa::Controller::kHalf);
    });
}

TEST_F(EisaBus, ADwordForASlaveOf16BitsIsTwoCycles) {
    run_program([](EisaBench& b) {
        b.decode(true);
        EXPECT_EQ(lengths(b.cycles_of([&] { b.bridge.write32(EisaBench::kMemory, 0x12345678); })), (Lengths{4, 4}));
        EXPECT_EQ(lengths(b.cycles_of([&] { EXPECT_EQ(b.bridge.read32(EisaBench::kMemory), 0x12345678u); })),
                  (Lengths{4, 4}));
        EXPECT_EQ(lengths(b.cycles_of([&] { EXPECT_EQ(b.bridge.memory_read(EisaBench::kMemory + 2, 2), 0x1234u); })),
                  Lengths{4});
        EXPECT_EQ(lengths(b.cycles_of([&] { b.bridge.memory_write(EisaBench::kMemory + 3, 1, 0xAB); })), Lengths{4});
        EXPECT_EQ(b.bridge.read32(EisaBench::kMemory), 0xAB345678u);
        b.decode(true, false, true);
        EXPECT_EQ(lengths(b.cycles_of([&] { b.bridge.write32(EisaBench::kMemory, 1); })), (Lengths{3, 3}));
    });
}

/// EXRDY is sampled at the fall of BCLK half a clock into CMD#: just before it is in time, just
/// after it a clock too late.
TEST_F(EisaBus, WhoIsNotReadyInTimeWaitsAClock) {
    run_program([](EisaBench& b) {
        constexpr core::Femtoseconds kHalf = eisa::Controller::kHalf, kLittle = 1'000;
        const auto length = [&b](core::Femtoseconds wait, bool write) {
            b.card.wait_fs = wait;
            return b
                .cycles_of([&] {
                    if (write) return b.bridge.io_write(EisaBench::kPort, 4, 7);
                    EXPECT_EQ(b.bridge.io_read(EisaBench::kPort, 4), 7u);
                })
                .at(0)
                .halves();
        };
        b.decode();
        for (const bool write : {true, false}) {
            EXPECT_EQ(length(kHalf - kLittle, write), 4u);
            EXPECT_EQ(length(kHalf + kLittle, write), 6u);
            EXPECT_EQ(length(3 * kHalf - kLittle, write), 6u);
            EXPECT_EQ(length(3 * kHalf + kLittle, write), 8u);
        }
    });
}

/// Octets of all numbers from all places, to slaves of both widths.
TEST_F(EisaBus, MovesTheOctetsThatAreMeantAndNoOthers) {
    run_program([](EisaBench& b) {
        base::RandomStream random(1, "octets");
        std::vector<std::uint8_t> expected(64);
        for (unsigned n = 0; n < 400; ++n) {
            if (n % 100 == 0) b.decode(n >= 200, true, n % 200 == 0);
            const unsigned octets = 1u << random.uniform(0, 2), at = unsigned(random.uniform(0, 60));
            const auto value = std::uint32_t(random.uniform(0, 0xFFFFFFFF));
            b.bridge.memory_write(EisaBench::kMemory + at, octets, value);
            for (unsigned i = 0; i < octets; ++i) expected[at + i] = std::uint8_t(value >> 8 * i);
            for (unsigned i = 0; i < 64; ++i) ASSERT_EQ(b.card.memory[i], expected[i]) << n << ' ' << i;
            const unsigned from = unsigned(random.uniform(0, 60));
            std::uint32_t wanted = 0;
            for (unsigned i = 0; i < octets; ++i) wanted |= std::uint32_t{expected[from + i]} << 8 * i;
            ASSERT_EQ(b.bridge.memory_read(EisaBench::kMemory + from, octets), wanted) << n;
        }
    });
}

/// Refresh comes in between, and keeps its rate.
TEST_F(EisaBus, RefreshComesBetweenCycles) {
    run_program(
        [](EisaBench& b) {
            b.decode();
            for (unsigned n = 0; n < 2000; ++n) {
                b.bridge.write32(EisaBench::kMemory + 4 * (n % 64), n);
                ASSERT_EQ(b.bridge.read32(EisaBench::kMemory + 4 * (n % 64)), n);
            }
        },
        {});
}

/// A slot hears its own ports alone, and only with A[9:8] = 00; the second window as well.
TEST_F(EisaBus, ASlotHearsItsOwnPortsAlone) {
    run_program([](EisaBench& b) {
        b.decode();
        const std::uint32_t at = EisaBench::kPort;
        b.bridge.io_write(at, 4, 0x11111111);
        for (unsigned slot = 1; slot < 16; ++slot) {
            const std::uint32_t value = b.bridge.io_read(eisa::slot_ports(slot), 4);
            EXPECT_EQ(value, slot == EisaBench::kSlot ? 0x11111111u : ~0u) << slot;
        }
        EXPECT_EQ(b.bridge.io_read(at + 0x100, 4), ~0u);
        eisa::Decode d = b.slave.decode();
        d.ports[1] = {eisa::slot_ports(EisaBench::kSlot + 1), 4};  // it sees the address, but its AEN is on
        b.slave.set_decode(d);
        sc_core::wait(sc_core::SC_ZERO_TIME);
        EXPECT_EQ(b.bridge.io_read(eisa::slot_ports(EisaBench::kSlot + 1), 4), ~0u);
        d.ports[1] = {0x300, 16};  // Ports without a slot: for every decoder.
        b.slave.set_decode(d);
        sc_core::wait(sc_core::SC_ZERO_TIME);
        EXPECT_EQ(b.bridge.io_read(0x300, 4), 0x11111111u);
    });
}

TEST_F(EisaBus, AProductIsNamedByThreeLettersAndANumber) {
    EXPECT_EQ(eisa::product_id("TCM", 0x5970), 0x70596D50u);
    EXPECT_EQ(eisa::product_id("AZA", 0), 0x00004107u);  // 0 00001 11010 00001
    EXPECT_EQ(eisa::product_id("ISA", 0x1234) & 0xFFFFu, 0x6126u);
}

/// A level, of as many cards as pull it, for as long as one does.
TEST_F(EisaBus, InterruptsAreLevelsThatSeveralCardsShare) {
    struct Puller : sc_core::sc_module {
        SC_HAS_PROCESS(Puller);
        Puller(sc_core::sc_module_name name, core::Wire<bool>& irq, double from_us, double to_us)
            : sc_module(name), irq_(irq), from_(from_us), to_(to_us) {
            SC_THREAD(pull);
        }
        void pull() {
            wait(from_, sc_core::SC_US);
            irq_.write(true);
            wait(to_ - from_, sc_core::SC_US);
            irq_.write(false);
        }
        core::Wire<bool>& irq_;
        double from_, to_;
    };
    EisaBench bench("bench");
    Puller first("first", bench.bus.add_irq(10, "first"), 10, 30),
        other("other", bench.bus.add_irq(10, "other"), 20, 40);
    Puller third("third", bench.bus.add_irq(11, "third"), 50, 60);
    bench.program = [](EisaBench& b) {
        const auto at = [](double us) {
            sc_core::wait(sc_core::sc_time(us, sc_core::SC_US) - sc_core::sc_time_stamp());
        };
        b.bridge.enable_interrupt(10, true);
        for (const double us : {9.0, 11.0, 25.0, 35.0, 41.0, 55.0}) {
            at(us);
            EXPECT_EQ(b.bridge.interrupt().read(), us > 10 && us < 40) << us;
        }
        EXPECT_EQ(b.bridge.interrupts_requested(), 1u << 11);
        b.bridge.enable_interrupt(11, true);
        EXPECT_TRUE(b.bridge.interrupt().read());
        b.bridge.enable_interrupt(11, false);
        EXPECT_FALSE(b.bridge.interrupt().read());
    };
    run(sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_TRUE(bench.done);
}

TEST_F(EisaBus, SaysWhatItsKeysMayBe) {
    core::Clock clock("clock", {eisa::Controller::kHalf, 0, false});
    eisa::Bus bus("bus");
    bus::DmaChannel channel("dma");
    EXPECT_THROW(eisa::Controller("c", clock, bus, {31}), std::invalid_argument);
    EXPECT_THROW(eisa::Controller("d", clock, bus, {521}), std::invalid_argument);
    EXPECT_THROW(eisa::Master("e", clock, bus, 0, "m", channel, {}), std::invalid_argument);
    EXPECT_THROW(eisa::Master("f", clock, bus, 16, "m", channel, {}), std::invalid_argument);
    EXPECT_THROW(eisa::Master("g", clock, bus, 1, "m", channel, {0}), std::invalid_argument);
    EXPECT_THROW(eisa::Master("h", clock, bus, 1, "m", channel, {256}), std::invalid_argument);
}

}  // namespace niclab::test
