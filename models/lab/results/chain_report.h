/// @file The union of the declared chains of all directions: columns, stages, and their place in
/// results.json.
///
/// Behaviour: directions may have different chains; common parts appear once, in the order of the
///   chains.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/column.h"
#include "lab/results/packet_paths.h"

namespace niclab::lab {

struct Results;

/// The columns of moments in pdus.csv.
std::vector<std::string> moment_names(const Results& results);
/// Descriptions of these columns: each from the first chain that has it.
core::Columns moment_columns(const Results& results);
/// Positions of these events in a direction's rows; card::Chain::kNowhere: absent.
std::vector<std::size_t> moment_places(const Results& results, const std::string& direction,
                                       const std::vector<std::string>& moments);
std::vector<std::string> stage_names(const Results& results);
/// From where to where each stage goes, one line per stage.
std::string stages_in_words(const Results& results);
/// Whether a chain declares the stage to be between the two buses.
bool stage_is_of_cards(const Results& results, const std::string& stage);
/// Microseconds of a stage, for all packets of a direction that passed the whole path.
std::vector<double> stage_us(const Results& results, const std::string& stage, const std::string& direction);

/// For each direction: events in their order; stages with name, ends, description, resource, state
/// and whether they are the cards' own. Then places from program to program, with their properties
/// and the reasons for which packets wait there.
nlohmann::ordered_json chain_json(const Chains& chains);

}  // namespace niclab::lab
