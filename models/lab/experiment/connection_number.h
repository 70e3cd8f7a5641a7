/// @file  What a connection is called on each of its lines, for who only carries it there.
#pragma once

#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// Its VCI.
inline std::uint16_t number_of(const TrafficVc& vc) { return vc.vci; }

}  // namespace niclab::lab
