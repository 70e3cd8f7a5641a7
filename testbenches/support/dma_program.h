/// @file A program that executes an engine's bursts, one after the other.
#pragma once

#include "bus/dma_if.h"

namespace niclab::test {

/// For memory; the data of a write are all different.
inline bus::Burst burst(bool write, std::uint32_t address, unsigned dwords, unsigned first = 0xF, unsigned last = 0xF) {
    bus::Burst b;
    b.command = write ? bus::Command::MemoryWrite : bus::Command::MemoryRead;
    b.address = address, b.dwords = std::uint8_t(dwords);
    b.first_enables = std::uint8_t(first), b.last_enables = std::uint8_t(last);
    for (unsigned i = 0; i < dwords; ++i) b.data[i] = 0x11223344u + 0x01010101u * i;
    return b;
}

struct DmaProgram {
    void ask(const bus::Burst& wanted) { channel.request.post(wanted); }
    /// To be called from a thread.
    bus::Burst answer() {
        while (!channel.response.has_item()) sc_core::wait(channel.response.posted_event());
        const bus::Burst moved = channel.response.item();
        channel.response.take();
        sc_core::wait(sc_core::SC_ZERO_TIME);
        return moved;
    }
    bus::Burst move(const bus::Burst& wanted) { return ask(wanted), answer(); }

    bus::DmaChannel channel{"dma"};
};

}  // namespace niclab::test
