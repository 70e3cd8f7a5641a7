/// @file All keys that an experiment may have, in both forms.
#pragma once

#include <string>
#include <vector>

#include "card/registry.h"
#include "core/config.h"
#include "lab/experiment/level.h"

namespace niclab::lab {

/// Keys of [client], [server], [line] and so on, then those of the lists, as host.NAME.KEY. NAME is
/// the name of a host, link, connection or flow, HOST that of a link's end. Keys of kinds of card
/// that no experiment uses are included. Reads two experiments that come with niclab; throws
/// core::ConfigError if they are missing.
std::vector<core::Parameter> known_parameters(const card::Registry& kinds = card::Registry::all());

/// The same for any level. The other levels have only lists: NAME as above; END is "a" or
/// "switch_1", an end of the link. Reads the experiments of that level that come with niclab.
std::vector<core::Parameter> known_parameters_of(Level level);

}  // namespace niclab::lab
