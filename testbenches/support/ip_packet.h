/// @file Frames with IPv4 and TCP, made octet by octet, with checksums by the plain rule of RFC
/// 1071, independent of the models.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace niclab::test {

/// The sum of 16 bit words, folded, of octets [from, to).
inline std::uint32_t sum_of_words(const std::vector<std::uint8_t>& o, std::size_t from, std::size_t to,
                                  std::uint32_t sum = 0) {
    for (std::size_t i = from; i < to; i += 2) {
        sum += unsigned{o[i]} << 8 | (i + 1 < to ? o[i + 1] : 0);
        if (sum > 0xFFFF) sum -= 0xFFFF;
    }
    return sum;
}

inline void put_word(std::vector<std::uint8_t>& o, std::size_t at, unsigned value) {
    o[at] = std::uint8_t(value >> 8), o[at + 1] = std::uint8_t(value);
}

/// Ethernet II, IPv4, TCP (IP at 14, TCP at 34, data at 54) with these data. The sequence number
/// and the identification are a base and what is added to them.
inline std::vector<std::uint8_t> tcp_frame(const std::vector<std::uint8_t>& data, unsigned sequence,
                                           unsigned identification, std::uint8_t flags) {
    std::vector<std::uint8_t> f{
        2,    0,    0, 0,  0, 9, 2,    0, 0, 0, 0, 0x55, 8,    0,                            // to 14
        0x45, 0,    0, 0,  0, 0, 0x40, 0, 9, 6, 0, 0,    10,   0,     0,    1, 10, 0, 0, 2,  // to 34
        0x12, 0x34, 0, 80, 0, 0, 0,    0, 1, 2, 3, 4,    0x50, flags, 0x20, 0, 0,  0, 0, 0};
    f.insert(f.end(), data.begin(), data.end());
    put_word(f, 16, unsigned(f.size()) - 14), put_word(f, 18, 0xFFFE + identification);
    const std::uint32_t number = 0xFFFF'FF00u + sequence;
    put_word(f, 38, number >> 16), put_word(f, 40, number & 0xFFFF);
    put_word(f, 24, 0xFFFF - sum_of_words(f, 14, 34));
    const std::uint32_t pseudo = sum_of_words(f, 26, 34, 6 + unsigned(f.size()) - 34);
    put_word(f, 50, 0xFFFF - sum_of_words(f, 34, f.size(), pseudo));
    return f;
}
/// The same with numbered octets of data.
inline std::vector<std::uint8_t> tcp_frame(std::size_t octets, std::uint8_t seed, std::uint8_t flags = 0x10) {
    std::vector<std::uint8_t> data(octets);
    for (std::size_t i = 0; i < octets; ++i) data[i] = std::uint8_t(i * 5 + i / 251 + seed);
    return tcp_frame(data, 0, 0, flags);
}
/// Stores the sum of the pseudo header in the field of TCP, as a driver does; without the length
/// for a packet that is divided.
inline void put_pseudo_sum(std::vector<std::uint8_t>& f, bool with_length) {
    put_word(f, 50, sum_of_words(f, 26, 34, 6 + (with_length ? unsigned(f.size()) - 34 : 0)));
}

}  // namespace niclab::test
