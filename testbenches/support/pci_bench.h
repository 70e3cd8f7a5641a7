/// @file A PCI bus with scripted engines and memory at a target, and a record of every clock.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "pci/fast/two_level_bus.h"
#include "pci/initiator.h"
#include "pci/target.h"
#include "support/card_identity.h"

namespace niclab::test {

/// Memory with waits, retries and burst ability that the test sets.
class MemoryPort : public bus::TargetPort {
public:
    std::vector<std::uint32_t> dwords = std::vector<std::uint32_t>(1024);
    unsigned first_wait = 0, later_wait = 0, retries = 0;
    bool burst = true;
    bool is_steady = true, is_patient = false;
    std::function<void(const Access&, bool write, std::uint32_t data)> moved;  ///< Called for each dword.
    Answer answer;                                  ///< Result of begin() in addition to the waits above.
    std::function<Answer(const Access&)> on_begin;  ///< Replaces all of that.

    Answer begin(const Access& access) override {
        if (on_begin) return on_begin(access);
        if (retries > 0) return --retries, Answer{true, false, 0};
        Answer a = answer;
        a.wait_clocks = first_wait;
        return a;
    }
    unsigned later_wait_clocks(const Access&) override { return later_wait; }
    bool bursts() const override { return burst; }
    bool is_repeatable() const override { return is_steady; }
    bool allows_deferred_data() const override { return is_patient; }
    std::uint32_t read(const Access& a) override {
        if (moved) moved(a, false, dwords.at(a.offset / 4));
        return dwords.at(a.offset / 4);
    }
    void write(const Access& a, std::uint32_t data) override {
        if (moved) moved(a, true, data);
        for (unsigned i = 0; i < 4; ++i)
            if (a.byte_enables >> i & 1u) {
                const std::uint32_t mask = 0xFFu << 8 * i;
                dwords.at(a.offset / 4) = (dwords.at(a.offset / 4) & ~mask) | (data & mask);
            }
    }
};

/// An engine that posts its script burst by burst and records the results.
class Engine : public core::Clocked {
public:
    Engine(sc_core::sc_module_name name, core::Clock& clock) : Clocked(name, clock), channel("dma") {
        call_at_edges<&Engine::on_clock>(*this);
        channel.response.set_consumer(*this), channel.request.set_producer(*this);
    }
    bus::DmaChannel channel;
    std::deque<bus::Burst> script;
    std::vector<bus::Burst> done;
    bool pipelined = false;  ///< The next burst waits during the present one.
    bool sleeps = false;     ///< It sleeps while it waits; a call that sets its script wakes it.

private:
    void on_clock() {
        if (channel.response.has_item()) {
            done.push_back(channel.response.item());
            channel.response.take();
            waiting_ = false;
        }
        if ((!waiting_ || pipelined) && !script.empty() && !channel.request.full()) {
            channel.request.post(script.front());
            script.pop_front();
            waiting_ = true;
        }
        if (sleeps && (script.empty() || channel.request.full() || (waiting_ && !pipelined))) sleep();
    }
    bool waiting_ = false;
};

/// A record of the levels of the bus at each edge.
class BusRecorder : public sc_core::sc_module {
public:
    BusRecorder(sc_core::sc_module_name name, core::Clock& clock, pci::Bus& bus)
        : sc_module(name), bus_(bus), rst_(bus.rst()) {
        clock.observe(core::edge_call<&BusRecorder::on_clock>(*this));
        clock.acquire();
    }
    struct Sample {
        pci::Levels levels;
        std::uint32_t req = 0, gnt = 0;
        bool rst = false;
        std::vector<std::uint16_t> enabled;  ///< Of each half: Enable bits, with the Enable64 bits above them.
    };
    std::vector<Sample> samples;

    bool same_agent(std::size_t a, std::size_t b) const { return bus_.halves()[a].agent == bus_.halves()[b].agent; }
    /// Index of the half that drives `group`, -1 if there is none.
    int driver(const Sample& s, std::uint8_t group) const {
        for (std::size_t h = 0; h < s.enabled.size(); ++h)
            if (s.enabled[h] & group) return static_cast<int>(h);
        return -1;
    }
    /// Index of the REQ# and GNT# pair of an initiator half.
    unsigned grant_of(int half) const {
        unsigned index = 0;
        for (int h = 0; h < half; ++h) index += bus_.halves()[static_cast<std::size_t>(h)].initiator;
        return index;
    }
    /// First clock from `from` on with levels that satisfy `what`; samples.size() if there is none.
    template <class F>
    std::size_t find(F what, std::size_t from = 0) const {
        while (from < samples.size() && !what(samples[from].levels)) ++from;
        return from;
    }

private:
    void on_clock() {
        Sample s{bus_.now(), bus_.requests(), bus_.grants(), rst_.read(), {}};
        for (std::size_t h = 0; h < bus_.halves().size(); ++h)
            s.enabled.push_back(static_cast<std::uint16_t>(bus_.driven(h).enabled | bus_.driven(h).enabled64 << 8));
        samples.push_back(s);
    }
    const pci::Bus& bus_;
    const core::Wire<bool>& rst_;
};

struct PciBench {
    explicit PciBench(pci::ArbiterConfig::Parking parking = pci::ArbiterConfig::Parking::None,
                      const pci::Identity& identity = card_identity(), const pci::BusConfig& variant = {})
        : bus("bus", clock, pci::ArbiterConfig::parked(parking), variant), a_space(identity) {
        bus.attach(a.pins, "a");
        bus.attach(b.pins, "b");
        bus.attach(memory.pins, "memory");
        bus.attach(card.pins, "card");
        card.connect(0, registers);
        card.connect(1, registers);
        a_space.write(4, pci::kBusMaster, 0x1);
    }
    core::Clock clock{"clock", {}};
    pci::TwoLevelBus bus;
    Engine engine_a{"engine_a", clock}, engine_b{"engine_b", clock};
    pci::ConfigSpace a_space, card_space{card_identity()};
    pci::Initiator a{"a", clock, engine_a.channel, &a_space}, b{"b", clock, engine_b.channel, nullptr};
    MemoryPort port, registers;
    pci::Target memory{"memory", clock, 4096, port}, card{"card", clock, card_space, 5};
    BusRecorder recorder{"recorder", clock, bus};
};

inline bus::Burst burst(bus::Command command, std::uint32_t address, unsigned dwords, std::uint32_t first = 0) {
    bus::Burst b;
    b.command = command;
    b.address = address;
    b.dwords = static_cast<std::uint8_t>(dwords);
    for (unsigned i = 0; i < dwords; ++i) b.data[i] = first + i;
    return b;
}

}  // namespace niclab::test
