/// @file The messages of the process that reads an FST to the process that started it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace niclab::check {

/// Type of the data that follows. A text is its length (uint32) and its octets.
enum class FstSays : std::uint32_t {
    Begin,     ///< timescale (int32), first and last time (uint64 each), the version as a text
    Variable,  ///< handle, bits (uint32 each), scope and name as texts
    Changes,   ///< nothing: declarations are over
    Change,    ///< handle, number of digits (uint32 each), time (uint64), the digits
    End,       ///< nothing: the whole file was read
};

/// Reads the FST at `path` and sends all of it to `to`.
void send_fst(const std::string& path, std::FILE* to);

}  // namespace niclab::check
