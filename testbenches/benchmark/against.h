/// @file  Whole runs of the program: two builds of it in turns, is this one slower than that one? How soon it begins.
#pragma once

#include <string>

namespace niclab::benchmark {

/// Runs the program of this build and `other` alternately, `rounds` times each, on experiments that both know, and prints
/// the medians of their CPU times and of the ratios. Throws std::runtime_error where a run fails.
void run_against(const std::string& other, unsigned rounds);

/// What the program of this build takes up to its first packet, CPU time of a process, and its share of that run.
void run_start(unsigned rounds);

}  // namespace niclab::benchmark
