// A queue for each connection, served round robin, compared with closed forms and with one queue
// for all.
#include <gtest/gtest.h>

#include "net/output_queue.h"
#include "net/vc_queues.h"
#include "support/slow_line.h"

namespace niclab::net {
namespace {

using test::kCell, test::line_config;

/// Takes trains, and when their last cells came.
struct TrainLog : Endpoint {
    explicit TrainLog(base::EventQueue& a) : event_queue(a) {}
    bool wants_first_cell() const override { return false; }
    void arrive(unsigned, const Train& train) override {
        came.push_back(train);
        if (train.lost.empty()) ++whole[train.vci];
        cells[train.vci] += train.present();
        EXPECT_LE(train.last(), event_queue.now());
        EXPECT_LE(event_queue.now(), train.last() + train.cells) << "what division left";
    }
    base::EventQueue& event_queue;
    std::vector<Train> came;
    std::map<std::uint16_t, std::uint64_t> whole, cells;
};

/// Takes cells as they come.
struct CellLog : Endpoint {
    explicit CellLog(base::EventQueue& a) : event_queue(a) {}
    bool wants_first_cell() const override { return true; }
    bool wants_cells() const override { return true; }
    void arrive(unsigned, const Train&) override { FAIL() << "a train, to who wants cells"; }
    void cell(const Train& t, std::uint32_t k) override { cells.push_back({event_queue.now(), t.vci, k}); }
    void ended(const Train& t) override { trains.push_back(t); }
    base::EventQueue& event_queue;
    std::vector<std::tuple<Femtoseconds, std::uint16_t, std::uint32_t>> cells;
    std::vector<Train> trains;
};

template <class Sink>
struct VcBench {
    explicit VcBench(QueueConfig config) : sink(event_queue), line(event_queue, line_config(), 1) {
        line.connect(sink, 0);
        if (config.per_vc)
            queue = std::make_unique<VcQueues>(event_queue, config, line);
        else
            queue = std::make_unique<OutputQueue>(event_queue, config, line);
    }
    /// Comes with its first cell.
    void send(std::uint16_t vci, std::uint32_t cells, Femtoseconds first, Femtoseconds spacing = kCell) {
        Train t;
        t.cells = cells, t.first = first, t.spacing = spacing, t.vci = vci;
        event_queue.at(first, base::call<&VcBench::enter>(this, trains.put(t)));
    }
    void enter(std::uint64_t train) { queue->enter(trains.take(train)); }
    void run() { event_queue.run(base::kSecond); }
    base::EventQueue event_queue;
    base::Pool<Train> trains;
    Sink sink;
    Line line;
    std::unique_ptr<SwitchQueue> queue;
};

QueueConfig per_vc(std::uint32_t cells = 256) {
    QueueConfig c;
    c.per_vc = true, c.cells = cells;
    return c;
}

/// Three trains that arrive at once leave one cell each, round robin; a later one has its turn as
/// soon as it is there.
TEST(VcQueues, EachHasItsTurn) {
    VcBench<CellLog> b(per_vc());
    b.send(10, 4, kCell), b.send(11, 4, kCell), b.send(12, 4, kCell), b.send(13, 1, 8 * kCell);
    b.run();
    std::vector<std::uint16_t> order;
    for (std::size_t k = 0; k < b.sink.cells.size(); ++k) {
        EXPECT_EQ(std::get<0>(b.sink.cells[k]), (k + 2) * kCell) << "one a cell time, none idle";
        order.push_back(std::get<1>(b.sink.cells[k]));
    }
    EXPECT_EQ(order, (std::vector<std::uint16_t>{10, 11, 12, 10, 11, 12, 10, 11, 12, 13, 10, 11, 12}));
    EXPECT_EQ(b.sink.trains.size(), 4u);
}

/// A single connection is served as by one queue: the same cells at the same times, the same lost.
TEST(VcQueues, OneConnectionAloneIsAQueueOfItsOwn) {
    for (const std::uint32_t places : {3u, 20u, 200u}) {
        VcBench<TrainLog> vc(per_vc(places)), port([&] {
            QueueConfig c = per_vc(places);
            return c.per_vc = false, c;
        }());
        for (auto* b : {&vc, &port})
            for (unsigned k = 0; k < 10; ++k) b->send(10, 40, (1 + 30 * k) * kCell, kCell * 7 / 10);
        vc.run(), port.run();
        ASSERT_EQ(vc.sink.came.size(), port.sink.came.size());
        for (std::size_t k = 0; k < vc.sink.came.size(); ++k) {
            EXPECT_EQ(vc.sink.came[k].lost, port.sink.came[k].lost) << k;
            EXPECT_EQ(vc.sink.came[k].first, port.sink.came[k].first) << k;
            EXPECT_EQ(vc.sink.came[k].spacing, port.sink.came[k].spacing) << k;
        }
    }
}

/// Of n connections at the line's rate each gets an nth, and its queue is the shorter by what left:
/// n_i (1 - 1 / n) cells.
TEST(VcQueues, PlacesForWhatTheOthersTakeLoseNothing) {
    for (const std::uint32_t n : {2u, 4u, 5u})
        for (const bool enough : {true, false}) {
            constexpr std::uint32_t kCells = 60;
            VcBench<TrainLog> b(per_vc(kCells - kCells / n + (enough ? 1 : -3)));
            for (std::uint16_t k = 0; k < n; ++k) b.send(k, kCells, kCell);
            b.run();
            EXPECT_EQ(b.queue->stats().dropped_cells == 0, enough) << n;
            EXPECT_EQ(b.sink.came.size(), n);
            if (!enough) continue;
            for (const Train& t : b.sink.came)
                EXPECT_NEAR(double(t.spacing), double(n * kCell), 1) << "an nth of the line";
        }
}

/// One sends at the line's rate all the time, the other at a quarter of it. With round robin the
/// second loses nothing and waits for a cell or two. With one queue it loses the cells that find no
/// place, as the first does.
TEST(VcQueues, WhoSendsTooMuchLosesAlone) {
    for (const bool own : {true, false}) {
        QueueConfig c = per_vc(50);
        c.per_vc = own;
        VcBench<TrainLog> b(c);
        constexpr std::uint64_t kPdus = 50;
        for (unsigned k = 0; k < 4 * kPdus; ++k) b.send(10, 20, (1 + 20 * k) * kCell);
        for (unsigned k = 0; k < kPdus; ++k) b.send(11, 20, (1 + 80 * k) * kCell + kCell / 3, 4 * kCell);
        b.run();
        if (own) {
            EXPECT_EQ(b.sink.whole[11], kPdus);
            EXPECT_NEAR(double(b.sink.cells[10]), 0.75 * 20 * 4 * kPdus, 60) << "what the other leaves, and the queue";
        } else {
            EXPECT_LT(b.sink.whole[11], kPdus / 2);
        }
    }
}

/// Thresholds are each queue's own: the long one of the first drops its PDUs whole, the second's
/// begin in an empty one.
TEST(VcQueues, EarlyDiscardLooksAtTheOwnQueue) {
    QueueConfig c = per_vc(500);
    c.epd_cells = 15;
    VcBench<TrainLog> b(c);
    std::map<std::uint16_t, unsigned> early;
    b.queue->lost = [&](const stack::Loss& loss) {
        EXPECT_EQ(loss.cause, stack::Drop::Epd);
        early[loss.packet.id] += loss.packets;
    };
    constexpr unsigned kPdus = 40;
    for (unsigned k = 0; k < 2 * kPdus; ++k) b.send(10, 20, (1 + 20 * k) * kCell);
    for (unsigned k = 0; k < kPdus; ++k) b.send(11, 10, (1 + 40 * k) * kCell + kCell / 3, 3 * kCell);
    b.run();
    EXPECT_EQ(b.sink.whole[11], kPdus);
    EXPECT_GT(early[0], 5u);
    EXPECT_EQ(b.sink.came.size() + early[0], 3 * kPdus) << "whole PDUs only";
    EXPECT_EQ(b.sink.whole[10] + early[0], 2 * kPdus);
}

}  // namespace
}  // namespace niclab::net
