/// @file The counts of a host's card at either level.
#pragma once

#include <cstdint>

#include "base/time.h"

namespace niclab::lab {

struct CardCounts {
    std::uint64_t pdus_sent = 0, pdus_received = 0, cells_sent = 0, cells_received = 0;
    base::Femtoseconds busy = 0;  ///< Time during which it could process no other PDU.
};

}  // namespace niclab::lab
