/// @file  Damages a text: octets, words, pieces and numbers.
#pragma once

#include <random>
#include <string>

namespace niclab::fuzz {

/// Up to eight changes at random places, one in every second text.
std::string mutate(std::string text, std::mt19937_64& random);

}  // namespace niclab::fuzz
