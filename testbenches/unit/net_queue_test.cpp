// Queues of cells, policing and lines against closed forms.
#include <gtest/gtest.h>

#include "net/atm_switch.h"
#include "net/output_queue.h"
#include "support/slow_line.h"

namespace niclab::net {
namespace {

using test::kCell, test::line_config;

struct Sink : Endpoint {
    bool wants_first_cell() const override { return false; }
    void arrive(unsigned, const Train& train) override { came.push_back(train); }
    std::vector<Train> came;
};

Train train(std::uint32_t cells, Femtoseconds first, Femtoseconds spacing = kCell, std::uint16_t vci = 32) {
    Train t;
    t.cells = cells, t.first = first, t.spacing = spacing, t.vci = vci;
    return t;
}

/// A switch with two ports in and one out.
struct Bench {
    explicit Bench(const QueueConfig& config)
        : out(event_queue, line_config(), 1),
          in0(event_queue, line_config(), 1),
          in1(event_queue, line_config(), 1),
          node(event_queue, "s", 3) {
        out.connect(sink, 0);
        node.attach(2, config, out);
        in0.connect(node, 0);
        in1.connect(node, 1);
        for (std::uint16_t vci : {32, 33}) node.connect(0, vci, 2), node.connect(1, vci, 2);
    }
    std::size_t lost() const {
        std::size_t n = 0;
        for (const Train& t : sink.came) n += t.lost.size();
        return n;
    }
    base::EventQueue event_queue;
    Sink sink;
    Line out, in0, in1;
    AtmSwitch node;
};

/// Takes cells as they come, and notes when.
struct CellSink : Endpoint {
    explicit CellSink(base::EventQueue& a) : event_queue(a) {}
    bool wants_first_cell() const override { return true; }
    bool wants_cells() const override { return true; }
    void arrive(unsigned, const Train&) override { FAIL() << "a train, to who wants cells"; }
    void cell(const Train& t, std::uint32_t k) override { cells.push_back({event_queue.now(), t.vci, k}); }
    void ended(const Train& t) override { trains.push_back(t); }
    base::EventQueue& event_queue;
    std::vector<std::tuple<Femtoseconds, std::uint16_t, std::uint32_t>> cells;
    std::vector<Train> trains;
};

/// The cells of two bursts leave when those of trains do, one a cell time; what one sink misses the
/// other does, too.
TEST(Queue, WhoWantsCellsGetsThemAtTheirTimes) {
    for (const std::uint32_t places : {5u, 200u}) {
        QueueConfig c;
        c.cells = places;
        Bench trains(c), cells(c);
        CellSink sink(cells.event_queue);
        cells.out.connect(sink, 0);
        for (Bench* b : {&trains, &cells}) {
            b->in0.send(train(40, kCell, kCell, 32));
            b->in1.send(train(40, kCell + kCell / 2, kCell, 33));
            b->event_queue.run(1000 * kCell);
        }
        ASSERT_EQ(sink.trains.size(), trains.sink.came.size());
        for (std::size_t k = 0; k < sink.trains.size(); ++k) {
            const bool same_order = sink.trains[k].vci == trains.sink.came[k].vci;
            EXPECT_EQ(sink.trains[k].lost, trains.sink.came[same_order ? k : 1 - k].lost);
        }
        EXPECT_EQ(sink.cells.size(), 80 - trains.lost());
        EXPECT_EQ(std::get<0>(sink.cells.front()), 2 * kCell) << "before its train is complete";
        for (std::size_t k = 1; k < sink.cells.size(); ++k)
            EXPECT_GE(std::get<0>(sink.cells[k]) - std::get<0>(sink.cells[k - 1]), kCell);
        EXPECT_EQ(trains.out.cells(), cells.out.cells());
    }
}

TEST(Queue, ALineLosesTheSamePdusByCellsAsByTrains) {
    base::EventQueue event_queue;
    CellSink sink(event_queue);
    LineConfig config = line_config();
    config.lost_pdus = {1, 3};
    Line line(event_queue, config, 1);
    line.connect(sink, 0);
    OutputQueue queue(event_queue, QueueConfig{}, line);
    for (unsigned k = 0; k < 5; ++k) {
        queue.enter(train(10, event_queue.now() + kCell));
        event_queue.run(event_queue.now() + 20 * kCell);
    }
    ASSERT_EQ(sink.trains.size(), 5u);
    for (unsigned k = 0; k < 5; ++k)
        EXPECT_EQ(sink.trains[k].lost, k % 2 == 1 ? std::vector<std::uint32_t>{5} : std::vector<std::uint32_t>{});
    EXPECT_EQ(sink.trains[1].cause, stack::Drop::LineError);
    EXPECT_EQ(sink.cells.size(), 48u);
    EXPECT_EQ(line.spoiled(), 2u);
    EXPECT_EQ(line.under_way(), 0u);
}

TEST(Queue, TwoBurstsLoseWhatTheQueueCannotHold) {
    for (const std::uint32_t n : {10u, 100u})
        for (const std::uint32_t places : {1u, 5u, 50u, 99u, 100u, 200u}) {
            QueueConfig c;
            c.cells = places;
            Bench b(c);
            b.in0.send(train(n, kCell, kCell, 32));
            b.in1.send(train(n, kCell + kCell / 2, kCell, 33));
            b.event_queue.run(base::kSecond);
            const std::uint64_t expected = n > places ? n - places : 0;
            EXPECT_NEAR(double(b.node.queue(2)->stats().dropped_cells), double(expected), 1)
                << n << " cells, " << places << " places";
        }
}

TEST(Queue, CellsOfOneTrainPassUnchanged) {
    QueueConfig c;
    c.transit = 10 * kCell;
    Bench b(c);
    b.in0.send(train(192, 5 * kCell, 3 * kCell));
    b.event_queue.run(base::kSecond);
    ASSERT_EQ(b.sink.came.size(), 1u);
    EXPECT_EQ(b.sink.came[0].first, (5 + 10 + 1) * kCell);
    EXPECT_EQ(b.sink.came[0].spacing, 3 * kCell);
    EXPECT_EQ(b.node.queue(2)->stats().most, 1u);
}

TEST(Queue, EarlyDiscardDropsWholePdusOnly) {
    QueueConfig c;
    c.cells = 1000, c.epd_cells = 20;
    Bench b(c);
    for (unsigned k = 0; k < 20; ++k) {
        b.in0.send(train(30, (1 + 30 * k) * kCell, kCell, 32));
        b.in1.send(train(30, (1 + 30 * k) * kCell + kCell / 2, kCell, 33));
    }
    std::size_t reported = 0;
    b.node.lost = [&reported](const stack::Loss& loss) {
        reported += loss.packets;
        EXPECT_EQ(loss.cause, stack::Drop::Epd);
    };
    b.event_queue.run(base::kSecond);
    EXPECT_GT(reported, 5u);
    EXPECT_EQ(b.sink.came.size() + reported, 40u);
    EXPECT_EQ(b.lost(), 0u);
}

/// From the first cell that found no place on, all are dropped but the last, which is dropped only
/// where it finds none itself.
TEST(Queue, PartialDiscardDropsTheRestOfAPdu) {
    QueueConfig c;
    c.cells = 5, c.ppd = true;
    Bench b(c);
    b.in0.send(train(100, kCell, kCell, 32));
    b.in1.send(train(100, kCell + kCell / 2, kCell, 33));
    b.event_queue.run(base::kSecond);
    ASSERT_EQ(b.sink.came.size(), 2u);
    for (const Train& t : b.sink.came) {
        if (t.lost.empty()) continue;
        EXPECT_EQ(t.lost.size() + std::size_t(!t.last_lost()), 100u - t.lost.front());
    }
    EXPECT_GT(b.lost(), 80u);
}

TEST(Queue, LowPriorityFindsFewerPlaces) {
    QueueConfig c;
    c.cells = 50, c.clp_cells = 10;
    Bench b(c);
    Train low = train(100, kCell, kCell, 32);
    low.clp = true;
    b.in0.send(low);
    b.in1.send(train(100, kCell + kCell / 2, kCell, 33));
    b.event_queue.run(base::kSecond);
    for (const Train& t : b.sink.came) EXPECT_EQ(t.lost.empty(), !t.clp);
}

TEST(Gcra, ConformsAtItsLimitAndNotBefore) {
    for (const std::uint64_t limit : {0u, 1u, 7u, 25u}) {
        Gcra late(10, limit), early(10, limit);
        EXPECT_TRUE(late.conforms(100));
        EXPECT_TRUE(early.conforms(100));
        const std::uint64_t edge = limit >= 10 ? 100 : 110 - limit;
        EXPECT_TRUE(late.conforms(edge));
        if (limit < 10) {
            EXPECT_FALSE(early.conforms(edge - 1));
        }
    }
}

TEST(Policing, PassesTheContractAndDropsWhatIsFaster) {
    for (const Femtoseconds spacing : {10 * kCell, 5 * kCell}) {
        Bench b({});
        b.node.police(0, 32, 10 * kCell, 0);
        b.in0.send(train(100, kCell, spacing));
        b.event_queue.run(base::kSecond);
        EXPECT_EQ(b.node.stats().policed_cells, spacing == 10 * kCell ? 0u : 50u);
    }
}

/// A contract of 5.99 slots: the gaps of 6 slots put cells ever later, then one of 5 makes up for it.
TEST(Policing, SeesTheGapsOfAShaperWithSlots) {
    const Femtoseconds contract = kCell * 599 / 100;
    const auto policed = [](Femtoseconds slot, Femtoseconds tolerance) {
        Bench b({});
        b.node.police(0, 32, contract, tolerance);
        Train t = train(300, kCell, contract);
        t.slot = slot;
        b.in0.send(t);
        b.event_queue.run(base::kSecond);
        return b.node.stats().policed_cells;
    };
    EXPECT_EQ(policed(0, 0), 0u);
    EXPECT_EQ(policed(kCell, kCell), 0u);
    EXPECT_EQ(policed(kCell, kCell * 98 / 100), 2u);  // The gaps of 5 slots come after 100 and 200 cells.
}

TEST(Line, PlacedLossesHitTheirPdu) {
    base::EventQueue event_queue;
    LineConfig c = line_config();
    c.lost_pdus = {2, 4};
    Line line(event_queue, c, 1);
    Sink sink;
    line.connect(sink, 0);
    for (unsigned k = 0; k < 6; ++k) line.send(train(10, (1 + 20 * k) * kCell));
    event_queue.run(base::kSecond);
    ASSERT_EQ(sink.came.size(), 6u);
    for (unsigned k = 0; k < 6; ++k) EXPECT_EQ(sink.came[k].lost.empty(), k != 2 && k != 4) << k;
}

}  // namespace
}  // namespace niclab::net
