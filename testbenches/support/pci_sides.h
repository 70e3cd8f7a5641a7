/// @file Two equal PCI buses with the same traffic, one at signal level and one at transaction
/// level, and their comparison.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "probe/account/pin_watch.h"
#include "support/pci_random.h"
#include "support/sim_test.h"

namespace niclab::test {

inline constexpr core::Femtoseconds kPciClock = 30'303'030;

/// A transfer through a port, with its time.
struct PciMoved {
    core::Femtoseconds at;
    std::uint32_t address, data;
    unsigned kind;  ///< Begin, read, write.
    bool operator==(const PciMoved& o) const {
        return at == o.at && address == o.address && data == o.data && kind == o.kind;
    }
};

class PciSide : public sc_core::sc_module {
public:
    template <class... Bench>
    PciSide(sc_core::sc_module_name name, std::uint64_t seed, const Bench&... of)
        : sc_module(name), bench(seed, of...), watch("watch", bench.clock, bench.bus, "pci", {"x"}, &report) {
        bench.bus.compare_each_repetition();
        for (MemoryPort& port : bench.ports)
            port.moved = [this](const bus::TargetPort::Access& a, bool write, std::uint32_t data) {
                moved.push_back({core::now_fs(), a.address, data & mask_of(write, a), write ? 2u : 1u});
            };
        watch.account().done = [this](const probe::PciTransaction& t) {
            rows.push_back(std::to_string(core::now_fs()) + " " + std::to_string(t.at) + " " + std::to_string(t.over) +
                           " " + std::to_string(t.master) + " " + std::to_string(t.command) + " " +
                           std::to_string(t.address) + " " + std::to_string(t.dwords) + " " + std::to_string(t.clocks) +
                           " " + std::to_string(t.arbitration) + " " + std::to_string(t.acquisition) + " " +
                           std::to_string(t.target) + " " + std::to_string(t.waits) + " " + to_string(t.end));
        };
    }
    /// Records begin() before the bench processes it.
    void note_begins() {
        for (MemoryPort& port : bench.ports)
            port.on_begin = [this, answer = port.on_begin](const bus::TargetPort::Access& a) {
                moved.push_back({core::now_fs(), a.address, 0, 0});
                return answer(a);
            };
    }
    static std::uint32_t mask_of(bool write, const bus::TargetPort::Access& a) {
        std::uint32_t octets = write ? 0 : ~0u;
        for (unsigned lane = 0; lane < 4; ++lane)
            if (a.byte_enables >> lane & 1u) octets |= 0xFFu << 8 * lane;
        return octets;
    }
    std::string counters() const {
        std::string text;
        const auto add = [&text](const auto& stats) {
            std::uint64_t numbers[sizeof(stats) / sizeof(std::uint64_t)];
            std::memcpy(numbers, &stats, sizeof(stats));
            for (const std::uint64_t n : numbers) text += std::to_string(n) + " ";
            text += "| ";
        };
        for (const pci::Initiator* i : {&bench.x, &bench.y, &bench.z}) add(i->stats());
        add(bench.memory.stats()), add(bench.card.stats());
        return text;
    }

    RandomPciBench bench;
    check::Report report;
    probe::PciWatch watch;
    std::vector<PciMoved> moved;
    std::vector<std::string> rows;
};

/// A fixture that compares the two buses; the test defines the actions on both.
class PciSides : public SimTest {
protected:
    static void clocks(unsigned n) { run(core::from_fs(n * kPciClock)); }
    static bool alike(pci::Levels a, pci::Levels b) {
        a.ad = a.ad_high = b.ad = b.ad_high = 0;
        a.par = a.par64 = b.par = b.par64 = false;
        return a == b;
    }
    /// All visible levels of a clock except data and their parity: in a repeated transaction those
    /// are from the recording.
    static void expect_same_clock(const PciSide& pins, const PciSide& whole) {
        const auto &p = pins.bench.recorder.samples.back(), &w = whole.bench.recorder.samples.back();
        ASSERT_TRUE(alike(p.levels, w.levels)) << p.levels << " at the pins, " << w.levels << " off them";
        ASSERT_EQ(p.req, w.req);
        ASSERT_EQ(p.gnt, w.gnt);
        ASSERT_EQ(p.enabled, w.enabled);
        const pci::TransactionBus* bus = whole.bench.bus.transaction_bus();
        if (bus && bus->is_wait_repeated()) return;  // Its clocks are counted at its end.
        ASSERT_EQ(pins.counters(), whole.counters());
    }
    static std::string violations(const PciSide& side) {
        std::string text;
        for (const check::Violation& v : side.report.violations())
            text += std::string(v.rule->id) + " " + std::to_string(v.at) + " " + v.where + ": " + v.seen + "\n";
        return text + std::to_string(side.report.total());
    }
    static void expect_same_numbers(const probe::PciAccount& p, const probe::PciAccount& w) {
        ASSERT_EQ(p.clocks(), w.clocks());
        ASSERT_EQ(p.busy_clocks(), w.busy_clocks());
        ASSERT_EQ(p.data_clocks(), w.data_clocks());
        for (unsigned n = 0; n < probe::PciAccount::kStates; ++n)
            ASSERT_EQ(p.states()[0].clocks[n], w.states()[0].clocks[n]);
        for (unsigned m = 0; m < p.masters().size(); ++m) {
            ASSERT_EQ(p.masters()[m].dwords, w.masters()[m].dwords);
            ASSERT_EQ(p.masters()[m].arbitration.sum, w.masters()[m].arbitration.sum);
            ASSERT_EQ(p.masters()[m].acquisition.sum, w.masters()[m].acquisition.sum);
        }
    }
    static void expect_same_account(PciSide& pins, PciSide& whole) {
        expect_same_numbers(pins.watch.account(), whole.watch.account());
        ASSERT_EQ(pins.rows, whole.rows);
        ASSERT_EQ(violations(pins), violations(whole));
    }
    /// The results of the engines.
    static void expect_same_done(PciSide& pins, PciSide& whole) {
        for (unsigned e = 0; e < RandomPciBench::kInitiators; ++e) {
            const auto &p = pins.bench.engines()[e]->done, &w = whole.bench.engines()[e]->done;
            ASSERT_EQ(p.size(), w.size());
            for (std::size_t n = 0; n < p.size(); ++n) {
                ASSERT_EQ(p[n].status, w[n].status);
                ASSERT_EQ(p[n].data, w[n].data);
                ASSERT_EQ(std::memcmp(&p[n].times, &w[n].times, sizeof(p[n].times)), 0);
                ASSERT_EQ(p[n].parity_error, w[n].parity_error);
            }
        }
    }
    static void expect_same_bursts(PciSide& pins, PciSide& whole) {
        expect_same_done(pins, whole);
        ASSERT_EQ(pins.moved, whole.moved);
    }
    /// Compares clock by clock until all is done; the account is read at intervals, also during
    /// transactions.
    static void side_by_side(PciSide& pins, PciSide& whole, std::size_t bursts, base::RandomStream& random) {
        side_by_side(pins, whole, bursts, random, [] {});
    }
    /// With a call of `act` between two clocks.
    template <class Act>
    static void side_by_side(PciSide& pins, PciSide& whole, std::size_t bursts, base::RandomStream& random, Act act) {
        constexpr unsigned kMostClocks = 20'000;
        std::size_t done = 0;
        for (unsigned n = 0; done < bursts && n < kMostClocks; ++n) {
            clocks(1);
            expect_same_clock(pins, whole);
            if (random.chance(0.02)) expect_same_account(pins, whole);
            if (HasFailure()) return;
            act();
            done = 0;
            for (const Engine* engine : pins.bench.engines()) done += engine->done.size();
        }
        ASSERT_EQ(done, bursts);
        expect_same_bursts(pins, whole);
        expect_same_account(pins, whole);
        forget(pins, whole);
    }
    static void expect_same_when_looked_at(PciSide& pins, PciSide& whole) {
        whole.bench.bus.synchronize();
        const auto without_times = [](const PciSide& side) {
            std::vector<PciMoved> moved = side.moved;
            for (PciMoved& m : moved) m.at = 0;
            return moved;
        };
        ASSERT_EQ(without_times(pins), without_times(whole));
        ASSERT_EQ(pins.counters(), whole.counters());
        expect_same_done(pins, whole);
    }
    /// Runs until all is done, and compares both sides at random times.
    static void look_at_times(PciSide& pins, PciSide& whole, std::size_t bursts, base::RandomStream& random,
                              unsigned most_clocks) {
        for (Engine* engine : whole.bench.engines()) engine->wake();
        std::size_t done = 0;
        for (unsigned n = 0; done < bursts && n < most_clocks && !HasFailure(); ++n) {
            clocks(1);
            if (random.chance(0.1)) expect_same_when_looked_at(pins, whole);
            if (random.chance(0.02)) expect_same_account(pins, whole);
            done = 0;
            for (const Engine* engine : pins.bench.engines()) done += engine->done.size();
        }
        ASSERT_EQ(done, bursts);
        clocks(1);  // where an engine takes the last
        expect_same_when_looked_at(pins, whole);
        expect_same_account(pins, whole);
    }
    /// Deletes the records of both sides up to now.
    static void forget(PciSide& pins, PciSide& whole) {
        for (PciSide* side : {&pins, &whole}) {
            side->bench.recorder.samples.clear(), side->moved.clear(), side->rows.clear();
            for (Engine* engine : side->bench.engines()) engine->done.clear();
        }
    }
};

}  // namespace niclab::test
