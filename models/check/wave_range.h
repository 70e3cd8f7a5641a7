/// @file  The range at the end of a name in a waveform: AD [31:0], AD[3], a[0:7].
#pragma once

#include <cstdint>
#include <string>

namespace niclab::check {

struct WaveRange {
    std::string base;  ///< The name before it.
    bool ranged = false;
    int left = 0, right = 0;  ///< As written; equal for one index.
};

/// Splits the declaration of a variable of `bits` bits in a file. An index after a name of several
/// bits belongs to the name: it is a word of an array. The same applies to a range without a blank
/// before it in an escaped name. Several ranges are omitted if their sizes multiply to `bits`.
WaveRange declared_range(const std::string& name, unsigned bits);
/// Splits a name that a user gives.
WaveRange asked_range(const std::string& name);

}  // namespace niclab::check
