/// @file  Hosts with an NE2000 each on their ISA buses, all on one cable, each with always a frame to send.
#pragma once

#include <memory>

#include "worker.h"

namespace niclab::benchmark {

/// Buses, cards, MACs and cable at their pins, under the checkers of both. `hosts`: 2 .. 30.
std::unique_ptr<Model> isa_segment(unsigned hosts);

}  // namespace niclab::benchmark
