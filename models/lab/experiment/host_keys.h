/// @file A reader of the description of one host in an experiment: its profile, its cards, its bus
/// and its drivers.
#pragma once

#include <functional>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

inline constexpr unsigned kMostCards = 2;  ///< Of a host.

/// The number of programs that use each card of a host, for its drivers.
using ProgramsOfCards = std::array<unsigned, kMostCards>;

/// The tables of a host: its own, and below each the shared table of all hosts.
struct HostTables {
    core::ConfigTable own;
    core::ConfigTable* shared = nullptr;  ///< Its tables are below the tables of the same name in `own`.
    std::string profile;                  ///< If none is named.
    std::uint8_t station = 1;             ///< Last octet of the first card's MAC address if none is given.
};

/// The file of `kind` that `table` names as `name` at `key`, and those on which it is based, the
/// lowest layer first. Throws core::ConfigError.
std::vector<core::ConfigLayer> base_layers(const core::ConfigTable& table, const std::string& key,
                                           const std::string& name, Kind kind, InputFiles& files);
/// `table` as the upper layer over such files.
core::ConfigTable over_files(const core::ConfigTable& table, const std::vector<core::ConfigLayer>& files);

/// Throws core::ConfigError: keys of PCI Express, and no host has a card on it.
void check_pcie(const core::ConfigTable& root, const std::vector<HostConfig>& hosts);

/// Throws core::ConfigError.
HostConfig read_host(HostTables tables, const std::string& name, const ProgramsOfCards& programs, InputFiles& files);

}  // namespace niclab::lab
