/// @file An ISA bus with a host, a card of ports and memory with waits that a test sets, and a
/// checker of the bus's rules.
#pragma once

#include <functional>

#include "host/isa_bridge.h"
#include "isa/slave.h"
#include "probe/isa/isa_watch.h"
#include "support/bus_storage.h"
#include "support/sim_test.h"

namespace niclab::test {

struct IsaBench : sc_core::sc_module {
    SC_HAS_PROCESS(IsaBench);
    static constexpr std::uint32_t kPort = 0x300, kMemory = 0xD0000;

    explicit IsaBench(sc_core::sc_module_name name, const isa::ControllerConfig& config = {}, unsigned irq = 5)
        : sc_module(name), bridge("bridge", clock, bus, memory, config), irq_line(bus.irq(irq)) {
        slave.ready_with(card.ready_event);
        SC_THREAD(work);
    }
    void work() {
        program(*this);
        done = true;
    }
    /// Halves of BCLK from one access's begin to its end, where the access begins with a whole
    /// BCLK.
    unsigned halves_of(const std::function<void()>& access) {
        sc_core::wait(core::from_fs(clock.edge_after(core::now_fs()) - core::now_fs()));
        if (clock.cycle() % 2 == 0) sc_core::wait(core::from_fs(clock.period_fs()));
        const core::Femtoseconds begin = core::now_fs() + clock.period_fs();
        access();
        return unsigned((core::now_fs() - begin) / clock.period_fs());
    }
    /// The CPU moves `count` words, to a port or to memory from `at` on, and takes `between` after
    /// each. Returns the time from the end of the first to that of the last.
    core::Femtoseconds words(isa::Space space, bool write, std::uint32_t at, unsigned count,
                             core::Femtoseconds between) {
        core::Femtoseconds first = 0, last = 0;
        for (unsigned n = 0; n < count; ++n) {
            const std::uint32_t there = at + 2 * n;
            if (space == isa::Space::Port)
                write ? bridge.io_write(at, 2, n) : void(bridge.io_read(at, 2));
            else
                write ? bridge.memory_write(there, 2, n) : void(bridge.memory_read(there, 2));
            last = core::now_fs();
            if (n == 0) first = last;
            sc_core::wait(core::from_fs(between - 1));  // An access that ends with an edge of BCLK is requested by
                                                        // then.
        }
        return last - first;
    }
    /// 8 or 16 bits of both; with or without 0WS#.
    void decode(bool wide, bool no_waits = false) {
        isa::Decode d;
        d.ports = {kPort, 32};
        if (wide) d.word_ports = d.ports;
        d.memory = {kMemory, 65536};
        d.word_memory = wide, d.no_waits = no_waits;
        slave.set_decode(d);
        sc_core::wait(sc_core::SC_ZERO_TIME);
    }

    core::Clock clock{"clock", {isa::Controller::kHalf, 0, false}};
    isa::Bus bus{"bus"};
    host::Memory memory{65536};
    host::IsaBridge bridge;
    BusStorage card{"card", isa::Slave::kMemory};
    isa::Slave slave{"slave", bus, "card", {}, card};
    core::Wire<bool>& irq_line;
    check::Report report;
    probe::IsaWatch watch{"watch", clock, bus, "isa", report};
    std::function<void(IsaBench&)> program;
    bool done = false;
};

class IsaTest : public SimTest {
protected:
    /// Runs a program to its end and checks all rules.
    static void run_program(std::function<void(IsaBench&)> program, const isa::ControllerConfig& config = {}) {
        IsaBench bench("bench", config);
        bench.program = std::move(program);
        for (unsigned ms = 0; ms < 200 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
        EXPECT_TRUE(bench.done);
        for (const check::Violation& v : bench.report.violations()) ADD_FAILURE() << v.rule->id << ": " << v.seen;
    }
};

}  // namespace niclab::test
