// An EISA bus at transaction level: accesses of a CPU and bursts of a master, in any overlap, give
// the same results at the same times as at signal level.
#include <gtest/gtest.h>

#include <numeric>

#include "base/random.h"
#include "support/eisa_bench.h"

namespace niclab::test {

class EisaOffItsWires : public EisaTest {
protected:
    /// When each of many accesses was over, and what it gave.
    using Log = std::vector<std::pair<core::Femtoseconds, std::uint32_t>>;

    static unsigned drawn(base::RandomStream& random, unsigned most) { return unsigned(random.uniform(0, most)); }
    /// From nothing to `most_ns`, in steps that no clock has.
    static core::Femtoseconds some_time(base::RandomStream& random, unsigned most_ns) {
        return 1'000 * core::Femtoseconds(drawn(random, 1'000 * most_ns));
    }

    static std::uint32_t access(EisaBench& b, base::RandomStream& random) {
        const unsigned octets = 1u << drawn(random, 2), at = drawn(random, 32 - octets);
        const auto value = std::uint32_t(random.uniform(0, 0xFFFFFFFFu));
        std::array<std::uint32_t, 9> block{};
        switch (drawn(random, 4)) {
            case 0:
                return b.bridge.io_write(EisaBench::kPort + at, octets, value), 0;
            case 1:
                return b.bridge.memory_write(EisaBench::kMemory + at, octets, value), 0;
            case 2:
                return b.bridge.io_read(EisaBench::kPort + at, octets);
            case 3:
                return b.bridge.memory_read(EisaBench::kMemory + at, octets);
            default:
                b.bridge.read_block(EisaBench::kMemory, block.data(), 9, {});
                return std::accumulate(block.begin(), block.end(), 0u);
        }
    }
    static void access_at_random(EisaBench& b, Log& log) {
        base::RandomStream random(2, "eisa_off_its_wires");
        const auto log_burst = [&](const bus::Burst& moved) {
            log.emplace_back(moved.times.first_data, moved.data[0]);
            log.emplace_back(moved.times.last_data, moved.data[moved.dwords - 1u]);
        };
        bool quick = false;  // A slave with NOWS# is always ready.
        for (unsigned i = 0; i < 2000; ++i) {
            if (i % 40 == 0) {
                quick = drawn(random, 1) == 1;
                b.decode(drawn(random, 1) == 1, drawn(random, 1) == 1, quick);
            }
            if (drawn(random, 3) == 0) sc_core::wait(core::from_fs(some_time(random, 900)));
            b.card.wait_fs = !quick && drawn(random, 2) == 0 ? some_time(random, 900) : 0;
            const bool beside = drawn(random, 2) == 0;
            if (beside) b.ask(burst(drawn(random, 1) == 1, 0x1000 + 4 * drawn(random, 300), 1 + drawn(random, 15)));
            const std::uint32_t given = access(b, random);
            log.emplace_back(core::now_fs(), given);
            if (beside) log_burst(b.answer());
        }
    }
};

TEST_F(EisaOffItsWires, EachAccessGivesTheSameAtTheSameTime) {
    EisaBench pins("pins"), whole("whole");
    whole.bus.enter_transaction_level();
    Log on, off;
    pins.program = [&on](EisaBench& b) { access_at_random(b, on); };
    whole.program = [&off](EisaBench& b) { access_at_random(b, off); };
    while (!pins.done || !whole.done) run(sc_core::sc_time(1, sc_core::SC_MS));
    ASSERT_GT(on.size(), 2500u);
    EXPECT_EQ(on, off);
    EXPECT_EQ(pins.watch.commands(), whole.watch.commands());
    EXPECT_EQ(pins.card.memory, whole.card.memory);
    EXPECT_EQ(pins.report.total() + whole.report.total(), 0u);
    EXPECT_EQ(whole.bus.levels().read().la, 0u);  // nothing is on them
}

}  // namespace niclab::test
