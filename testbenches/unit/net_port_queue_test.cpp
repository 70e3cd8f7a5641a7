// What queues and policers of a switch leave of the cells that go to a card clock by clock, against
// closed forms.
#include "support/port_bench.h"
#include "support/sim_test.h"

namespace niclab::net {
namespace {

using base::kMicrosecond;
using base::kMillisecond;
using test::numbered_packet;
using test::payload_of;
using test::PortBench;
using NetPortQueue = test::SimTest;

/// The port of a card after one of a switch, into which two trains of `cells` cells run half a cell
/// apart.
struct SwitchedPort : PortBench {
    explicit SwitchedPort(const QueueConfig& config) : node(event_queue, "s", 3) {
        node.attach(2, config, in);
        for (const unsigned k : {0u, 1u}) {
            sources[k] = std::make_unique<Line>(event_queue, LineConfig{}, 1);
            sources[k]->connect(node, k);
            node.connect(k, std::uint16_t(100 + k), 2);
        }
    }
    void send(unsigned from, std::uint16_t id, std::uint32_t cells, Femtoseconds after, bool clp = false) {
        const Femtoseconds cell = in.cell_time();
        Train t = train(numbered_packet(id, payload_of(cells)), cells, event_queue.now() + after + from * cell / 2,
                        cell, std::uint16_t(100 + from));
        t.clp = clp;
        sources[from]->send(t);
    }
    void both(std::uint32_t cells) { send(0, 1, cells, kMicrosecond), send(1, 2, cells, kMicrosecond); }
    std::size_t dropped() const { return node.queue(2)->stats().dropped_cells; }
    AtmSwitch node;
    std::array<std::unique_ptr<Line>, 2> sources;
};

TEST_F(NetPortQueue, TwoTrainsBringTheCellsThatTheQueueHasPlacesFor) {
    constexpr std::uint32_t kCells = 60, kPlaces = 25;
    QueueConfig c;
    c.cells = kPlaces;
    SwitchedPort b(c);
    b.both(kCells);
    b.run(2 * kMillisecond);
    EXPECT_NEAR(double(b.dropped()), kCells - kPlaces, 1);
    EXPECT_EQ(b.card.received.size(), 2 * kCells - b.dropped());
    EXPECT_EQ(b.node.queue(2)->stats().most, kPlaces);
    EXPECT_EQ(b.in.cells(), b.card.received.size()) << "none is lost behind the queue";
}

/// With both at the line's rate the queue grows by one cell per cell time. It has `clp_cells` in it
/// after `clp_cells` cell times. From then on low priority finds no place, and the other's load of
/// 1 keeps the length constant.
TEST_F(NetPortQueue, OfLowPriorityComesWhatCameBeforeTheThreshold) {
    constexpr std::uint32_t kCells = 60, kThreshold = 10;
    QueueConfig c;
    c.clp_cells = kThreshold;
    SwitchedPort b(c);
    b.send(0, 1, kCells, kMicrosecond, true), b.send(1, 2, kCells, kMicrosecond);
    b.run(2 * kMillisecond);
    EXPECT_EQ(b.received(101).size(), kCells);
    EXPECT_NEAR(double(b.received(100).size()), kThreshold, 1);
}

TEST_F(NetPortQueue, EarlyDiscardSendsTheCardWholePdus) {
    constexpr std::uint32_t kCells = 30;
    QueueConfig c;
    c.cells = 1000, c.epd_cells = 20;
    SwitchedPort b(c);
    const Femtoseconds pdu = kCells * b.in.cell_time();
    for (std::uint16_t k = 0; k < 12; ++k)
        for (const unsigned port : {0u, 1u}) b.send(port, std::uint16_t(2 * k + port), kCells, kMicrosecond + k * pdu);
    std::size_t gone = 0;
    b.node.lost = [&gone](const stack::Loss& loss) { gone += loss.packets; };
    b.run(5 * kMillisecond);
    EXPECT_GE(gone, 5u);
    EXPECT_EQ(b.card.received.size(), (24 - gone) * kCells);
    std::array<std::uint32_t, 2> open{};
    for (const auto& [cell, at] : b.card.received) {
        std::uint32_t& cells = open[cell.header().vci - 100];
        ++cells;
        if ((cell.header().pti & 1) == 0) continue;
        EXPECT_EQ(std::exchange(cells, 0), kCells);
    }
}

/// The first train's k-th cell finds k others before it and the second's k + 1, so that the second
/// is the one that is cut. Its last cell goes to the card, to end it, where it finds a place: when
/// the first train is over by then.
TEST_F(NetPortQueue, PartialDiscardSendsTheCardABeginAndAnEnd) {
    constexpr std::uint32_t kCells = 100, kPlaces = 5;
    QueueConfig c;
    c.cells = kPlaces, c.ppd = true;
    SwitchedPort b(c);
    for (const std::uint32_t others : {kCells - 40, kCells}) {
        b.card.received.clear();
        b.send(0, 1, others, kMicrosecond), b.send(1, 2, kCells, kMicrosecond);
        b.run(2 * kMillisecond);
        const auto cells = b.received(101);
        ASSERT_EQ(cells.size(), kPlaces - 1 + (others < kCells ? 1 : 0));
        EXPECT_EQ(cells.back().header().pti & 1, others < kCells);
        EXPECT_EQ(b.received(100).size(), others);
    }
}

/// A cell that the policer drops takes no place in the queue. Half of one train and all of the
/// other are a load of 1.5, which needs half as many places as cells. A policer after the queue's
/// input would leave the load at 2, and with these places half would be lost.
TEST_F(NetPortQueue, PolicingComesBeforeTheQueue) {
    constexpr std::uint32_t kCells = 100;
    QueueConfig c;
    c.cells = kCells / 2 + 2;
    SwitchedPort b(c);
    b.node.police(0, 100, 2 * b.in.cell_time(), 0);
    b.both(kCells);
    b.run(2 * kMillisecond);
    EXPECT_EQ(b.node.stats().policed_cells, kCells / 2);
    EXPECT_EQ(b.dropped(), 0u);
    EXPECT_EQ(b.received(100).size(), kCells / 2);
    EXPECT_EQ(b.received(101).size(), kCells);
    EXPECT_NEAR(b.node.queue(2)->stats().most, kCells / 2, 2);
}

}  // namespace
}  // namespace niclab::net
