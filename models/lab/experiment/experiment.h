/// @file  An experiment as plain structs, read from its TOML file.
#pragma once

#include <string>
#include <vector>

#include "card/kind.h"
#include "cards/board/plan.h"
#include "core/config.h"
#include "host/host.h"
#include "lab/experiment/analyzer_keys.h"
#include "lab/experiment/bus_keys.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/changed_keys.h"
#include "lab/experiment/input_files.h"
#include "lab/experiment/line_keys.h"
#include "lab/experiment/workload.h"

namespace niclab::lab {

struct SideConfig {
    host::Config host;
    std::shared_ptr<card::Plan> card;
    bool foreign_driver = false;  ///< The card is left to a driver that is not ours.
    BusConfig bus;
    /// The card's part for an ATM line: every card's, so far.
    board::Config& nic() const { return dynamic_cast<board::Plan&>(*card).board; }
};

enum class Mode {
    Transmit,  ///< One PDU after the other from client to server.
    Echo,      ///< The same, and the server sends each back.
    Stream,    ///< All PDUs back to back, in both directions at once.
};

struct Experiment {
    std::string name;  ///< Of the file, without ending.
    Mode mode = Mode::Echo;
    unsigned runs = 1;
    std::uint64_t seed = 1;
    double limit_us = 200'000;                    ///< Simulated time of one run.
    double idle_min_us = 150, idle_max_us = 250;  ///< Seeded pause before each run.
    std::string reference;                        ///< Published table the run is compared with, or empty.
    bool both_directions = true;                  ///< Stream only.
    LinesConfig lines;
    AnalyzerSetup analyzer;
    SideConfig client, server;
    Workload workload;
    nlohmann::ordered_json config;  ///< Every key, resolved.
    std::vector<core::Parameter> parameters;
    std::vector<ChangedKey> changed;   ///< By the command line.
    std::vector<InputFile> inputs;     ///< Files it was read from.
    std::vector<std::string> remarks;  ///< What is legal in it and may surprise.
};

/// What the command line may change.
struct Overrides {
    std::vector<std::string> assignments;  ///< KEY=VALUE
    std::int64_t seed = -1, runs = -1;     ///< -1: as in the file.
    bool any() const { return !assignments.empty() || seed >= 0 || runs >= 0; }
};

/// Path of the experiment a user names: a file, or one that comes with niclab. Throws core::ConfigError.
std::string experiment_path(const std::string& name);
/// Reads and checks an experiment. Throws core::ConfigError.
Experiment read_experiment(const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
