#include "host/isa_masters.h"

namespace niclab::host {

namespace {

isa::Decode isa_decode_of(const Memory& memory) {
    isa::Decode d;
    d.memory = {0, memory.size()};
    d.word_memory = d.for_masters = true;
    return d;
}

}  // namespace

IsaMasters::IsaMasters(sc_core::sc_module_name name, isa::Bus& bus, isa::Controller& controller, Memory& m)
    : sc_module(name), storage_(m), dma("dma", bus), memory("memory", bus, "memory", isa_decode_of(m), storage_) {
    controller.answer_only(dma.answered());
}

}  // namespace niclab::host
