/// @file Descriptions of the events of a packet's path.
#pragma once

#include "card/chain.h"

namespace niclab::card {

/// Description of the event, one sentence.
const char* words(EventKind kind);

}  // namespace niclab::card
