// Each cell that is lost between two cards has a cause, and each packet one: what came in is what
// went out and what was dropped.
#include <gtest/gtest.h>

#include <numeric>

#include "net/atm_switch.h"
#include "support/slow_line.h"

namespace niclab::net {
namespace {

using stack::Drop;
using test::kCell, test::line_config;

struct Counter : Endpoint {
    bool wants_first_cell() const override { return false; }
    void arrive(unsigned, const Train& train) override {
        cells += train.present(), on_lines += train.lost_on_lines;
        whole += train.lost.empty(), unreported += !train.lost.empty() && train.unreported();
    }
    std::uint64_t cells = 0, whole = 0, unreported = 0, on_lines = 0;
};

/// An end that needs each cell.
struct CellCounter : Endpoint {
    bool wants_first_cell() const override { return true; }
    bool wants_cells() const override { return true; }
    void arrive(unsigned, const Train&) override { FAIL() << "a train"; }
    void cell(const Train&, std::uint32_t) override { ++cells; }
    void ended(const Train&) override {}
    std::uint64_t cells = 0;
};

/// Two input ports, one output, and the counters of losses.
struct LossBench {
    explicit LossBench(const QueueConfig& config, const LineConfig& in = line_config())
        : out(event_queue, line_config(), 1),
          in0(event_queue, in, 1),
          in1(event_queue, line_config(), 1),
          node(event_queue, "s", 3) {
        out.connect(sink, 0);
        node.attach(2, config, out);
        in0.connect(node, 0), in1.connect(node, 1);
        node.connect(0, 32, 2), node.connect(1, 33, 2);
        node.lost = [this](const stack::Loss& loss) {
            cells[std::size_t(loss.cause)] += loss.cells, packets[std::size_t(loss.cause)] += loss.packets;
        };
    }
    void send(Line& in, std::uint16_t vci, std::uint32_t size, Femtoseconds first, bool clp = false) {
        Train t;
        t.cells = size, t.first = first, t.spacing = kCell, t.vci = vci, t.clp = clp;
        in.send(t);
        sent += size, ++pdus;
    }
    void balance() {
        event_queue.run(base::kSecond);
        const auto sum = [](const stack::DropCounts& c) {
            return std::accumulate(c.begin(), c.end(), std::uint64_t{0});
        };
        EXPECT_EQ(sent, sink.cells + sink.on_lines + sum(cells));
        EXPECT_EQ(pdus, sink.whole + sink.unreported + sum(packets));
        EXPECT_EQ(in0.cells_under_way() + in1.cells_under_way() + out.cells_under_way(), 0u);
        EXPECT_EQ(node.queue(2)->cells_under_way(), 0u);
    }
    std::uint64_t of(const stack::DropCounts& counts, Drop cause) const { return counts[std::size_t(cause)]; }
    base::EventQueue event_queue;
    Counter sink;
    Line out, in0, in1;
    AtmSwitch node;
    std::uint64_t sent = 0, pdus = 0;
    stack::DropCounts cells{}, packets{};
};

/// Also in the middle of a PDU, of which the first cells have left the switch.
TEST(Losses, ACellIsAtOnePlaceAtATime) {
    constexpr std::uint32_t kCells = 20;
    for (const bool per_vc : {false, true}) {
        QueueConfig c;
        c.per_vc = per_vc;
        LossBench b(c);
        CellCounter card;
        b.out.connect(card, 0);
        b.send(b.in0, 32, kCells, kCell);
        b.send(b.in1, 33, kCells, kCell + kCell / 2);
        for (unsigned k = 1; card.cells < 2 * kCells; ++k) {
            ASSERT_LT(k, 10 * kCells);
            b.event_queue.run(k * kCell);
            const std::uint64_t on_lines = b.in0.cells_under_way() + b.in1.cells_under_way() + b.out.cells_under_way();
            ASSERT_EQ(card.cells + on_lines + b.node.queue(2)->cells_under_way(), b.sent) << "cell time " << k;
        }
    }
}

/// A PDU is lost because of its first cell, which found no place; the tail after it was cut for
/// that.
TEST(Losses, TheTailOfACutPacketIsNotTheOverflowThatCutIt) {
    for (const bool per_vc : {false, true}) {
        QueueConfig c;
        c.cells = 5, c.ppd = true, c.per_vc = per_vc;
        LossBench b(c);
        b.send(b.in0, 32, 100, kCell);
        b.send(b.in1, 33, 100, kCell + kCell / 2);
        b.balance();
        const std::uint64_t cut = per_vc ? 2 : 1;  // Both lose alternately, at the same rate.
        EXPECT_EQ(b.packets[std::size_t(Drop::SwitchQueue)], per_vc ? b.pdus - b.sink.whole : cut) << per_vc;
        EXPECT_GT(b.of(b.cells, Drop::Ppd), 80u);
        EXPECT_LE(b.of(b.cells, Drop::SwitchQueue), 2 * cut) << "the first, and perhaps the last";
        EXPECT_EQ(b.of(b.packets, Drop::Ppd), 0u);
        EXPECT_EQ(b.of(b.cells, Drop::Epd), 0u);
    }
}

TEST(Losses, APduThatIsDroppedEarlyIsSoWhole) {
    for (const bool per_vc : {false, true}) {
        QueueConfig c;
        c.cells = 1000, c.epd_cells = 20, c.ppd = true, c.per_vc = per_vc;
        LossBench b(c);
        for (unsigned k = 0; k < 20; ++k)
            b.send(b.in0, 32, 30, (1 + 30 * k) * kCell), b.send(b.in1, 33, 30, (1 + 30 * k) * kCell + kCell / 2);
        b.balance();
        EXPECT_GT(b.of(b.packets, Drop::Epd), 5u);
        EXPECT_EQ(b.of(b.cells, Drop::Epd), 30 * b.of(b.packets, Drop::Epd));
        EXPECT_EQ(b.of(b.cells, Drop::Ppd) + b.of(b.cells, Drop::SwitchQueue), 0u);
    }
}

TEST(Losses, LowPriorityIsTold) {
    QueueConfig c;
    c.cells = 50, c.clp_cells = 10;
    LossBench b(c);
    b.send(b.in0, 32, 100, kCell, true);
    b.send(b.in1, 33, 100, kCell + kCell / 2);
    b.balance();
    EXPECT_EQ(b.of(b.packets, Drop::LowPriority), 1u);
    EXPECT_EQ(b.of(b.cells, Drop::LowPriority), 100 - b.sink.cells + 100);
    EXPECT_EQ(b.of(b.cells, Drop::SwitchQueue), 0u);
}

TEST(Losses, WhatNoRouteTakesIsTold) {
    LossBench b({});
    b.send(b.in0, 77, 40, kCell);
    b.send(b.in0, 32, 40, 60 * kCell);
    b.balance();
    EXPECT_EQ(b.of(b.cells, Drop::NoRoute), 40u);
    EXPECT_EQ(b.of(b.packets, Drop::NoRoute), 1u);
    EXPECT_EQ(b.sink.whole, 1u);
    EXPECT_EQ(b.node.stats().unknown, 40u);
}

/// A PDU that a line has corrupted is reported once, by the receiver of the rest or by the part
/// that drops it.
TEST(Losses, ASpoiledPduIsTheLinesWhereverItEnds) {
    LineConfig spoils = line_config();
    spoils.lost_pdus = {0, 1, 2};
    LossBench b({}, spoils);
    b.node.police(0, 34, 1000 * kCell, 0);
    b.node.connect(0, 34, 2);
    b.send(b.in0, 77, 40, kCell);        // no way
    b.send(b.in0, 34, 40, 60 * kCell);   // the policer takes the rest but for its first cell
    b.send(b.in0, 32, 40, 120 * kCell);  // the receiver finds out
    b.balance();
    EXPECT_EQ(b.of(b.packets, Drop::LineError), 1u) << "of that without a way";
    EXPECT_EQ(b.of(b.cells, Drop::LineError), 1u);
    EXPECT_EQ(b.of(b.packets, Drop::NoRoute), 0u);
    EXPECT_EQ(b.of(b.cells, Drop::NoRoute), 39u);
    EXPECT_EQ(b.of(b.cells, Drop::Policing), 38u);
    EXPECT_EQ(b.sink.unreported, 2u);
}

/// All ways to lose at once, with PDUs of all sizes: nothing vanishes.
TEST(Losses, NoCellVanishes) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        base::RandomStream random(seed, "losses");
        QueueConfig c;
        c.cells = std::uint32_t(random.uniform(1, 60)), c.clp_cells = std::uint32_t(random.uniform(0, 30));
        c.epd_cells = std::uint32_t(random.uniform(0, 1) * random.uniform(1, 60));
        c.ppd = random.chance(0.5), c.per_vc = random.chance(0.5);
        LineConfig spoils = line_config();
        spoils.cell_loss = random.chance(0.5) ? 0.01 : 0;
        LossBench b(c, spoils);
        if (random.chance(0.5)) b.node.police(1, 33, 2 * kCell, kCell);
        std::array<Femtoseconds, 2> at{};
        for (unsigned k = 0; k < 60; ++k) {
            const auto port = std::size_t(random.uniform(0, 1));
            const auto size = std::uint32_t(random.uniform(1, 60));
            const std::uint16_t vci = random.chance(0.05) ? 99 : std::uint16_t(32 + port);
            b.send(port == 0 ? b.in0 : b.in1, vci, size, at[port], random.chance(0.3));
            at[port] += (size + Femtoseconds(random.uniform(0, 40))) * kCell;
        }
        b.balance();
        if (HasFailure()) FAIL() << "seed " << seed;
    }
}

}  // namespace
}  // namespace niclab::net
