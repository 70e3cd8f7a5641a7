/// @file The kind of bus of a card.
#pragma once

#include <cstdint>

namespace niclab::bus {

enum class Kind : std::uint8_t { Pci, Isa, Eisa, Pcie };

}  // namespace niclab::bus
