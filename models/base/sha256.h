/// @file  SHA-256: a name for contents, by which results tell which program and which files they were made with.
///
/// Source:  FIPS 180-4; tests hold it against the vectors of NIST and against sha256sum.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace niclab::base {

class Sha256 {
public:
    void add(std::string_view octets);
    /// 64 hexadecimal digits of all that was added; nothing may be added after it.
    std::string hex();

private:
    static constexpr std::size_t kBlock = 64;
    void block(const std::uint8_t* octets);

    std::array<std::uint32_t, 8> state_{0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                        0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    std::array<std::uint8_t, kBlock> rest_{};
    std::uint64_t octets_ = 0;  ///< Added so far; the last octets_ % kBlock of them lie in rest_.
};

std::string sha256(std::string_view octets);

}  // namespace niclab::base
