/// @file The raw cell queue in host memory: 64-octet slots in large buffers, chained by their last
/// slots.
///
/// Source: idt.c: the last slot of a buffer holds {next address, next handle}; RAWCT is the
///   position of the next raw cell. In nicstar.c the first large buffer that is supplied is the
///   first of the queue, and word 1 of a slot distinguishes a link from a cell. It follows that
///   words 1 to 3 of a cell are zero.
/// Assumed: the chain continues as soon as the last cell slot is used and a large buffer is free
///   (*assumed*). RAWCT is at a link slot only if there is no buffer. Bits 1:0 of a buffer's
///   address count as zero (*assumed*).
#pragma once

#include <cstdint>

#include "bus/dma_if.h"
#include "cards/nicstar/payload.h"

namespace niclab::nicstar {

class RawQueue {
public:
    static constexpr std::uint32_t kSlotOctets = 64;

    /// No cell can be stored before another large buffer is attached.
    bool needs_buffer() const { return cells_left_ == 0; }
    /// A link to the new buffer must be written into the last slot of the old one.
    bool needs_link() const { return needs_buffer() && next_ != 0; }
    /// Address of the next raw cell; 0 before there is a buffer.
    std::uint32_t next() const { return next_; }
    void reset() { next_ = cells_left_ = 0; }

    /// The queue continues in this buffer of `octets` octets; call put_link() first if
    /// needs_link().
    void attach(std::uint32_t address, std::uint32_t octets) {
        next_ = address & ~3u;
        cells_left_ = octets / kSlotOctets - 1;
    }
    void put_link(bus::Burst& burst, std::uint32_t address, std::uint32_t handle) const {
        begin(burst, 2);
        burst.data[0] = address;
        burst.data[1] = handle;
    }
    /// Makes `burst` write a cell into the next slot; not while needs_buffer().
    void put_cell(bus::Burst& burst, std::uint32_t header, const PayloadWords& payload) {
        begin(burst, 16);
        burst.data[0] = header;
        for (unsigned i = 0; i < payload.size(); ++i) burst.data[4 + i] = payload[i];
        next_ += kSlotOctets;
        --cells_left_;
    }
    /// Distinguishes the two kinds of bursts with this purpose.
    static bool is_cell(const bus::Burst& burst) { return burst.dwords == 16; }

private:
    void begin(bus::Burst& burst, std::uint8_t dwords) const {
        burst = {};
        burst.command = bus::Command::MemoryWrite;
        burst.purpose = bus::Purpose::RawUnit;
        burst.address = next_;
        burst.dwords = dwords;
    }
    std::uint32_t next_ = 0, cells_left_ = 0;
};

}  // namespace niclab::nicstar
