/// @file A CPU that reads the card's status register periodically, as a polling driver or a monitor
/// does.
#pragma once

#include <cmath>

#include "base/random.h"
#include "core/clock.h"
#include "core/stats.h"
#include "eisa/slot.h"
#include "host/port.h"

namespace niclab::host {

class RegisterLoad : public sc_core::sc_module, public core::StatsSource {
public:
    struct Config {
        double reads_per_second = 0;  ///< 0: none.
        bool periodic = true;         ///< If false, gaps are exponential.
        unsigned slot = 5;            ///< Of the card.
        unsigned bar = 0;             ///< Window of its status register ...
        std::uint32_t offset = 0;     ///< ... and offset there; a read must have no side effects.
        bool is_io = false;           ///< 16 bits of I/O; if false, a dword of memory.
        std::uint32_t port = 0;       ///< On ISA, which needs no look-up: an I/O address of one octet,
        bool in_eisa_slot = false;    ///< in the ports of its slot if true.
    };

    RegisterLoad(sc_core::sc_module_name name, Port& port, const Config& config, std::uint64_t seed)
        : sc_module(name), port_(port), config_(config), random_(seed, this->name()) {
        SC_HAS_PROCESS(RegisterLoad);
        if (config.reads_per_second > 0) SC_THREAD(work);
    }
    void describe(core::StatsVisitor& v) const override {
        v.counter("reads", reads_, "events", "Additional reads of the card's status register.");
    }

private:
    static constexpr std::uint8_t kFirstBar = 0x10, kCommand = 0x04;
    static constexpr std::uint32_t kIoEnabled = 0x1, kMemoryEnabled = 0x2;

    /// Address of the register, from the time on at which it can be read.
    std::uint32_t find() {
        if (config_.port != 0) return config_.port + (config_.in_eisa_slot ? eisa::slot_ports(config_.slot) : 0);
        while ((port_.config_read32(config_.slot, kCommand) & (config_.is_io ? kIoEnabled : kMemoryEnabled)) == 0)
            wait(sc_core::sc_time(100, sc_core::SC_US));
        const auto bar = static_cast<std::uint8_t>(kFirstBar + 4 * config_.bar);
        return (port_.config_read32(config_.slot, bar) & (config_.is_io ? ~0x3u : ~0xFu)) + config_.offset;
    }

    void work() {
        const double mean_us = 1e6 / config_.reads_per_second;
        const std::uint32_t address = find();
        for (;;) {
            const double gap_us = config_.periodic ? mean_us : -mean_us * std::log1p(-random_.uniform01());
            wait(sc_core::sc_time(gap_us, sc_core::SC_US));
            if (config_.is_io)
                port_.io_read(address, config_.port != 0 ? 1 : 2);
            else
                port_.read32(address);
            ++reads_;
        }
    }

    Port& port_;
    Config config_;
    base::RandomStream random_;
    std::uint64_t reads_ = 0;
};

}  // namespace niclab::host
