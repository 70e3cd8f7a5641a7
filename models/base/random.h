/// @file Random streams with a seed, equal on every machine and with every standard library.
#pragma once

#include <boost/random/bernoulli_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <cstdint>
#include <string_view>

namespace niclab::base {

/// One random stream of one experiment. Streams of different names are independent, so that a new
/// module in a model does not change the draws of other modules.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::string_view name) : engine_(mix(seed, name)) {}

    /// Integer in [lo, hi], both included.
    std::int64_t uniform(std::int64_t lo, std::int64_t hi) {
        return boost::random::uniform_int_distribution<std::int64_t>(lo, hi)(engine_);
    }
    /// Real in [0, 1).
    double uniform01() { return boost::random::uniform_01<double>()(engine_); }
    /// True with probability `p` in [0, 1].
    bool chance(double p) { return uniform01() < p; }

private:
    /// FNV-1a over the name and the octets of the seed.
    static std::uint64_t mix(std::uint64_t seed, std::string_view name) {
        std::uint64_t h = 0xCBF29CE484222325u;
        const auto add = [&h](std::uint8_t octet) { h = (h ^ octet) * 0x100000001B3u; };
        for (const char c : name) add(static_cast<std::uint8_t>(c));
        for (int shift = 0; shift < 64; shift += 8) add(static_cast<std::uint8_t>(seed >> shift));
        return h;
    }
    boost::random::mt19937_64 engine_;
};

}  // namespace niclab::base
