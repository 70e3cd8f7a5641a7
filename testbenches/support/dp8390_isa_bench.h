/// @file A board with a DP8390 on an ISA bus, without a cable, in addition to the bench's own card,
/// and the common accesses of tests of such boards.
#pragma once

#include <algorithm>

#include "cards/dp8390/core.h"
#include "cards/ether_board/slot_connection.h"
#include "support/isa_bench.h"

namespace niclab::test {

/// `Board` is constructed from its name, its seat and `More`.
template <class Board>
struct Dp8390IsaBench : IsaBench {
    template <class... More>
    explicit Dp8390IsaBench(sc_core::sc_module_name name, const isa::ControllerConfig& controller, const More&... more)
        : IsaBench(name, controller, 7),
          board("board", ether_board::IsaSlotConnection{bus, "board", txc, rxc}, more...) {
        board.mac.pins.bind(wires);
    }
    void out(unsigned at, unsigned value) { bridge.io_write(kPort + at, 1, value); }
    unsigned in(unsigned at) { return bridge.io_read(kPort + at, 1); }
    unsigned word() { return bridge.io_read(kPort + 0x10, 2); }
    void put(unsigned value) { bridge.io_write(kPort + 0x10, 2, value); }
    /// A remote read or write, by `command`.
    void remote(unsigned command, unsigned at, unsigned octets) {
        out(0, 0x22), out(0x0A, octets & 255), out(0x0B, octets >> 8), out(8, at & 255), out(9, at >> 8);
        out(0, command);
    }
    /// The chip at `chip` sends the octets from page `page` on.
    void send(unsigned chip, unsigned page, unsigned octets) {
        out(chip, 0x22), out(chip + 0x0D, 0), out(chip + 4, page);
        out(chip + 5, octets & 255), out(chip + 6, octets >> 8), out(chip, 0x26);
    }

    core::Clock txc{"txc", {100'000'000, 13'000'000, false}}, rxc{"rxc", {100'000'000, 0, false}};
    ether::MacPins<core::Net> wires;
    Board board;
};

class Dp8390IsaTest : public IsaTest {
protected:
    /// Runs a program of accesses to its end. Violations are in `broken`, except for a bus that a
    /// card holds for ever (I10).
    template <class Bench, class... More>
    static void run_bench(std::function<void(Bench&)> program, const std::vector<std::string>& broken,
                          const More&... more) {
        Bench bench("bench", more...);
        bench.program = [&](IsaBench& b) { program(static_cast<Bench&>(b)); };
        for (unsigned ms = 0; ms < 20 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
        EXPECT_EQ(bench.done, std::find(broken.begin(), broken.end(), "I10") == broken.end());
        std::vector<std::string> found;
        for (const check::Violation& v : bench.report.violations()) found.emplace_back(v.rule->id);
        EXPECT_EQ(found, broken);
    }
};

}  // namespace niclab::test
