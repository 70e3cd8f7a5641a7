/// @file  What a run answers: sentences made from its numbers, the one the experiment asks for first.
///
/// Latency is taken from driver to driver, whichever cards there are, and covers the whole packet. Where packets were
/// lost, how many, why, and how long it took until packets arrived again comes first. Then the flows follow in the order
/// of the experiment: of a stream the throughput with its limit, then the latency. Each sentence carries its numbers.
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
};

/// In the order in which they are to be read; empty only where nothing was sent.
std::vector<Finding> answer(const Results& results);
/// "answer" and "findings" of results.json: the sentences, and in the same order the numbers they are made of.
void put_answer(nlohmann::ordered_json& json, const Results& results);
/// The sentences, one a line.
std::string answer_text(const Results& results);

/// Driver to driver, of the packets delivered, in the order of the directions.
nlohmann::ordered_json latency_json(const Results& results);

// Each for one direction; no text where there is nothing to say.
Finding loss_finding(const Results& results, const std::string& direction);
Finding latency_finding(const Results& results, const std::string& direction);
/// Of a stream.
Finding throughput_finding(const Results& results, const Throughput& throughput);

/// "a_to_b.flow" as words.
std::string in_words(const std::string& direction);

}  // namespace niclab::lab
