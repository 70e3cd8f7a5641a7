/// @file Remarks on connections with a card that sends cells faster than the policer permits.
#pragma once

#include <string>
#include <vector>

#include "lab/experiment/traffic.h"

namespace niclab::lab {

/// One sentence per policed connection with cells above its contract. It has the time by which the
/// last cell of the largest PDU is early, and whether the tolerance and the card's gap between PDUs
/// hide that from the policer.
std::vector<std::string> contract_remarks(const Traffic& traffic);

}  // namespace niclab::lab
