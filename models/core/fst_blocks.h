/// @file  The blocks an FST consists of, looked at from outside: is it one, is it whole.
///
/// Source: fstapi of GTKWave: a block is an octet of type and eight of length (big-endian, counting themselves); the first
///         is the header, type 0 and 329 octets long, or all is packed into one block of type 254.
#pragma once

#include <string>

namespace niclab::core {

/// It begins as an FST does.
bool begins_as_fst(const std::string& path);

/// In words what is missing to a whole FST; empty: nothing. Tells of cut and unfinished files, not of wrong bits.
std::string fst_damage(const std::string& path);

}  // namespace niclab::core
