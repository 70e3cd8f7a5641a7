// The ISA bus: the length of each cycle, reasons that change it, priority, and the data.
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "base/random.h"
#include "support/isa_bench.h"

namespace niclab::test {

class IsaBus : public IsaTest {};

constexpr isa::ControllerConfig kNoRefresh{0};

TEST_F(IsaBus, CyclesAreAsLongAsTheirSlaveIsWide) {
    run_program(
        [](IsaBench& b) {
            const auto port = [&b](unsigned octets, unsigned at = 0) {
                return b.halves_of([&] { b.bridge.io_read(IsaBench::kPort + at, octets); });
            };
            const auto memory = [&b] { return b.halves_of([&b] { b.bridge.write32(IsaBench::kMemory, 1); }); };
            b.decode(true);
            EXPECT_EQ(port(2), 6u);
            EXPECT_EQ(port(1), 6u);
            EXPECT_EQ(memory(), 6u + 2u + 6u);  // two words, a clock between them
            b.decode(false);
            EXPECT_EQ(port(1), 12u);
            EXPECT_EQ(port(2), 24u);
            EXPECT_EQ(port(2, 1), 12u + 2u + 12u);  // an odd address: two octets of the CPU's
            EXPECT_EQ(memory(), 24u + 2u + 24u);
            EXPECT_EQ(b.halves_of([&b] { EXPECT_EQ(b.bridge.io_read(0x280, 2), 0xFFFFu); }), 24u);  // none
        },
        kNoRefresh);
}

TEST_F(IsaBus, NoWaitStatesMakeCyclesOfMemoryShorter) {
    run_program(
        [](IsaBench& b) {
            const auto memory = [&b] { return b.halves_of([&b] { b.bridge.read32(IsaBench::kMemory); }); };
            b.decode(true, true);
            EXPECT_EQ(memory(), 4u + 2u + 4u);
            EXPECT_EQ(b.halves_of([&b] { b.bridge.io_read(IsaBench::kPort, 2); }), 6u);
            b.decode(false, true);
            EXPECT_EQ(memory(), 12u + 2u + 12u);
        },
        kNoRefresh);
}

/// It is sampled two halves before the end: just before the edge it is in time, just after it a
/// clock too late.
TEST_F(IsaBus, WhoIsNotReadyInTimeWaitsAClock) {
    run_program(
        [](IsaBench& b) {
            constexpr core::Femtoseconds kHalf = isa::Controller::kHalf, kLittle = 1'000;
            const auto port = [&b](core::Femtoseconds wait) {
                b.card.wait_fs = wait;
                return b.halves_of(
                    [&] { b.bridge.io_write(IsaBench::kPort, b.slave.decode().word_ports.octets ? 2 : 1, 7); });
            };
            b.decode(true);  // the command begins at half 3, the sample is at 4
            EXPECT_EQ(port(kHalf - kLittle), 6u);
            EXPECT_EQ(port(kHalf + kLittle), 8u);
            EXPECT_EQ(port(3 * kHalf - kLittle), 8u);
            EXPECT_EQ(port(3 * kHalf + kLittle), 10u);
            b.decode(false);  // at 10
            EXPECT_EQ(port(7 * kHalf - kLittle), 12u);
            EXPECT_EQ(port(7 * kHalf + kLittle), 14u);
        },
        kNoRefresh);
}

class IsaRecovery : public IsaTest, public testing::WithParamInterface<unsigned> {
protected:
    /// Of BCLK, in halves.
    unsigned recovery() const { return 2 * GetParam(); }
    isa::ControllerConfig config() const { return {0, GetParam()}; }
};

TEST_P(IsaRecovery, EachPortAccessWaitsForTheOneBefore) {
    const unsigned pause = 2 + recovery();
    run_program(
        [pause](IsaBench& b) {
            std::array<std::uint32_t, 3> values{};
            b.decode(true);
            EXPECT_EQ(b.halves_of([&] { b.bridge.io_read_repeated(IsaBench::kPort, 2, values.data(), 3); }),
                      3 * 6 + 2 * pause);
            sc_core::wait(core::from_fs(pause * isa::Controller::kHalf));
            EXPECT_EQ(b.halves_of([&] { b.bridge.io_read(IsaBench::kPort, 4); }), 2 * 6 + pause);
            b.decode(false);
            sc_core::wait(core::from_fs(pause * isa::Controller::kHalf));
            EXPECT_EQ(b.halves_of([&] { b.bridge.io_read(IsaBench::kPort, 2); }), 24u);  // one access
        },
        config());
}

TEST_P(IsaRecovery, MemoryWaitsForNothing) {
    const unsigned pause = 2 + recovery();
    run_program(
        [pause](IsaBench& b) {
            b.decode(true);
            EXPECT_EQ(b.halves_of([&] {
                b.bridge.io_read(IsaBench::kPort, 2);
                b.bridge.memory_read(IsaBench::kMemory, 2);
            }),
                      6u + 2u + 6u);
            sc_core::wait(core::from_fs(pause * isa::Controller::kHalf));
            EXPECT_EQ(b.halves_of([&] {
                b.bridge.io_read(IsaBench::kPort, 2);
                b.bridge.memory_read(IsaBench::kMemory, 2);
                b.bridge.io_read(IsaBench::kPort, 2);
            }),
                      6u + std::max(2u + 6u + 2u, pause) + 6u);
        },
        config());
}

/// A request at the last half of the pause begins with the one before it, and one after the pause
/// at once.
TEST_P(IsaRecovery, ALateRequestDoesNotWait) {
    const unsigned pause = 2 + recovery();
    run_program(
        [pause](IsaBench& b) {
            b.decode(true);
            constexpr core::Femtoseconds kHalf = isa::Controller::kHalf;
            const auto halves_to_end = [&b](core::Femtoseconds request_after) {
                b.bridge.io_read(IsaBench::kPort, 2);
                const core::Femtoseconds end = core::now_fs();
                sc_core::wait(core::from_fs(request_after));
                b.bridge.io_read(IsaBench::kPort, 2);
                const auto halves = unsigned((core::now_fs() - end) / kHalf);
                sc_core::wait(core::from_fs(40 * kHalf));
                return halves;
            };
            EXPECT_EQ(halves_to_end(pause * kHalf - 1), pause + 6);
            EXPECT_EQ(halves_to_end((pause - 2) * kHalf + 1), pause + 6);
            EXPECT_EQ(halves_to_end(pause * kHalf + 1), pause + 2 + 6);
        },
        config());
}

INSTANTIATE_TEST_SUITE_P(Clocks, IsaRecovery, testing::Values(0u, 1u, 3u, 16u));

TEST_F(IsaBus, RecoveryIsAtMost16Clocks) { EXPECT_THROW(IsaBench("bench", {0, 17}), std::invalid_argument); }

TEST_F(IsaBus, RefreshComesEach15UsBeforeTheCpu) {
    run_program([](IsaBench& b) {
        b.decode(true);
        core::Femtoseconds longest = 0;
        const core::Femtoseconds begin = core::now_fs();
        while (core::now_fs() - begin < 1'000'000'000'000) {
            const core::Femtoseconds at = core::now_fs();
            b.bridge.io_read(IsaBench::kPort, 2);
            longest = std::max(longest, core::now_fs() - at);
        }
        // One in the way costs its 8 halves, and those until the bus's next clock.
        EXPECT_GE(longest, (8 + 8) * isa::Controller::kHalf);
        EXPECT_LE(longest, (8 + 8 + 2) * isa::Controller::kHalf);
        struct Refreshes : core::StatsVisitor {
            void counter(std::string_view name, std::uint64_t value, std::string_view, std::string_view) override {
                if (name == "refreshes") n = value;
            }
            std::uint64_t n = 0;
        } refreshes;
        b.bridge.controller.describe(refreshes);
        EXPECT_NEAR(double(refreshes.n), 1000 / 15.6, 1.0);
    });
}

TEST_F(IsaBus, CarriesAllWidthsAtAllAddresses) {
    run_program([](IsaBench& b) {
        base::RandomStream random(1, "isa_bus");
        std::vector<std::uint8_t> ports(32), memory(64);
        const auto whole = [&random](unsigned most) { return unsigned(random.uniform(0, most)); };
        for (unsigned i = 0; i < 3000; ++i) {
            if (i % 50 == 0) b.decode(whole(1) == 1, whole(1) == 1);
            b.card.wait_fs = whole(2) == 0 ? 1'000 * core::Femtoseconds(whole(900'000)) : 0;
            const unsigned octets = 1u << whole(2);
            const unsigned at = whole(32 - octets);
            const bool port = whole(1) == 1;
            const unsigned dword = at / 4 * 4;
            auto& shadow = port ? ports : memory;
            if (whole(1) == 1) {
                const auto value = std::uint32_t(random.uniform(0, 0xFFFFFFFFu));
                if (port)
                    b.bridge.io_write(IsaBench::kPort + at, octets, value);
                else
                    b.bridge.write32(IsaBench::kMemory + dword, value);
                for (unsigned k = 0; k < (port ? octets : 4); ++k)
                    shadow[(port ? at : dword) + k] = std::uint8_t(value >> 8 * k);
            }
            std::uint32_t expected = 0;
            for (unsigned k = 0; k < (port ? octets : 4); ++k)
                expected |= std::uint32_t{shadow[(port ? at : dword) + k]} << 8 * k;
            const std::uint32_t got =
                port ? b.bridge.io_read(IsaBench::kPort + at, octets) : b.bridge.read32(IsaBench::kMemory + dword);
            ASSERT_EQ(got, expected) << i;
        }
        EXPECT_GT(b.watch.commands(), 6000u);
    });
}

/// When each of many accesses was over, and what it gave.
using Log = std::vector<std::pair<core::Femtoseconds, std::uint32_t>>;

void access_at_random(IsaBench& b, Log& log) {
    base::RandomStream random(2, "isa_off_its_wires");
    const auto whole = [&random](unsigned most) { return unsigned(random.uniform(0, most)); };
    for (unsigned i = 0; i < 2000; ++i) {
        if (i % 40 == 0) b.decode(whole(1) == 1, whole(1) == 1);
        if (whole(3) == 0) sc_core::wait(core::from_fs(1'000 * core::Femtoseconds(whole(900'000))));
        b.card.wait_fs = whole(2) == 0 ? 1'000 * core::Femtoseconds(whole(900'000)) : 0;
        const unsigned octets = 1u << whole(2), at = whole(32 - octets);
        const auto value = std::uint32_t(random.uniform(0, 0xFFFFFFFFu));
        std::array<std::uint32_t, 70> words{};
        switch (whole(4)) {
            case 0:
                b.bridge.io_write(IsaBench::kPort + at, octets, value);
                break;
            case 1:
                b.bridge.memory_write(IsaBench::kMemory + at, octets, value);
                break;
            case 2:
                words[0] = b.bridge.io_read(IsaBench::kPort + at, octets);
                break;
            case 3:
                words[0] = b.bridge.memory_read(IsaBench::kMemory + at, octets);
                break;
            default:
                b.bridge.io_read_repeated(IsaBench::kPort + at, 2, words.data(), i % 100 == 0 ? 70 : 3);
        }
        log.emplace_back(core::now_fs(), std::accumulate(words.begin(), words.end(), 0u));
    }
}

TEST_F(IsaBus, OffItsWiresEachAccessGivesTheSameAtTheSameTime) {
    IsaBench pins("pins"), whole("whole");
    whole.bus.enter_transaction_level();
    Log on, off;
    pins.program = [&on](IsaBench& b) { access_at_random(b, on); };
    whole.program = [&off](IsaBench& b) { access_at_random(b, off); };
    while (!pins.done || !whole.done) run(sc_core::sc_time(1, sc_core::SC_MS));
    ASSERT_EQ(on.size(), 2000u);
    EXPECT_EQ(on, off);
    EXPECT_EQ(pins.watch.commands(), whole.watch.commands());
    EXPECT_EQ(pins.card.memory, whole.card.memory);
    EXPECT_EQ(pins.report.total() + whole.report.total(), 0u);
    EXPECT_EQ(whole.bus.levels().read().sa, 0u);  // nothing is on them
}

TEST_F(IsaBus, BackAtItsWiresTheyCarryWhatTheyWould) {
    IsaBench pins("pins"), whole("whole");
    Log on, off;
    pins.program = [&on](IsaBench& b) { access_at_random(b, on); };
    whole.program = [&off](IsaBench& b) { access_at_random(b, off); };
    for (unsigned n = 0; !pins.done || !whole.done; ++n) {
        run(core::from_fs(1'234'567'891 + 13'000'007 * (n % 50)));
        if (whole.clock.is_edge(core::now_fs())) continue;
        if (!whole.bus.is_transaction_level()) {
            ASSERT_EQ(whole.bus.levels().read(), pins.bus.levels().read());
        }
        whole.bus.is_transaction_level() ? whole.bus.enter_signal_level() : whole.bus.enter_transaction_level();
    }
    ASSERT_EQ(on.size(), 2000u);
    EXPECT_EQ(on, off);
    EXPECT_EQ(pins.watch.commands(), whole.watch.commands());
    EXPECT_EQ(pins.card.memory, whole.card.memory);
    EXPECT_EQ(pins.report.total() + whole.report.total(), 0u);
}

/// REP INS and REP OUTS are a sequence of single words.
TEST_F(IsaBus, RepeatedWordsTakeAsLongAsOneByOne) {
    run_program(
        [](IsaBench& b) {
            b.decode(true);
            std::array<std::uint32_t, 20> words{};
            const auto together = b.halves_of([&] { b.bridge.io_read_repeated(IsaBench::kPort, 2, words.data(), 20); });
            const auto apart = b.halves_of([&] {
                for (const std::uint32_t word : words) b.bridge.io_write(IsaBench::kPort, 2, word);
            });
            EXPECT_EQ(together, apart);
            EXPECT_EQ(b.halves_of([&] { b.bridge.io_write_repeated(IsaBench::kPort, 2, words.data(), 20); }), apart);
        },
        kNoRefresh);
}

/// A master on channel 5, which reads a word of the card's memory as soon as it has the bus, and
/// keeps it for some clocks more.
struct Master : sc_core::sc_module {
    SC_HAS_PROCESS(Master);
    Master(sc_core::sc_module_name name, isa::Bus& bus, core::Clock& halves_of_bclk)
        : sc_module(name), clock(halves_of_bclk), drq(bus.drq(5)) {
        bus.attach(pins, "master");
        SC_THREAD(master);
    }
    void halves(unsigned n) {
        while (n-- > 0) sc_core::wait(clock.edge());
    }
    void drive(const isa::Levels& l) { pins.drive->write(l); }
    void master() {
        for (;;) {
            sc_core::wait(ask);
            drq.write(true);
            do halves(1);
            while ((pins.bus->read().dack & 1u << 5) == 0);
            granted = core::now_fs();
            isa::Levels l;
            l.master = true;
            drive(l);
            halves(3);
            EXPECT_FALSE(pins.bus->read().aen);
            l.la = IsaBench::kMemory >> 17, l.sa = IsaBench::kMemory & 0xFFFFF, l.sbhe = true;
            l.enabled = isa::kCommand;
            drive(l), halves(2);
            l.memr = true;
            drive(l), halves(4);
            seen = pins.bus->read().sd;
            l.memr = false;
            drive(l), halves(20);
            drq.write(false);
            drive({});
            given_back = core::now_fs();
        }
    }
    core::Clock& clock;
    isa::Pins pins;
    core::Wire<bool>& drq;
    sc_core::sc_event ask;
    core::Femtoseconds granted = 0, given_back = 0;
    unsigned seen = 0;
};

TEST_F(IsaBus, AMasterHasTheBusBeforeTheCpuAndGivesItBack) {
    IsaBench bench("bench");
    Master m("master", bench.bus, bench.clock);
    bench.program = [&m](IsaBench& b) {
        b.decode(true);
        b.bridge.write32(IsaBench::kMemory, 0x5AA51234);
        for (unsigned n = 1; n <= 200; ++n) {
            sc_core::wait(core::from_fs(n * 311'000'000));
            const core::Femtoseconds asked = core::now_fs();
            core::fire(m.ask);
            sc_core::wait(sc_core::SC_ZERO_TIME), sc_core::wait(sc_core::SC_ZERO_TIME);
            EXPECT_EQ(b.bridge.io_read(IsaBench::kPort, 2), 0u);
            EXPECT_GT(m.granted, asked);
            EXPECT_GT(core::now_fs(), m.given_back);
            EXPECT_GT(m.given_back, m.granted);
            EXPECT_EQ(m.seen, 0x1234u);
            EXPECT_EQ(b.bus.levels().read().dack, 0u);
            m.seen = 0;
        }
    };
    for (unsigned ms = 0; ms < 200 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
    EXPECT_TRUE(bench.done);
    for (const check::Violation& v : bench.report.violations()) ADD_FAILURE() << v.rule->id << ": " << v.seen;
}

/// An edge asks once; a line that stays high asks no more, and one that falls first has not asked.
TEST_F(IsaBus, AnInterruptIsAnEdgeUntilItIsTaken) {
    run_program([](IsaBench& b) {
        const auto intr = [&b] { return b.bridge.interrupt().read(); };
        const auto set = [&b](bool high) {
            b.irq_line.write(high);
            sc_core::wait(10, sc_core::SC_NS);
        };
        set(true);
        EXPECT_FALSE(intr());
        EXPECT_EQ(b.bridge.interrupts_requested(), 1u << 5);
        b.bridge.enable_interrupt(4, true);
        EXPECT_FALSE(intr());
        b.bridge.enable_interrupt(5, true);
        EXPECT_TRUE(intr());
        b.bridge.acknowledge_interrupt();
        EXPECT_FALSE(intr());
        EXPECT_EQ(b.bridge.interrupts_requested(), 0u);
        set(false), set(true);
        EXPECT_TRUE(intr());
        set(false);
        EXPECT_FALSE(intr());
        set(true);
        b.bridge.enable_interrupt(5, false);
        EXPECT_FALSE(intr());
    });
}

}  // namespace niclab::test
