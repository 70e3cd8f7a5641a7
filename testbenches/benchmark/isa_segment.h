/// @file  Hosts with an NE2000 each on their ISA buses, all on one cable, each with always a frame to send.
#pragma once

#include <memory>

#include "worker.h"

namespace niclab::benchmark {

/// What is cycle by cycle and bit by bit: frames too, buses alone with frames whole, or neither.
enum class AtPins { Everything, Buses, Nothing };

/// Under the checkers of both. `hosts`: 2 .. 30.
std::unique_ptr<Model> isa_segment(unsigned hosts, AtPins at_pins);

}  // namespace niclab::benchmark
