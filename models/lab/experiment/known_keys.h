/// @file  Every key an experiment may have, in both spellings.
#pragma once

#include <string>
#include <vector>

#include "card/registry.h"
#include "core/config.h"
#include "lab/experiment/level.h"

namespace niclab::lab {

/// Those of [client], [server], [line] and so on, then those of the lists, as host.NAME.KEY: NAME stands for the name
/// of a host, link, connection or flow, HOST for that of a link's end. Keys of kinds of card that no experiment uses
/// are among them. Reads two experiments that come with niclab; throws core::ConfigError where they are not there.
std::vector<core::Parameter> known_parameters(const card::Registry& kinds = card::Registry::all());

/// The same of any level. Those of the others are lists only: NAME as above; END stands for "a" or "switch_1", an end of the
/// link. Reads the experiments of that level that come with niclab.
std::vector<core::Parameter> known_parameters_of(Level level);

}  // namespace niclab::lab
