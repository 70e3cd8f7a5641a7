/// @file  [host.cycle]: what a host with programs and a TCP needs besides where its card is simulated clock by clock.
#pragma once

#include "lab/experiment/experiment.h"

namespace niclab::lab {

/// `host` is the host's table, whose `cycle` is read; it talks to at most `peers` others. Throws core::ConfigError.
HostConfig read_cycle_host(core::ConfigTable& host, const std::string& name, std::size_t number, unsigned peers,
                           InputFiles& files);

}  // namespace niclab::lab
