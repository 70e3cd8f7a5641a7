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

#ifdef NICLAB_LIBDEFLATE

std::string deflated(std::string_view octets, Effort effort) {
    const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
        libdeflate_alloc_compressor(effort == Effort::Low ? 1 : 9), &libdeflate_free_compressor);
    if (!compressor) throw std::bad_alloc();
    std::string packed(octets.size(), '\0');
    packed.resize(
        libdeflate_zlib_compress(compressor.get(), octets.data(), octets.size(), packed.data(), packed.size()));
    if (packed.size() == octets.size()) packed.clear();
    return packed;
}

#else

std::string deflated(std::string_view octets, Effort effort) {
    std::string packed(compressBound(octets.size()), '\0');
    uLongf length = packed.size();
    const int result =
        compress2(reinterpret_cast<Bytef*>(packed.data()), &length, reinterpret_cast<const Bytef*>(octets.data()),
                  octets.size(), effort == Effort::Low ? 1 : 9);
    packed.resize(result == Z_OK && length < octets.size() ? length : 0);
    return packed;
}

#endif

std::string lz4(std::string_view octets) {
    const int n = static_cast<int>(octets.size());
    std::string packed(static_cast<std::size_t>(LZ4_compressBound(n)), '\0');
    packed.resize(static_cast<std::size_t>(
        LZ4_compress_default(octets.data(), packed.data(), n, static_cast<int>(packed.size()))));
    return packed;
}

}  // namespace niclab::probe::fst
