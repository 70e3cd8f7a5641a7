// All combinations of a burst and a target, one after the other, on a bus at transaction level and
// on one at signal level. They vary DEVSEL#, waits of both, lengths, disconnects, latency timer and
// width. It is a sample; with NICLAB_LONG an eighth of all, selected by NICLAB_PART.
#include <cstdlib>

#include "support/pci_sides.h"
#include "support/repetitions.h"

namespace niclab::probe {
namespace {

using Side = test::PciSide;

/// One of all the ways, by its number.
struct Way {
    static constexpr unsigned kWays = 3 * 9 * 3 * 4 * 16 * 5 * 2 * 2 * 2 * 2;

    explicit Way(unsigned number) : rest_(number) {
        length = 1 + take(16), first_wait = take(9), end = take(5), devsel = take(3), later_wait = take(3),
        irdy = take(4);
        write = take(2), timer = take(2), wide = take(2), other = take(2);
    }
    unsigned length, first_wait, end, devsel, later_wait, irdy;
    bool write, timer, wide;
    bool other;  ///< Another agent requests the bus meanwhile.

    void prepare(Side& side) const {
        constexpr unsigned kLater[] = {0, 1, 8}, kFirstIrdy[] = {0, 1, 0, 7}, kLaterIrdy[] = {0, 0, 1, 3};
        test::RandomPciBench& b = side.bench;
        pci::InitiatorConfig initiator;
        initiator.first_irdy_waits = kFirstIrdy[irdy], initiator.later_irdy_waits = kLaterIrdy[irdy];
        initiator.wide = wide;
        b.x.configure(initiator);
        b.space.write(0x0C, timer ? 0x2000 : 0, 0x2);
        b.memory.configure({static_cast<pci::Devsel>(devsel), 16, wide});
        b.ports[0].later_wait = kLater[later_wait];
        b.ports[0].on_begin = [this, &side](const bus::TargetPort::Access& access) {
            side.moved.push_back({core::now_fs(), access.address, 0, 0});
            constexpr unsigned kAfter[] = {0, 1, 1, 3, 3};
            bus::TargetPort::Answer answer;
            answer.wait_clocks = first_wait, answer.after = kAfter[end], answer.with_data = end % 2 == 1;
            return answer;
        };
        const bus::Command command = write ? bus::Command::MemoryWrite : bus::Command::MemoryRead;
        // The first may have to be run through; the others repeat it.
        for (unsigned n = 0; n < 3; ++n) b.engine_x.script.push_back(test::burst(command, 0x40, length, 100 * n));
        if (other) b.engine_y.script.push_back(test::burst(bus::Command::MemoryWrite, 0x400, 2, 7));
    }
    std::size_t bursts() const { return other ? 4 : 3; }
    std::string text() const {
        return "dwords " + std::to_string(length) + ", DEVSEL# " + std::to_string(devsel) + ", waits " +
               std::to_string(first_wait) + ", later " + std::to_string(later_wait) + ", IRDY# " +
               std::to_string(irdy) + ", end " + std::to_string(end) + (write ? ", write" : ", read") +
               (timer ? ", timer" : "") + (wide ? ", wide" : "") + (other ? ", another master" : "");
    }

private:
    unsigned take(unsigned of) {
        const unsigned digit = rest_ % of;
        rest_ /= of;
        return digit;
    }
    unsigned rest_;
};

class PciShapes : public test::PciSides {};

TEST_F(PciShapes, EveryWayIsRepeatedAsItGoesAtThePins) {
    constexpr unsigned kSample = test::kAllRepetitions ? 1009 : 4001;  // prime: each value of each number is met
    constexpr unsigned kParts = 8;
    const bool long_run = std::getenv("NICLAB_LONG") != nullptr;
    const char* part = std::getenv("NICLAB_PART");
    const unsigned step = long_run ? kParts : kSample, from = long_run && part ? std::atoi(part) % kParts : 0;
    Side pins("pins", 1, true), whole("whole", 1, true);
    whole.bench.bus.enter_transaction_level();
    run(core::from_fs(test::kPciClock / 2));  // between two edges
    base::RandomStream random(1, "looks");
    unsigned ways = 0;
    for (unsigned number = from; number < Way::kWays; number += step, ++ways) {
        const Way way(number);
        SCOPED_TRACE(way.text());
        for (Side* side : {&pins, &whole}) way.prepare(*side);
        side_by_side(pins, whole, way.bursts(), random);
        ASSERT_FALSE(HasFailure());
    }
    const pci::TransactionBus::Counts& counts = whole.bench.bus.transaction_bus()->counts();
    EXPECT_GT(counts.timings, ways / 2);
    EXPECT_GT(counts.repeated, ways);
    EXPECT_GT(counts.left, ways / 50);  // The latency timer, and another agent with a request.
    RecordProperty("ways", static_cast<int>(ways));
}

}  // namespace
}  // namespace niclab::probe
