/// @file A reader of `[[switch]]` between cards at signal level, and of the links that end at its
/// ports.
///
/// Behaviour: two hosts that communicate through a switch have a link of their own, which is not a
///   cable: LinkConfig.over.
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// A link's end at a switch.
struct SwitchEnd {
    std::size_t number = 0;  ///< Index of the switch.
    unsigned port = 1;
};

/// Throws core::ConfigError.
SwitchConfig read_switch(core::ConfigTable t, const std::string& name);
/// The meaning of "NAME:PORT" in a link's ends; nothing: not a switch. Throws core::ConfigError.
std::optional<SwitchEnd> switch_end(const core::ConfigTable& link, const std::string& text,
                                    const std::vector<std::string>& switches);
/// Connects the card at an end of `line` to the port. Throws core::ConfigError: the card is not for
/// Ethernet, or the port already has a card.
void attach(Experiment& experiment, const SwitchEnd& to, const CardEnd& end, core::ConfigTable line);
/// The switch to which both hosts are connected, and their cards there; nothing: there is none.
struct CommonSwitch {
    std::size_t number = 0;
    std::array<CardEnd, 2> ends;
};
std::optional<CommonSwitch> common_switch(const std::vector<std::pair<SwitchEnd, CardEnd>>& drops, std::size_t from,
                                          std::size_t to);
/// Adds the link of two such cards.
void add_way(Experiment& experiment, const CommonSwitch& over);

}  // namespace niclab::lab
