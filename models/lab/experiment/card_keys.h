/// @file  Keys of a card and of its driver, read by the card's kind.
#pragma once

#include <memory>

#include "card/registry.h"
#include "core/config.h"

namespace niclab::lab {

inline constexpr const char* kDefaultCard = "idt77901";

/// One card as its file and the experiment describe it; `station`: last octet of its address where none is given.
/// Throws core::ConfigError.
std::unique_ptr<card::Plan> read_card(const core::ConfigTable& card, std::uint8_t station);
/// Tells the octets of host memory the card's driver takes. Throws core::ConfigError.
std::uint32_t read_driver(core::ConfigTable driver, card::Plan& card);
/// Every key of every kind of card and its driver, at the places a host at `host` has them.
std::vector<core::Parameter> card_parameters(const card::Registry& kinds, const std::string& host);
/// Every key of the links that kinds of card bring, at the places a link at `link` has them.
std::vector<core::Parameter> link_parameters(const card::Registry& kinds, const std::string& link);

}  // namespace niclab::lab
