/// @file  The way of a packet through a card of this kind.
#pragma once

#include "card/chain.h"

namespace niclab::packet_sar {

const card::Halves& chain();

}  // namespace niclab::packet_sar
