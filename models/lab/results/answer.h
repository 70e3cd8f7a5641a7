/// @file The answer of a run: sentences with its numbers, beginning with the one that the
/// experiment concerns.
///
/// Behaviour: latency is measured from driver to driver, for every kind of card, and covers the
///   whole packet. If packets were lost, their number, the reason and the time until packets
///   arrived again come first. Then the flows follow in the order of the experiment: for a stream
///   the throughput with its limit, then the latency. Each sentence contains its numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/results/results.h"
#include "lab/results/throughput.h"

namespace niclab::lab {

struct Finding {
    const char* kind;  ///< "loss", "throughput" or "latency".
    std::string direction, text;
    nlohmann::ordered_json numbers;
    std::string brief = {};  ///< What a terminal shows of the text, where that is less.
};

/// In the order of reading; empty only if nothing was sent.
std::vector<Finding> findings(const Results& results);
/// The same. The first text begins with the changes of the run to its experiment.
std::vector<Finding> answer(const Results& results);
/// Directions in which something was sent, those of a flow together, in the order of the flows.
std::vector<std::vector<std::string>> directions_of_flows(const Results& results);
/// Writes "answer" and "findings" of results.json: the sentences, and in the same order their
/// numbers.
void put_answer(nlohmann::ordered_json& json, const Results& results);
/// The sentences, one per line.
std::string answer_text(const Results& results);

/// Driver to driver, of the delivered packets, in the order of the directions.
nlohmann::ordered_json latency_json(const Results& results);

// Each for one direction; no text if there is no finding.
Finding loss_finding(const Results& results, const std::string& direction);
Finding latency_finding(const Results& results, const std::string& direction);
/// For a stream.
Finding throughput_finding(const Results& results, const Throughput& throughput);

/// "a_to_b.flow" as words.
std::string in_words(const std::string& direction);
/// "1 to 40 octets".
std::string octets_in_words(std::size_t low, std::size_t high);
/// "waiting in the RESOURCE: WORDS" or "work of the RESOURCE: WORDS".
std::string in_words(const Share& share);

}  // namespace niclab::lab
