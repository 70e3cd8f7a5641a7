/// @file The allocation of packet buffers.
#pragma once

#include "kernel/skb.h"
#include "runtime/source_lines.h"

namespace niclab::linux_kernel {

class Machine;

/// A packet buffer with room for `octets` after `headroom`; it never fails. `caller`: the driver's
/// code; nullptr: the kernel allocates it.
sk_buff* new_packet_buffer(Machine& machine, std::size_t octets, std::size_t headroom, CodeAddress caller);

}  // namespace niclab::linux_kernel
