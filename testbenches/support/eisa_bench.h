/// @file An EISA bus with a host, a card of ports and memory with waits that a test sets, a master,
/// and a checker of the bus's rules.
#pragma once

#include <functional>

#include "eisa/master.h"
#include "eisa/slot.h"
#include "host/eisa_bridge.h"
#include "probe/eisa/eisa_watch.h"
#include "support/bus_storage.h"
#include "support/dma_program.h"
#include "support/sim_test.h"

namespace niclab::test {

struct EisaBench : sc_core::sc_module, DmaProgram {
    SC_HAS_PROCESS(EisaBench);
    static constexpr unsigned kSlot = 3, kMasterSlot = 5;
    static constexpr std::uint32_t kPort = kSlot << eisa::kSlotBits, kMemory = 0xD0000;

    explicit EisaBench(sc_core::sc_module_name name, const eisa::ControllerConfig& config = {},
                       const eisa::MasterConfig& of_master = {})
        : sc_module(name),
          bridge("bridge", clock, bus, memory, config),
          master("master", clock, bus, kMasterSlot, "master", channel, of_master) {
        slave.ready_with(card.ready_event);
        SC_THREAD(work);
        SC_METHOD(on_levels);
        sensitive << bus.levels();
        dont_initialize();
    }
    void work() {
        program(*this);
        done = true;
    }
    /// The time from START# to the end of CMD#.
    struct Cycle {
        core::Femtoseconds begin, end;
        unsigned halves() const { return unsigned((end - begin) / eisa::Controller::kHalf); }
    };
    /// The cycles that an access makes.
    std::vector<Cycle> cycles_of(const std::function<void()>& access) {
        sc_core::wait(1, sc_core::SC_US);
        seen_.clear();
        access();
        return seen_;
    }
    /// 32 or 16 bits; the answers of its memory.
    void decode(bool narrow = false, bool bursts = true, bool no_waits = false) {
        eisa::Decode d;
        d.ports[0] = {kPort, 32};
        d.memory = {kMemory, 65536};
        d.narrow = narrow, d.bursts = bursts, d.no_waits = no_waits;
        slave.set_decode(d);
        sc_core::wait(sc_core::SC_ZERO_TIME);
    }

    core::Clock clock{"clock", {eisa::Controller::kHalf, 0, false}};
    eisa::Bus bus{"bus"};
    host::Memory memory{65536};
    host::EisaBridge bridge;
    BusStorage card{"card", eisa::Slave::kMemory};
    eisa::Slave slave{"slave", bus, kSlot, "card", {}, card};
    eisa::Master master;
    check::Report report;
    probe::EisaWatch watch{"watch", clock, bus, "eisa", report};
    std::function<void(EisaBench&)> program;
    bool done = false;

private:
    void on_levels() {
        const eisa::Levels& now = bus.levels().read();
        if (now.start && !last_.start) seen_.push_back({core::now_fs(), 0});
        if (last_.cmd && !now.cmd) {
            for (Cycle& c : seen_)
                if (c.end == 0) {
                    c.end = core::now_fs();
                    break;
                }
        }
        last_ = now;
    }
    eisa::Levels last_;
    std::vector<Cycle> seen_;
};

class EisaTest : public SimTest {
protected:
    /// Runs a program to its end and checks all rules.
    static void run_program(std::function<void(EisaBench&)> program, const eisa::ControllerConfig& config = {0},
                            const eisa::MasterConfig& of_master = {}) {
        EisaBench bench("bench", config, of_master);
        bench.program = std::move(program);
        for (unsigned ms = 0; ms < 200 && !bench.done; ++ms) run(sc_core::sc_time(1, sc_core::SC_MS));
        EXPECT_TRUE(bench.done);
        for (const check::Violation& v : bench.report.violations())
            if (config.refresh_halves != 0 || std::string(v.rule->id) != "X20")
                ADD_FAILURE() << v.rule->id << ": " << v.seen << " at " << v.at;
    }
};

}  // namespace niclab::test
