/// @file Ports and memory of a slave on any bus, with waits that a test sets.
#pragma once

#include <vector>

#include "bus/target_if.h"
#include "core/time.h"

namespace niclab::test {

/// 32 octets of ports and 64 KB of memory, ready `wait_fs` after each command; 0: at once.
class BusStorage : public sc_core::sc_module, public bus::TargetPort {
public:
    /// `memory_window`: the number of the memory window of its slave; others are ports.
    BusStorage(sc_core::sc_module_name name, unsigned memory_window) : sc_module(name), memory_window_(memory_window) {}
    Answer begin(const Access&) override { return {}; }
    bool ready(const Access&) override {
        if (wait_fs == 0) return true;
        if (core::now_fs() == due_) return due_ = 0, true;
        if (due_ == 0) due_ = core::now_fs() + wait_fs, core::fire(ready_event, wait_fs);
        return false;
    }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return false; }
    std::uint32_t read(const Access& a) override {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{at(a, i)} << 8 * i;
        return value;
    }
    void write(const Access& a, std::uint32_t data) override {
        for (unsigned i = 0; i < 4; ++i)
            if (a.byte_enables >> i & 1u) at(a, i) = std::uint8_t(data >> 8 * i);
    }
    std::uint8_t& at(const Access& a, unsigned lane) {
        return (a.window == memory_window_ ? memory : ports)[a.offset + lane];
    }

    core::Femtoseconds wait_fs = 0;
    sc_core::sc_event ready_event;
    std::vector<std::uint8_t> ports = std::vector<std::uint8_t>(32), memory = std::vector<std::uint8_t>(65536);

private:
    unsigned memory_window_;
    core::Femtoseconds due_ = 0;
};

}  // namespace niclab::test
