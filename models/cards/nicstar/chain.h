/// @file The path of a packet through a card of this kind.
#pragma once

#include "card/chain.h"

namespace niclab::nicstar {

const card::CardPath& chain();

}  // namespace niclab::nicstar
