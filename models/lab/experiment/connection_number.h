/// @file  What a connection is called on each of its lines, for who only carries it there, and which numbers are free.
#pragma once

#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// VCIs below are not for users: I.361 keeps 0 to 15, the ATM Forum 16 to 31 (*assumed*).
constexpr std::uint16_t kLowestVci = 32;

/// Its VCI.
inline std::uint16_t number_of(const TrafficVc& vc) { return vc.vci; }

}  // namespace niclab::lab
