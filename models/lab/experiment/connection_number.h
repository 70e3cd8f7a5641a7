/// @file The number of a connection on each of its lines, for code that only passes it on, and the
/// valid numbers.
#pragma once

#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// Lower VCIs are not for users: I.361 reserves 0 to 15, the ATM Forum 16 to 31 (*assumed*).
constexpr std::uint16_t kLowestVci = 32;

/// Its VCI.
inline std::uint16_t number_of(const TrafficVc& vc) { return vc.vci; }

}  // namespace niclab::lab
