/// @file The results of a run, and its output files.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lab/experiment/experiment.h"
#include "lab/results/directions.h"
#include "lab/results/occupancy.h"
#include "lab/results/packet_paths.h"
#include "lab/results/run_head.h"
#include "probe/account/pci_account.h"
#include "probe/track/ledger.h"
#include "probe/track/pdu_tracker.h"
#include "probe/track/stage_stats.h"

namespace niclab::lab {

struct Stage {
    std::string name, direction;
    probe::StageStats us;
};

/// An alarm of a card's PHY, or OCD: out of cell delineation.
struct AlarmRecord {
    std::string side, alarm;
    double declared_ns = 0, cleared_ns = -1;  ///< Simulated time; declared 0: from the start on, cleared -1: not yet.
};

/// The signal of one direction was off.
struct Darkness {
    std::string direction, side;                           ///< The receiving one.
    double from_us = 0, back_us = 0, cells_again_us = -1;  ///< Simulated time; -1: no cell passed afterwards.
};

/// The busy time of a line when a packet had arrived over it.
struct LineSample {
    core::Femtoseconds at, busy;
};

/// A published value next to the simulated one.
struct ReferenceRow {
    std::string source, table, quantity, direction, stat, split;
    double published = 0, simulated = 0;
    double error_percent() const { return (simulated / published - 1) * 100; }
};

/// The description of a counter.
struct CounterNote {
    std::string unit, what;
};

/// A flow and the names of its two directions.
struct FlowRecord {
    std::string name;
    bool echoes = false, measures_throughput = false;
    std::string there, back;
    std::string echoing;  ///< Host that echoes.
};

struct Results : RunHead {
    std::vector<Stage> stages;
    std::map<std::string, std::uint64_t> counters;
    std::map<std::string, CounterNote> counter_notes;           ///< By the same names.
    std::map<std::string, std::uint64_t> counters_before_runs;  ///< The same at the begin of the first run.
    std::vector<probe::Account> ledger;                         ///< Cells, PDUs and octets of each direction.
    std::vector<AlarmRecord> alarms;
    std::vector<Darkness> darkness;
    std::map<std::string, double> cell_us;  ///< Of each direction's line, without overhead.
    std::set<std::string> half_duplex;      ///< Lines with one direction at a time, by line_busy().
    std::map<std::string, std::vector<LineSample>> line_samples;  ///< By line_busy(), in the order of time.
    std::vector<std::pair<std::string, probe::PciAccount>> pci;   ///< By side.
    std::map<std::string, probe::CellSpacing> spacing;
    std::map<std::string, std::uint64_t> nulls_inside_pdus;
    std::vector<ReferenceRow> reference;
    std::vector<std::string> reference_differs;  ///< Keys with values that differ from the published set-up.
    /// By direction, and by flow if several share a link.
    std::vector<std::pair<std::string, std::vector<probe::PduRow>>> pdus;
    Chains chains;  ///< By direction and flow, too.
    std::vector<FlowRecord> flows;
    AttributionReport attribution;
    std::vector<FifoOccupancy> occupancy;               ///< Only if it was observed.
    std::map<std::string, std::uint64_t> line_digests;  ///< By direction, if RunOptions requested them; not written.
    double simulated_us = 0;
    double waited_us = 0;  ///< Part of it after the last movement of runs with lost packets.
    std::uint64_t cells = 0;

    /// Whether the outcome of a flow there is its throughput.
    bool streams(const std::string& direction) const;
    /// Whether both directions use a line with one direction at a time.
    bool shares_line(const std::string& hop) const;
    bool checks_held() const { return violations() == 0; }
    const Stage* stage(const std::string& name, const std::string& direction) const;
};

/// Stages from the PDUs: one per name and direction. An echo also has "pooled" over both, and
/// `software_echo` of the echoing host.
void add_stages(Results& results);

/// The experiment with the set-up of the published tables.
inline constexpr const char* kPublishedSetup = "echo";
/// Adds rows of traces/reference for comparison with this experiment's stages: a row belongs to the
/// direction with the hosts that sent and received in it.
void add_reference(Results& results, const std::string& table);
/// "key = value (published: value)" for each relevant key that differs between two configurations.
std::vector<std::string> differing_keys(const nlohmann::ordered_json& config, const nlohmann::ordered_json& published);

/// Writes results.json, pdus.csv and summary.txt into `folder`, each completely or not at all.
/// Throws core::ConfigError if the folder cannot be written.
void write_results(const Results& results, const std::string& folder, const std::string& summary);

/// The table for the terminal and summary.txt.
std::string summary(const Results& results);

}  // namespace niclab::lab
