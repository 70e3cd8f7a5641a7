/// @file  Two builds of niclab, in turns: is this one slower than that one?
#pragma once

#include <string>

namespace niclab::benchmark {

/// Runs the program of this build and `other` alternately, `rounds` times each, on experiments that both know, and prints
/// the medians of their CPU times and of the ratios. Throws std::runtime_error where a run fails.
void run_against(const std::string& other, unsigned rounds);

}  // namespace niclab::benchmark
