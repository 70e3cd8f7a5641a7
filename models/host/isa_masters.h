/// @file  What a board has for masters on its ISA bus: DMA controllers that pass their requests on, and its memory, 16 bits wide.
///
/// Memory answers while MASTER# is on alone: the CPU reaches its own without the bus.
/// Not modelled:  the hole between 640 KB and 1 MB.
#pragma once

#include "host/memory.h"
#include "isa/controller.h"
#include "isa/dma_controllers.h"

namespace niclab::host {

class IsaMasters : public sc_core::sc_module {
public:
    IsaMasters(sc_core::sc_module_name name, isa::Bus& bus, isa::Controller& controller, Memory& memory);

private:
    class Storage : public bus::TargetPort {
    public:
        explicit Storage(Memory& memory) : memory_(memory) {}
        Answer begin(const Access&) override { return {}; }
        unsigned later_wait_clocks(const Access&) override { return 0; }
        bool bursts() const override { return false; }
        std::uint32_t read(const Access& a) override { return memory_.read32(a.offset); }
        void write(const Access& a, std::uint32_t data) override { memory_.write32(a.offset, data, a.byte_enables); }

    private:
        Memory& memory_;
    };

    Storage storage_;

public:
    isa::DmaControllers dma;
    isa::Slave memory;
};

}  // namespace niclab::host
