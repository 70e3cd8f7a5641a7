/// @file The block structure of an FST file: whether a file is an FST and whether it is complete.
///
/// Source: fstapi of GTKWave. A block has one octet of type and eight octets of length (big-endian,
///   counting themselves). The first block is the header, type 0 and 329 octets long, or the whole
///   file is packed into one block of type 254.
#pragma once

#include <string>

namespace niclab::core {

/// Whether the file begins like an FST.
bool begins_as_fst(const std::string& path);

/// What is missing in the file to be a complete FST, in words; empty: nothing. Finds truncated and
/// unfinished files, not wrong bits.
std::string fst_damage(const std::string& path);

}  // namespace niclab::core
