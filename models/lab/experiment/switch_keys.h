/// @file  Reads `[[switch]]` between cards at their pins, and the links that end at its ports.
///
/// Two hosts that talk over a switch have a link of their own, which is no cable: LinkConfig.over.
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// A link's end at a switch.
struct SwitchEnd {
    std::size_t number = 0;  ///< Of the switch.
    unsigned port = 1;
};

/// Throws core::ConfigError.
SwitchConfig read_switch(core::ConfigTable t, const std::string& name);
/// What "NAME:PORT" of a link's ends is; nothing: no switch's. Throws core::ConfigError.
std::optional<SwitchEnd> switch_end(const core::ConfigTable& link, const std::string& text,
                                    const std::vector<std::string>& switches);
/// Puts the card at an end of `line` at the port. Throws core::ConfigError: it is for no Ethernet, or the port has a card already.
void attach(Experiment& experiment, const SwitchEnd& to, const CardEnd& end, core::ConfigTable line);
/// The switch both hosts hang on, and their cards there; nothing: there is none.
struct CommonSwitch {
    std::size_t number = 0;
    std::array<CardEnd, 2> ends;
};
std::optional<CommonSwitch> common_switch(const std::vector<std::pair<SwitchEnd, CardEnd>>& drops, std::size_t from,
                                          std::size_t to);
/// Adds the link that two such cards have.
void add_way(Experiment& experiment, const CommonSwitch& over);

}  // namespace niclab::lab
