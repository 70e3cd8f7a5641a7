/// @file The machine's memory as the port of a target on its bus: always ready.
#pragma once

#include "bus/target_if.h"
#include "host/memory.h"

namespace niclab::host {

class BusMemory : public bus::TargetPort {
public:
    explicit BusMemory(Memory& memory) : memory_(memory) {}
    Answer begin(const Access&) override { return {}; }
    unsigned later_wait_clocks(const Access&) override { return 0; }
    bool bursts() const override { return true; }
    std::uint32_t read(const Access& a) override {
        memory_.report_master(a.offset, a.byte_enables, false);
        return memory_.read32(a.offset);
    }
    void write(const Access& a, std::uint32_t data) override {
        memory_.report_master(a.offset, a.byte_enables, true);
        memory_.write32(a.offset, data, a.byte_enables);
    }

private:
    Memory& memory_;
};

}  // namespace niclab::host
