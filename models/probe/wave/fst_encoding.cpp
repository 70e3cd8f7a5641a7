#include "probe/wave/fst_encoding.h"

#include <lz4.h>
#ifdef NICLAB_LIBDEFLATE
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

#include <memory>
#include <new>

namespace niclab::probe::fst {

void add_varint(std::string& to, std::uint64_t v) {
    std::uint8_t octets[kVarintOctets];
    to.append(reinterpret_cast<char*>(octets), static_cast<std::size_t>(put_varint(octets, v) - octets));
}

void add_signed_varint(std::string& to, std::int64_t v) {
    for (bool more = true; more;) {
        const auto octet = static_cast<std::uint8_t>(v & 0x7F);
        const bool negative = (octet & 0x40) != 0;
        v >>= 7;
        more = v != (negative ? -1 : 0);
        to += static_cast<char>(octet | (more ? 0x80 : 0));
    }
}

void add_word(std::string& to, std::uint64_t v) {
    to.append(sizeof v, '\0');
    replace_word(to, to.size() - sizeof v, v);
}

void replace_word(std::string& to, std::size_t at, std::uint64_t v) {
    for (int shift = 56; shift >= 0; shift -= 8) to[at++] = static_cast<char>(v >> shift);
}

namespace {

/// Returns the length, or 0 if it is greater than `room`.
std::size_t deflate_into(char* to, std::size_t room, std::string_view octets, Effort effort) {
    const int level = effort == Effort::Low ? 1 : 9;
#ifdef NICLAB_LIBDEFLATE
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(level), &libdeflate_free_compressor);
    if (!compressor) throw std::bad_alloc();
    return libdeflate_zlib_compress(compressor.get(), octets.data(), octets.size(), to, room);
#else
    uLongf length = room;
    const int result = compress2(reinterpret_cast<Bytef*>(to), &length, reinterpret_cast<const Bytef*>(octets.data()),
                                 octets.size(), level);
    return result == Z_OK ? length : 0;
#endif
}

}  // namespace

std::size_t add_deflated(std::string& to, std::string_view octets, Effort effort) {
    const std::size_t before = to.size();
    to.resize(before + octets.size());
    const std::size_t room = octets.empty() ? 0 : octets.size() - 1;
    const std::size_t length = deflate_into(to.data() + before, room, octets, effort);
    to.resize(before + length);
    return length;
}

std::size_t add_lz4(std::string& to, std::string_view octets) {
    const std::size_t before = to.size();
    const int n = static_cast<int>(octets.size()), bound = LZ4_compressBound(n);
    to.resize(before + static_cast<std::size_t>(bound));
    const auto length = static_cast<std::size_t>(LZ4_compress_default(octets.data(), to.data() + before, n, bound));
    to.resize(before + length);
    return length;
}

}  // namespace niclab::probe::fst
