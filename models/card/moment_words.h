/// @file  The moments of a packet's way, in words.
#pragma once

#include "card/chain.h"

namespace niclab::card {

/// What happens at it, a sentence.
const char* words(Seen seen);

}  // namespace niclab::card
