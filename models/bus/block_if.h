/// @file The interface between a DMA engine and a bus without bursts: any number of octets at any
/// address, by reference.
///
/// Behaviour: the engine posts a Block into `request`. The bus posts the same Block, completed, into
///   `response`: a read when all of its octets are there, a write when the bus has taken them. `data`
///   belongs to the engine and must live until then.
#pragma once

#include "bus/dma_if.h"

namespace niclab::bus {

struct Block {
    Purpose purpose = Purpose::Background;
    bool write = false;
    BurstStatus status = BurstStatus::Pending;
    std::uint64_t address = 0;
    unsigned octets = 0;  ///< 1 .. 4096
    std::uint8_t* data = nullptr;
};

using BlockChannel = Channel<Block>;

}  // namespace niclab::bus
