/// @file Benchmarks of whole program runs: the comparison of two builds, which run alternately, and
/// the start time.
#pragma once

#include <string>

namespace niclab::benchmark {

/// Runs the program of this build and `other` alternately, `rounds` times each, on experiments that
/// both support, and prints the medians of their CPU times and of the ratios. Throws
/// std::runtime_error if a run fails.
void run_against(const std::string& other, unsigned rounds);

/// The CPU time of the program of this build up to its first packet, and its share of that run.
void run_start(unsigned rounds);

}  // namespace niclab::benchmark
