/// @file The allocation of packet buffers.
#pragma once

#include "kernel/skb.h"
#include "runtime/heap.h"
#include "runtime/source_lines.h"

namespace niclab::linux_kernel {

class Machine;

/// A packet buffer with room for `octets` after `headroom`; it never fails. `caller`: the driver's
/// code.
sk_buff* new_packet_buffer(Machine& machine, std::size_t octets, std::size_t headroom, CodeAddress caller,
                           const Heap::Functions& what = {"alloc_skb()", "kfree_skb()"});

constexpr Heap::Functions kPacketToSend{"a packet to be sent", "dev_kfree_skb()"};

/// One for a frame or packet that the kernel gives to the driver's function `taker`, which has to free
/// it.
template <class Function>
sk_buff* new_packet_for(Machine& machine, std::size_t octets, std::size_t headroom, Function taker) {
    const auto* code = reinterpret_cast<const char*>(taker);
    return new_packet_buffer(machine, octets, headroom, code + 1, kPacketToSend);  // as if a call returned there
}

}  // namespace niclab::linux_kernel
