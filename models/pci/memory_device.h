/// @file A device that consists of memory only, such as a frame buffer: a target for agents in
/// addition to host memory.
#pragma once

#include <cassert>
#include <string>
#include <vector>

#include "pci/bus.h"
#include "pci/target.h"

namespace niclab::pci {

class MemoryDevice : public sc_core::sc_module {
public:
    /// `octets`: a power of two. Its window is at `base` from the start, as a BIOS would set it.
    MemoryDevice(sc_core::sc_module_name name, core::Clock& clock, Bus& bus, unsigned slot, std::uint32_t base,
                 std::uint32_t octets)
        : sc_module(name),
          config_space_(identity(octets)),
          port_(octets),
          target("target", clock, config_space_, slot, target_config(bus)) {
        assert(octets >= 4 && (octets & (octets - 1)) == 0);
        config_space_.write(0x10, base, 0xF);
        config_space_.write(0x04, 0x2, 0xF);
        target.connect(0, port_);
        bus.attach(target.pins, basename());
    }

private:
    class Port : public bus::TargetPort {
    public:
        explicit Port(std::uint32_t octets) : dwords_(octets / 4) {}
        Answer begin(const Access&) override { return {}; }
        unsigned later_wait_clocks(const Access&) override { return 0; }
        bool bursts() const override { return true; }
        bool is_repeatable() const override { return true; }
        bool allows_deferred_data() const override { return true; }
        std::uint32_t read(const Access& a) override { return dwords_[a.offset / 4 % dwords_.size()]; }
        void write(const Access& a, std::uint32_t data) override {
            std::uint32_t mask = 0;
            for (unsigned i = 0; i < 4; ++i)
                if (a.byte_enables >> i & 1u) mask |= 0xFFu << 8 * i;
            std::uint32_t& dword = dwords_[a.offset / 4 % dwords_.size()];
            dword = (dword & ~mask) | (data & mask);
        }

    private:
        std::vector<std::uint32_t> dwords_;
    };
    static TargetConfig target_config(const Bus& bus) {
        TargetConfig c;
        c.wide = bus.wide();
        return c;
    }
    static Identity identity(std::uint32_t octets) {
        Identity id;
        id.vendor = 0x1234;  // Not the ID of a real product.
        id.class_code = 0x038000;
        id.bar_octets[0] = octets;
        id.capable_66mhz = true;
        return id;
    }

    ConfigSpace config_space_;
    Port port_;

public:
    Target target;
};

}  // namespace niclab::pci
