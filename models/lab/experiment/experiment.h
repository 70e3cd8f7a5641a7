/// @file  An experiment as plain structs, read from its TOML file.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "card/kind.h"
#include "cards/board/plan.h"
#include "cards/ether_board/plan.h"
#include "core/config.h"
#include "host/host.h"
#include "lab/experiment/analyzer_keys.h"
#include "lab/experiment/bus_keys.h"
#include "lab/experiment/card_keys.h"
#include "lab/experiment/changed_keys.h"
#include "lab/experiment/input_files.h"
#include "lab/experiment/line_keys.h"
#include "lab/experiment/repetition.h"
#include "lab/experiment/workload.h"
#include "lab/flows/kind.h"

namespace niclab::lab {

struct HostConfig {
    std::string name;
    host::Config host;
    std::vector<std::shared_ptr<card::Plan>> cards;  ///< 1 or 2.
    bool foreign_driver = false;                     ///< The cards are controlled by a driver that is not niclab's own.
    BusConfig bus;
    pcie::BoardConfig pcie;  ///< For a card on PCI Express.
    /// Number of its cards for that bus.
    std::ptrdiff_t cards_on(bus::Kind kind) const {
        return std::count_if(cards.begin(), cards.end(), [kind](const auto& card) { return card->bus_kind() == kind; });
    }
    /// A card's ATM part; nullptr: it is for another line.
    board::Config* atm(std::size_t card = 0) const {
        auto* plan = dynamic_cast<board::Plan*>(cards.at(card).get());
        return plan ? &plan->board : nullptr;
    }
    /// Its Ethernet card; nullptr: it is for another line.
    ether_board::EtherPlan* ether(std::size_t card = 0) const {
        return dynamic_cast<ether_board::EtherPlan*>(cards.at(card).get());
    }
};

/// A switch between Ethernet cards, with the cards at its ports.
struct SwitchConfig {
    struct Port {
        unsigned number = 1;
        CardEnd end;
        std::shared_ptr<card::LinkPlan> cable;
    };
    std::string name;
    unsigned queue_frames = 64;
    double transit_us = 10;
    bool flooded = false;  ///< A flow's frames go to all ports, not only to those of its hosts.
    std::vector<Port> ports;
};

/// Two programs that communicate over a connection of their own.
struct FlowConfig {
    std::string name;
    const flows::Kind* kind = nullptr;
    std::shared_ptr<const flows::Plan> plan;
    std::size_t link = 0;            ///< Of Experiment::links.
    unsigned from = 0;               ///< End of the link; `to` is the other.
    std::uint16_t vci = 0xF40;       ///< From `from` to `to`.
    std::uint16_t vci_back = 0xF40;  ///< The other direction.
    /// Channel of its packets towards an end of the link.
    std::uint32_t channel(unsigned end) const { return from == end ? vci_back : vci; }
    double start_us = 0;     ///< After the run's begin.
    double duration_us = 0;  ///< Nothing new is sent after that time; 0: the whole workload is sent.
    Workload workload;
};

struct Experiment {
    std::string name;  ///< Of the file, without ending.
    unsigned runs = 1;
    Confidence confidence;
    std::uint64_t seed = 1;
    double limit_us = 200'000;                    ///< Simulated time of one run.
    double idle_min_us = 150, idle_max_us = 250;  ///< Seeded pause before each run.
    std::string reference;                        ///< Published table with which the run is compared, or empty.
    AnalyzerSetup analyzer;
    std::vector<HostConfig> hosts;
    std::vector<LinkConfig> links;
    std::vector<SwitchConfig> switches;
    std::vector<FlowConfig> flows;
    core::JsonValue config;  ///< All keys, resolved.
    std::vector<core::Parameter> parameters;
    std::vector<ChangedKey> changed;   ///< By the command line.
    std::vector<InputFile> inputs;     ///< Files it was read from.
    std::vector<std::string> remarks;  ///< Settings that are allowed but may be unexpected.

    /// Throws std::out_of_range.
    HostConfig& host(const std::string& host_name);
    const HostConfig& host(const std::string& host_name) const;
    /// Host at an end of a flow.
    const HostConfig& sender(const FlowConfig& flow) const { return hosts[links[flow.link].ends[flow.from].host]; }
    const HostConfig& receiver(const FlowConfig& flow) const {
        return hosts[links[flow.link].ends[1 - flow.from].host];
    }
};

/// Changes by the command line.
struct Overrides {
    std::vector<std::string> assignments;  ///< KEY=VALUE
    std::int64_t seed = -1, runs = -1;     ///< -1: as in the file.
    bool any() const { return !assignments.empty() || seed >= 0 || runs >= 0; }
};

/// Path of the experiment that a user names: a file, or one that comes with niclab. Throws
/// core::ConfigError.
std::string experiment_path(const std::string& name);
/// Reads and checks an experiment. Throws core::ConfigError.
Experiment read_experiment(const std::string& path, const Overrides& overrides, InputFiles files = {});

}  // namespace niclab::lab
