/// @file Words of 32 bits as octets, the least significant octet first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace niclab::base {

/// The word with the octets that `word` has in the memory of this machine.
inline std::uint32_t low_first(std::uint32_t word) {
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? word : __builtin_bswap32(word);
}
/// The word in four octets.
inline std::uint32_t word_of(const std::uint8_t* octets) {
    std::uint32_t word = 0;
    std::memcpy(&word, octets, sizeof word);
    return low_first(word);
}
inline void put_word(std::uint8_t* octets, std::uint32_t word) {
    word = low_first(word);
    std::memcpy(octets, &word, sizeof word);
}
template <std::size_t kWords>
std::array<std::uint8_t, 4 * kWords> octets_of(const std::array<std::uint32_t, kWords>& words) {
    std::array<std::uint8_t, 4 * kWords> octets;
    for (std::size_t i = 0; i < kWords; ++i) put_word(&octets[4 * i], words[i]);
    return octets;
}
template <std::size_t kOctets>
std::array<std::uint32_t, kOctets / 4> words_of(const std::array<std::uint8_t, kOctets>& octets) {
    std::array<std::uint32_t, kOctets / 4> words;
    for (std::size_t i = 0; i < kOctets / 4; ++i) words[i] = word_of(&octets[4 * i]);
    return words;
}

}  // namespace niclab::base
