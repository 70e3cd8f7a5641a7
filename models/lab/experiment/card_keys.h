/// @file  Keys of a card and of its driver, read by the card's kind.
#pragma once

#include <memory>

#include "card/registry.h"
#include "core/config.h"

namespace niclab::lab {

inline constexpr const char* kDefaultCard = "idt77901";

/// One card as its file and the experiment describe it. `station`: last octet of its address if
/// none is given. Throws core::ConfigError.
std::unique_ptr<card::Plan> read_card(const core::ConfigTable& card, std::uint8_t station);
/// Returns the octets of host memory that the card's driver needs. Throws core::ConfigError.
std::uint32_t read_driver(core::ConfigTable driver, card::Plan& card);
/// All keys of all kinds of card and their drivers, with their full names for a host at `host`.
std::vector<core::Parameter> card_parameters(const card::Registry& kinds, const std::string& host);
/// All keys of the links that kinds of card define, with their full names for a link at `link`.
std::vector<core::Parameter> link_parameters(const card::Registry& kinds, const std::string& link);

}  // namespace niclab::lab
