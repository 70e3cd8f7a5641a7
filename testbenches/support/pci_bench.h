/// @file  A PCI bus with scripted engines and memory behind a target, and a record of every clock.
#pragma once

#include <deque>
#include <vector>

#include "pci/bus.h"
#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::test {

/// Memory whose waits, retries and burst ability the test sets.
class MemoryPort : public pci::TargetPort {
public:
    std::vector<std::uint32_t> dwords = std::vector<std::uint32_t>(1024);
    unsigned first_wait = 0, later_wait = 0, retries = 0;
    bool burst = true;

    Answer begin(const Access&) override {
        if (retries > 0) return --retries, Answer{true, false, 0};
        return {false, false, first_wait};
    }
    unsigned later_wait_clocks(const Access&) override { return later_wait; }
    bool bursts() const override { return burst; }
    std::uint32_t read(const Access& a) override { return dwords.at(a.offset / 4); }
    void write(const Access& a, std::uint32_t data) override {
        for (unsigned i = 0; i < 4; ++i)
            if (a.byte_enables >> i & 1u) {
                const std::uint32_t mask = 0xFFu << 8 * i;
                dwords.at(a.offset / 4) = (dwords.at(a.offset / 4) & ~mask) | (data & mask);
            }
    }
};

/// Posts its script burst after burst and keeps what comes back.
class Engine : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Engine);
    Engine(sc_core::sc_module_name name, core::Clock& clock) : sc_module(name), channel("dma") {
        SC_METHOD(on_clock);
        sensitive << clock.edge();
        dont_initialize();
        clock.acquire();
    }
    pci::DmaChannel channel;
    std::deque<pci::Burst> script;
    std::vector<pci::Burst> done;

private:
    void on_clock() {
        if (channel.response.has_item()) {
            done.push_back(channel.response.item());
            channel.response.take();
            waiting_ = false;
        }
        if (waiting_ || script.empty() || channel.request.full()) return;
        channel.request.post(script.front());
        script.pop_front();
        waiting_ = true;
    }
    bool waiting_ = false;
};

/// What the bus carried at each edge.
class BusRecorder : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(BusRecorder);
    BusRecorder(sc_core::sc_module_name name, core::Clock& clock, const pci::Bus& bus) : sc_module(name), bus_(bus) {
        SC_METHOD(on_clock);
        sensitive << clock.edge();
        dont_initialize();
        clock.acquire();
    }
    struct Sample {
        pci::Levels levels;
        std::uint32_t req = 0, gnt = 0;
    };
    std::vector<Sample> samples;

private:
    void on_clock() {
        Sample s{bus_.levels().read(), 0, 0};
        for (std::size_t i = 0; i < bus_.req().size(); ++i) {
            s.req |= std::uint32_t{bus_.req()[i]->read()} << i;
            s.gnt |= std::uint32_t{bus_.gnt()[i]->read()} << i;
        }
        samples.push_back(s);
    }
    const pci::Bus& bus_;
};

struct PciBench {
    explicit PciBench(pci::ArbiterConfig::Parking parking = pci::ArbiterConfig::Parking::None)
        : bus("bus", clock, {parking}) {
        bus.attach(a.pins, "a");
        bus.attach(b.pins, "b");
        bus.attach(memory.pins, "memory");
        bus.attach(card.pins, "card");
        card.connect(1, registers);
    }
    core::Clock clock{"clock", {}};
    pci::Bus bus;
    Engine engine_a{"engine_a", clock}, engine_b{"engine_b", clock};
    pci::ConfigSpace a_space{pci::nicstar_identity()}, card_space{pci::nicstar_identity()};
    pci::Initiator a{"a", clock, engine_a.channel, &a_space}, b{"b", clock, engine_b.channel, nullptr};
    MemoryPort port, registers;
    pci::Target memory{"memory", clock, 4096, port}, card{"card", clock, card_space, 5};
    BusRecorder recorder{"recorder", clock, bus};
};

inline pci::Burst burst(pci::Command command, std::uint32_t address, unsigned dwords, std::uint32_t first = 0) {
    pci::Burst b;
    b.command = command;
    b.address = address;
    b.dwords = static_cast<std::uint8_t>(dwords);
    for (unsigned i = 0; i < dwords; ++i) b.data[i] = first + i;
    return b;
}

}  // namespace niclab::test
