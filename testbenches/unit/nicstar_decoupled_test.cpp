// A SAR that runs edges late, compared with one that runs each at its time: every listener and
// observer sees the same. NICLAB_CASES sets the number of hosts.
#include <cstdlib>
#include <string>

#include "core/contexts.h"
#include "support/sar_madman.h"

namespace niclab::nicstar {
namespace {

using test::Madman;
using test::SarBench;

class SarLate : public test::SarCorner {
protected:
    static unsigned hosts(unsigned few) {
        const char* n = std::getenv("NICLAB_CASES");
        return n ? static_cast<unsigned>(std::atoi(n)) : few;
    }
};

/// The reports of a SAR, and its counters at each observation.
class Diary : public core::StatsVisitor {
public:
    explicit Diary(SarBench& bench) : sar_(bench.sar) {
        sar_.segmented().listen([this](core::Femtoseconds at, const card::Unit& unit, const unsigned& waiting) {
            note("segmented", at, unit.channel, waiting);
        });
        sar_.unit_outcome().listen(
            [this](core::Femtoseconds at, const card::Unit& unit, const card::UnitOutcome& outcome) {
                note("fate", at, unit.channel, unsigned(outcome));
            });
        sar_.rx_fifo_filled().listen(
            [this](core::Femtoseconds at, const unsigned& cells) { note("filled", at, cells, 0); });
        sar_.doorbell().listen(
            [this](core::Femtoseconds at, const std::uint32_t& address) { note("doorbell", at, address, 0); });
    }
    /// Alternates the order of the observations: the first one processes the late edges.
    void look() {
        text += "looked at " + std::to_string(core::now_fs());
        if (sram_first_) look_at_sram();
        sar_.describe(*this);
        if (!sram_first_) look_at_sram();
        sram_first_ = !sram_first_;
        text += "\n";
    }
    /// Notes the levels of the SRAM's wires in `sram`.
    void record_sram() {
        const auto note = [](void* self, const card::SramAccess& levels, core::Femtoseconds at) {
            static_cast<Diary*>(self)->sram += std::to_string(at) + " " + std::to_string(levels.address) + " " +
                                               std::to_string(levels.data) + (levels.we ? " we" : "") +
                                               (levels.oe ? " oe\n" : "\n");
        };
        EXPECT_TRUE(sar_.record_sram({note, this}));
    }
    void counter(std::string_view, std::uint64_t value, std::string_view, std::string_view) override {
        text += " " + std::to_string(value);
    }
    std::string text, sram;

private:
    void look_at_sram() {
        for (const card::SramUser user : {card::SramUser::Transmit, card::SramUser::Receive}) {
            const auto& stats = sar_.sram()->stats(user);
            text += " " + std::to_string(stats.accesses);
            for (const std::uint64_t waits : stats.waits_for) text += " " + std::to_string(waits);
        }
    }
    void note(const char* what, core::Femtoseconds at, std::uint64_t first, std::uint64_t second) {
        text += what + (" " + std::to_string(at)) + " " + std::to_string(first) + " " + std::to_string(second) + "\n";
    }
    Sar& sar_;
    bool sram_first_ = true;
};

/// The record of a host that acts in an order given by `seed`, with a slow bus and lines that stop
/// at times.
std::string diary(const Config& config, std::size_t tx_fifo, std::uint64_t seed, bool late) {
    const core::Contexts alone(1, true);
    alone.enter(0);
    SarBench bench(config, tx_fifo);
    Diary diary(bench);
    if (seed % 2 == 0) diary.record_sram();  // Otherwise runs of words are read together.
    if (late) bench.sar.enter_transaction_level();
    bench.in_time = seed % 4 != 0;
    Madman host(bench, seed);
    core::simulate(15'000'000);  // So that no access is at the time of an edge.
    for (unsigned round = 0; round < 6; ++round) {
        bench.memory.latency = 1 + host.pick(40);
        bench.line.running = host.pick(5) != 0;
        bench.scq_next = 0;
        bench.set_up(host.pick(2) ? cfg::kRxRm | cfg::kVcErrAccept | cfg::kIcAccept : 0);
        for (unsigned k = 10 + host.pick(30); k > 0; --k) {
            host.act();
            if (host.pick(4) == 0) diary.look();
        }
        bench.line.running = true;
        SarBench::clocks(4000);
        diary.look();
    }
    bench.sar.synchronize();
    EXPECT_EQ(diary.sram.size() > 1000, seed % 2 == 0);
    diary.text += "SRAM\n" + diary.sram + "user cells";
    for (const atm::Cell& cell : bench.line.cells) diary.text += " " + std::to_string(cell.octets[5]);
    for (const bool user : bench.line.pattern) diary.text += user ? "u" : "n";
    for (const bus::Burst& burst : bench.memory.bursts)
        diary.text += "\n" + std::to_string(burst.address) + " " + std::to_string(burst.dwords) + " " +
                      std::to_string(burst.data[0]);
    return diary.text;
}

void expect_same(const Config& config, std::size_t tx_fifo, std::uint64_t seed) {
    const std::string each = diary(config, tx_fifo, seed, false), late = diary(config, tx_fifo, seed, true);
    ASSERT_GT(each.size(), 1000u);
    if (each == late) return;
    const auto at = static_cast<std::size_t>(std::mismatch(each.begin(), each.end(), late.begin(), late.end()).first -
                                             each.begin());
    const auto around = [at](const std::string& text) { return text.substr(at < 200 ? 0 : at - 200, 400); };
    FAIL() << "seed " << seed << ", " << tx_fifo << " cells, " << config.schedule_clocks
           << " clocks: each edge at its time:\n"
           << around(each) << "\nlate:\n"
           << around(late);
}

TEST_F(SarLate, WhateverAHostWritesNobodyCanTell) {
    for (std::uint64_t seed = 1; seed <= hosts(8) && !HasFailure(); ++seed) expect_same({}, 9, seed);
}

TEST_F(SarLate, NorWithOtherDepthsClocksAndPriorities) {
    Config short_of_everything;
    short_of_everything.rx_fifo_cells = 2;
    short_of_everything.schedule_clocks = short_of_everything.receive_clocks = 0;
    Config slow;
    slow.schedule_clocks = 40, slow.receive_clocks = 30, slow.lookup_clocks = 7, slow.dma_burst_dwords = 4;
    Config turned;
    std::reverse(std::begin(turned.priority), std::end(turned.priority));
    Config no_nulls;
    no_nulls.null_cells = false, no_nulls.late_credit = false, no_nulls.coalesce_pdus = 3;
    for (std::uint64_t seed = 1; seed <= hosts(12) && !HasFailure(); ++seed) {
        expect_same(short_of_everything, 1, seed);
        expect_same(slow, 3, seed);
        turned.timer_start = Timer::kCounts - 8 - 5 * (seed % 8);  // It rolls over during all this.
        expect_same(turned, 9, seed);
        expect_same(no_nulls, 9, seed);
    }
}

/// Where edges are run late there is something to gain: fewer of them are called.
TEST_F(SarLate, ASenderIsCalledAtFewOfItsEdges) {
    const auto calls = [](bool late) {
        const core::Contexts alone(1, true);
        alone.enter(0);
        SarBench bench;
        if (late) bench.sar.enter_transaction_level();
        bench.set_up();
        const std::uint64_t before = bench.sar.activity().calls;
        send(bench, 4000);
        bench.doorbell();
        SarBench::clocks(8000);
        EXPECT_EQ(bench.sar.transmit_stats().user_cells, 84u);
        return bench.sar.activity().calls - before;
    };
    const std::uint64_t each = calls(false), late = calls(true);
    EXPECT_LT(late, each / 2);
}

/// With null cells to make meanwhile, and with nothing to do.
TEST_F(SarLate, ADelayedInterruptComesAtItsClock) {
    const auto clocks_to_interrupt = [](bool late, bool nulls) {
        const core::Contexts alone(1, true);
        alone.enter(0);
        SarBench bench;
        if (late) bench.sar.enter_transaction_level();
        core::simulate(15'000'000);  // So that no access is at the time of an edge.
        bench.set_up(2u << 12);      // with what it sets, code 3: 20 608 clocks
        supply(bench, 0, 2);
        open(bench);
        bench.arrive(single_cell());
        bench.line.running = nulls;
        unsigned clocks = 0;
        for (; clocks < 30'000 && !bench.inta.read(); ++clocks) SarBench::clocks(1);
        return clocks;
    };
    for (const bool nulls : {true, false}) {
        const unsigned each = clocks_to_interrupt(false, nulls);
        EXPECT_GT(each, 20'000u);
        EXPECT_LT(each, 21'000u);
        EXPECT_EQ(clocks_to_interrupt(true, nulls), each);
    }
}

/// The queues of a card are set up before its transmitter is enabled, with doorbells.
TEST_F(SarLate, ADoorbellOfADisabledTransmitterLeavesItIdle) {
    const core::Contexts alone(1, true);
    alone.enter(0);
    SarBench bench;
    bench.sar.enter_transaction_level();
    bench.doorbell();
    SarBench::clocks(200);
    EXPECT_TRUE(bench.sar.is_idle());
    bench.write(reg::kCfg, cfg::kTxEnable);
    EXPECT_FALSE(bench.sar.is_idle()) << "it fills its FIFO with null cells";
}

/// Code that skips null cells calls it: its last slot ended late.
TEST_F(SarLate, BehindASlotThatFindsNothingItRests) {
    const core::Contexts alone(1, true);
    alone.enter(0);
    SarBench bench;
    bench.sar.enter_transaction_level();
    bench.set_up();
    SarBench::clocks(2000);
    bench.line.running = false;
    SarBench::clocks(200);
    EXPECT_TRUE(bench.sar.is_idle()) << "its FIFO is full of null cells";
    send(bench, 4000);
    bench.doorbell();
    bench.line.running = true;
    SarBench::clocks(300);
    EXPECT_FALSE(bench.sar.is_idle()) << "it has a packet to send";
    SarBench::clocks(20'000);
    bench.line.running = false;
    SarBench::clocks(200);
    EXPECT_TRUE(bench.sar.is_idle());
    EXPECT_EQ(bench.sar.transmit_stats().user_cells, 84u);
}

}  // namespace
}  // namespace niclab::nicstar
