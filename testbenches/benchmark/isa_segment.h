/// @file Hosts with an NE2000 each on their ISA buses, all on one cable, each of which always has a
/// frame to send.
#pragma once

#include <memory>

#include "worker.h"

namespace niclab::benchmark {

/// The part at signal level: everything, only buses (frames are transferred whole), or nothing.
enum class AtPins { Everything, Buses, Nothing };

/// With the checkers of both. `hosts`: 2 .. 30.
std::unique_ptr<Model> isa_segment(unsigned hosts, AtPins at_pins);

}  // namespace niclab::benchmark
