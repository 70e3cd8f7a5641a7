/// @file Random traffic with a seed on a PCI bus: three agents, two memories, and a separate region
/// in each memory for every agent.
#pragma once

#include <algorithm>
#include <array>

#include "base/random.h"
#include "support/pci_bench.h"

namespace niclab::test {

inline pci::Identity able_identity() {
    pci::Identity id = card_identity();
    id.invalidates = id.back_to_back = true;
    return id;
}

struct RandomPciBench {
    static constexpr unsigned kInitiators = 3, kRegionDwords = 64;
    static constexpr std::uint32_t kBases[] = {0, 0xE000'0000};  ///< Memory at the bridge, memory on a card.

    RandomPciBench(std::uint64_t seed, bool wide,
                   const pci::ArbiterConfig& arbiter = pci::ArbiterConfig::parked(pci::ArbiterConfig::Parking::Last))
        : random(seed, "pci"), bus("bus", clock, arbiter, {wide, false}) {
        pci::Initiator* all[] = {&x, &y, &z};
        const char* names[] = {"x", "y", "z"};
        for (unsigned i = 0; i < kInitiators; ++i) bus.attach(all[i]->pins, names[i]);
        bus.attach(memory.pins, "memory");
        bus.attach(card.pins, "card");
        card.connect(1, ports[1]);
        card_space.write(0x14, kBases[1], 0xF);
        enable();
        for (Engine* engine : engines()) engine->pipelined = true;
    }
    /// As software does after a reset.
    void enable() {
        card_space.write(4, pci::kMemorySpace, 0x3);
        space.write(4, pci::kBusMaster, 0x1);
    }
    unsigned below(unsigned n) { return static_cast<unsigned>(random.uniform(0, n - 1)); }
    std::array<Engine*, kInitiators> engines() { return {&engine_x, &engine_y, &engine_z}; }

    void configure() {
        for (pci::Initiator* initiator : {&x, &y, &z}) {
            pci::InitiatorConfig config;
            config.first_irdy_waits = below(2) ? 0 : below(8);
            config.later_irdy_waits = below(2) ? 0 : below(8);
            config.fast_back_to_back = below(2);
            config.cache_line_dwords = 4u << below(3);
            config.hold_for_parity = below(4) == 0;
            config.wide = below(2);
            initiator->configure(config);
        }
        const std::uint32_t command_bits[] = {0x4, 0x14, 0x204, 0x214}, timers[] = {0, 0x2000};
        space.write(4, command_bits[below(4)], 0x3);
        space.write(0x0C, timers[below(2)], 0x2);
        space.write(0x0C, 4u << below(3), 0x1);
        memory.configure({static_cast<pci::Devsel>(below(3)), 16, below(2) != 0});
        card.configure({static_cast<pci::Devsel>(below(3)), 16, below(2) != 0});
        for (MemoryPort& port : ports) {
            const unsigned retry_percent = below(3) * 20, disconnect_percent = below(3) * 30, most_wait = 1 + below(16);
            port.later_wait = below(2) ? 0 : below(10);
            port.burst = below(6) != 0;
            port.on_begin = [=](const bus::TargetPort::Access&) {
                bus::TargetPort::Answer a{below(100) < retry_percent, false, below(most_wait)};
                if (below(100) < disconnect_percent) a.after = 1 + below(6), a.with_data = below(2);
                return a;
            };
        }
    }

    /// One burst of agent `i`; `expected` is the expected result of a read.
    void add(unsigned i, bus::Burst& expected) {
        const unsigned place = below(2), first = below(kRegionDwords), most = std::min(16u, kRegionDwords - first);
        const unsigned dwords = below(3) ? 1 + below(most) : std::min(most, 4u << below(3));
        const bus::Command writes[] = {bus::Command::MemoryWrite, bus::Command::MemoryWriteAndInvalidate};
        const bus::Command reads[] = {bus::Command::MemoryRead, bus::Command::MemoryReadLine,
                                      bus::Command::MemoryReadMultiple};
        bus::Burst b = burst(below(2) ? writes[below(2)] : reads[below(3)], 0, dwords);
        b.address = kBases[place] + 4 * (kRegionDwords * i + first);
        if (below(3) == 0) b.first_enables = static_cast<std::uint8_t>(1 + below(15));
        if (below(3) == 0) b.last_enables = static_cast<std::uint8_t>(1 + below(15));
        expected = b;
        for (unsigned d = 0; d < dwords; ++d) {
            std::uint32_t& known = content[place][kRegionDwords * i + first + d];
            if (bus::is_write(b.command)) {
                b.data[d] = static_cast<std::uint32_t>(random.uniform(0, 0xFFFF'FFFF));
                known = (known & ~mask(b, d)) | (b.data[d] & mask(b, d));
            } else {
                expected.data[d] = known;
            }
        }
        engines()[i]->script.push_back(b);
    }
    static std::uint32_t mask(const bus::Burst& b, unsigned d) {
        const unsigned enables = d == 0 ? b.first_enables : d + 1 == b.dwords ? b.last_enables : 0xFu;
        std::uint32_t octets = 0;
        for (unsigned lane = 0; lane < 4; ++lane)
            if (enables >> lane & 1u) octets |= 0xFFu << 8 * lane;
        return octets;
    }

    base::RandomStream random;
    core::Clock clock{"clock", {}};
    pci::TwoLevelBus bus;
    Engine engine_x{"engine_x", clock}, engine_y{"engine_y", clock}, engine_z{"engine_z", clock};
    pci::ConfigSpace space{able_identity()}, card_space{card_identity()};
    pci::Initiator x{"x", clock, engine_x.channel, &space}, y{"y", clock, engine_y.channel, nullptr},
        z{"z", clock, engine_z.channel, nullptr};
    MemoryPort ports[2];
    pci::Target memory{"memory", clock, 4096, ports[0]}, card{"card", clock, card_space, 5};
    BusRecorder recorder{"recorder", clock, bus};
    std::uint32_t content[2][kInitiators * kRegionDwords] = {};
};

}  // namespace niclab::test
