/// @file  What the process that reads an FST says to the one that asked for it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace niclab::check {

/// Announces what follows. A text is its length (uint32) and its octets.
enum class FstSays : std::uint32_t {
    Begin,     ///< timescale (int32), first and last time (uint64 each), the version as a text
    Variable,  ///< handle, bits (uint32 each), scope and name as texts
    Changes,   ///< nothing: declarations are over
    Change,    ///< handle, number of digits (uint32 each), time (uint64), the digits
    End,       ///< nothing: the file was read to its end
};

/// Reads the FST at `path` and says all of it to `to`.
void send_fst(const std::string& path, std::FILE* to);

}  // namespace niclab::check
