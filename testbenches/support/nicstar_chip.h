/// @file  The NICStAR on a card, for tests that look into it.
#pragma once

#include "cards/board/nic.h"
#include "cards/nicstar/sar.h"

namespace niclab::test {

inline const nicstar::Sar& chip(const board::Nic& card) { return dynamic_cast<const nicstar::Sar&>(card.engine()); }

}  // namespace niclab::test
