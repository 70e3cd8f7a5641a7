/// @file The support of a board for masters on its ISA bus: DMA controllers that pass on their
/// requests, and its memory, 16 bits wide.
///
/// Behaviour: memory answers only while MASTER# is asserted, because the CPU accesses it without
///   the bus.
/// Not modelled: the hole between 640 KB and 1 MB.
#pragma once

#include "host/bus_memory.h"
#include "isa/controller.h"
#include "isa/dma_controllers.h"

namespace niclab::host {

class IsaMasters : public sc_core::sc_module {
public:
    IsaMasters(sc_core::sc_module_name name, isa::Bus& bus, isa::Controller& controller, Memory& memory);

private:
    BusMemory storage_;

public:
    isa::DmaControllers dma;
    isa::Slave memory;
};

}  // namespace niclab::host
