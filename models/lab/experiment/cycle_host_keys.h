/// @file The table [host.cycle]: additional keys of a host with programs and a TCP if its card is
/// at the cycle level.
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// `host` is the host's table, of which `cycle` is read; it communicates with at most `peers`
/// others. Throws core::ConfigError.
HostConfig read_cycle_host(core::ConfigTable& host, const std::string& name, std::size_t number, unsigned peers,
                           InputFiles& files);

}  // namespace niclab::lab
