/// @file Numbers in octets of descriptors, which are little-endian, and of packets, which are not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace niclab::i8254x {

using Octets = std::vector<std::uint8_t>;
using FramePtr = std::shared_ptr<const Octets>;

template <class Number>
Number little(const std::uint8_t* from) {
    Number value = 0;
    for (unsigned i = 0; i < sizeof value; ++i) value = Number(value | Number{from[i]} << 8 * i);
    return value;
}
template <class Number>
void put_little(std::uint8_t* to, Number value) {
    for (unsigned i = 0; i < sizeof value; ++i) to[i] = std::uint8_t(value >> 8 * i);
}
inline std::uint16_t big16(const std::uint8_t* from) { return std::uint16_t(from[0] << 8 | from[1]); }
inline std::uint32_t big32(const std::uint8_t* from) { return std::uint32_t{big16(from)} << 16 | big16(from + 2); }
inline void put_big16(std::uint8_t* to, std::uint32_t value) {
    to[0] = std::uint8_t(value >> 8), to[1] = std::uint8_t(value);
}
inline void put_big32(std::uint8_t* to, std::uint32_t value) {
    put_big16(to, value >> 16), put_big16(to + 2, value & 0xFFFF);
}

}  // namespace niclab::i8254x
