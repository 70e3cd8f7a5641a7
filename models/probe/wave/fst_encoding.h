/// @file The elementary encodings of an FST: numbers and compressed sections.
///
/// Source: fstapi of GTKWave, from its text. Sections are streams of zlib, or blocks of LZ4 without
///   a frame. libdeflate makes the former, or zlib if niclab is built without libdeflate.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace niclab::probe::fst {

/// Longest result of put_varint.
constexpr std::size_t kVarintOctets = 10;

/// Writes an unsigned LEB128 to `to`; returns its end.
inline std::uint8_t* put_varint(std::uint8_t* to, std::uint64_t v) {
    for (; v >= 0x80; v >>= 7) *to++ = static_cast<std::uint8_t>(v | 0x80);
    *to++ = static_cast<std::uint8_t>(v);
    return to;
}
/// Appends an unsigned LEB128.
void add_varint(std::string& to, std::uint64_t v);
/// Appends a signed LEB128.
void add_signed_varint(std::string& to, std::int64_t v);
/// Appends eight octets, the most significant first.
void add_word(std::string& to, std::uint64_t v);
/// Overwrites eight octets from `at` on.
void replace_word(std::string& to, std::size_t at, std::uint64_t v);

enum class Effort { Low, High };
/// Appends a stream of zlib and returns its length; 0, without effect, if it is not shorter than
/// `octets`.
std::size_t add_deflated(std::string& to, std::string_view octets, Effort effort);
/// Appends a block of LZ4, of at most 2 GB, and returns its length.
std::size_t add_lz4(std::string& to, std::string_view octets);

}  // namespace niclab::probe::fst
