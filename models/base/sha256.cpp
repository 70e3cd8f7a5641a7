#include "base/sha256.h"

#include <algorithm>
#include <cstring>

namespace niclab::base {

namespace {

constexpr std::array<std::uint32_t, 64> kRound = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

constexpr std::uint32_t rotated(std::uint32_t x, int n) { return x >> n | x << (32 - n); }

}  // namespace

void Sha256::block(const std::uint8_t* octets) {
    std::array<std::uint32_t, 64> w{};
    for (unsigned i = 0; i < 16; ++i)
        w[i] = std::uint32_t{octets[4 * i]} << 24 | std::uint32_t{octets[4 * i + 1]} << 16 |
               std::uint32_t{octets[4 * i + 2]} << 8 | octets[4 * i + 3];
    for (unsigned i = 16; i < 64; ++i)
        w[i] = (rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ w[i - 2] >> 10) + w[i - 7] +
               (rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 16];
    auto [a, b, c, d, e, f, g, h] = state_;
    for (unsigned i = 0; i < 64; ++i) {
        const std::uint32_t t1 =
            h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
        const std::uint32_t t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    const std::array<std::uint32_t, 8> sum{a, b, c, d, e, f, g, h};
    for (unsigned i = 0; i < 8; ++i) state_[i] += sum[i];
}

void Sha256::add(std::string_view octets) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(octets.data());
    std::size_t left = octets.size();
    while (left != 0) {
        const std::size_t begun = octets_ % kBlock, n = std::min(left, kBlock - begun);
        std::memcpy(rest_.data() + begun, from, n);
        from += n, left -= n, octets_ += n;
        if (octets_ % kBlock == 0) block(rest_.data());
    }
}

std::string Sha256::hex() {
    const std::uint64_t bits = octets_ * 8;
    std::string end(1, '\x80');
    end.resize(1 + (2 * kBlock - 9 - octets_ % kBlock) % kBlock);
    for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bits >> shift);
    add(end);
    std::string text;
    for (const std::uint32_t word : state_)
        for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
    return text;
}

std::string sha256(std::string_view octets) {
    Sha256 digest;
    digest.add(octets);
    return digest.hex();
}

}  // namespace niclab::base
