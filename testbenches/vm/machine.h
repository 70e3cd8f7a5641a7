/// @file A simulated machine with a network card and a guest in another process as its CPU.
#pragma once

#include "gated.h"
#include "hardware.h"

namespace niclab::vm {

class Machine {
public:
    /// `stop`: as of GuestTime. `gate`: for gated time, or nullptr. All must outlive it.
    Machine(std::unique_ptr<Hardware> parts, MessageSocket& socket, const volatile std::sig_atomic_t& stop, Gate* gate);

    const std::unique_ptr<Hardware> hardware;
    GuestMemory memory;
    Guest guest;
    std::unique_ptr<GuestTime> time;
};

}  // namespace niclab::vm
