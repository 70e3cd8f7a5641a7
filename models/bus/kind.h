/// @file  Which bus a card is for.
#pragma once

#include <cstdint>

namespace niclab::bus {

enum class Kind : std::uint8_t { Pci, Isa, Eisa };

}  // namespace niclab::bus
