/// @file  What the declared chains of all directions come to: columns, stages, and their place in results.json.
///
/// Directions may have different chains; what they share stands once, in the order of the chains.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/column.h"

namespace niclab::lab {

struct Results;

/// The columns of moments in pdus.csv.
std::vector<std::string> moment_names(const Results& results);
/// What these columns mean: each as the first chain has it.
core::Columns moment_columns(const Results& results);
/// Where a direction's rows have these moments; card::Chain::kNowhere: not at all.
std::vector<std::size_t> moment_places(const Results& results, const std::string& direction,
                                       const std::vector<std::string>& moments);
std::vector<std::string> stage_names(const Results& results);
/// Some chain says that the stage lies between the two buses.
bool stage_is_of_cards(const Results& results, const std::string& stage);
/// Microseconds of a stage, of all packets of a direction that went the whole way.
std::vector<double> stage_us(const Results& results, const std::string& stage, const std::string& direction);

/// By direction: moments in their order; stages with name, ends, words, resource, state and whether they are the cards'
/// own; places from program to program, with what is known of each and of why packets wait there.
nlohmann::ordered_json chain_json(const Results& results);

}  // namespace niclab::lab
