/// @file  Hosts with an NE2000 each on their ISA buses, all on one cable, each with always a frame to send.
#pragma once

#include <memory>

#include "worker.h"

namespace niclab::benchmark {

/// Under the checkers of both. `hosts`: 2 .. 30; `whole`: buses are off their wires, frames go whole, else all is at the pins.
std::unique_ptr<Model> isa_segment(unsigned hosts, bool whole);

}  // namespace niclab::benchmark
