/// @file  Reads what an experiment says of one host: its profile, its cards, its bus and its drivers.
#pragma once

#include <functional>

#include "lab/experiment/experiment.h"

namespace niclab::lab {

inline constexpr unsigned kMostCards = 2;  ///< Of a host.

/// How many programs use each card of a host, for its drivers.
using ProgramsOfCards = std::array<unsigned, kMostCards>;

/// The tables of a host: its own, and under each what hosts share.
struct HostTables {
    core::ConfigTable own;
    core::ConfigTable* shared = nullptr;  ///< Of each table below `own`, the one of the same name lies under it.
    std::string profile;                  ///< Where none is named.
    std::uint8_t station = 1;             ///< Last octet of the first card's MAC address where none is given.
};

/// The file of `kind` that `table` calls `name` under `key` and those it is based on, the lowest layer first. Throws
/// core::ConfigError.
std::vector<core::ConfigLayer> base_layers(const core::ConfigTable& table, const std::string& key,
                                           const std::string& name, Kind kind, InputFiles& files);
/// `table` over such files.
core::ConfigTable over_files(const core::ConfigTable& table, const std::vector<core::ConfigLayer>& files);

/// Throws core::ConfigError.
HostConfig read_host(HostTables tables, const std::string& name, const ProgramsOfCards& programs, InputFiles& files);

}  // namespace niclab::lab
