/// @file The impairments of a line: bit errors, bursts of errors, loss of light, errors at a given
/// octet.
///
/// Behaviour: errors are drawn as distances to the next one, so that an octet without an error
///   costs three comparisons.
/// Source: a binary symmetric channel. Burst errors invert each bit with probability 1/2
///   (*assumed*).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "core/clock.h"

namespace niclab::fiber {

struct ImpairmentsConfig {
    double bit_error_rate = 0;                 ///< 0 .. 0.5, independent for each bit.
    double bursts_per_second = 0;              ///< Mean rate; bursts do not overlap.
    unsigned burst_octets = 16;                ///< 1 .. 100 000
    core::Femtoseconds light_off_from_fs = 0;  ///< Simulated time.
    core::Femtoseconds light_off_for_fs = 0;   ///< 0: the light stays on.
};

class Impairments {
public:
    struct Stats {
        std::uint64_t bit_errors = 0, bursts = 0, dark_octets = 0;
    };

    Impairments(const ImpairmentsConfig& config, core::Femtoseconds octet_fs, std::uint64_t seed, std::string_view name)
        : config_(config), random_(seed, name), burst_chance_(config.bursts_per_second * double(octet_fs) * 1e-15) {
        to_error_ = distance(config.bit_error_rate);
        to_burst_ = distance(burst_chance_);
    }

    /// The received value of the next octet of the line, which arrives at `now`.
    std::uint8_t apply(std::uint8_t octet, core::Femtoseconds now) {
        if (to_error_ < 8) octet ^= bit_errors();
        to_error_ -= 8;
        if (--to_burst_ < 0) octet ^= burst();
        if (!placed_.empty()) octet ^= placed();
        if (now - config_.light_off_from_fs < config_.light_off_for_fs) {
            ++stats_.dark_octets;
            return 0;
        }
        return octet;
    }
    /// No octet gets an error, unless one is placed. The distances then have no meaning.
    bool none() const { return none_ && placed_.empty(); }
    /// Number of coming octets that remain without errors, and the end of that time.
    std::uint64_t clean_octets() const {
        if (!placed_.empty() || burst_left_ > 0 || to_burst_ < 0) return 0;
        return static_cast<std::uint64_t>(std::min(to_error_ / 8, to_burst_));
    }
    core::Femtoseconds clean_until(core::Femtoseconds now) const {
        const core::Femtoseconds from = config_.light_off_from_fs, to = from + config_.light_off_for_fs;
        return to == from || now >= to ? ~core::Femtoseconds{0} : from;
    }
    /// Lets `octets` octets pass, at most clean_octets().
    void pass(std::uint64_t octets) {
        to_error_ -= static_cast<std::int64_t>(8 * octets);
        to_burst_ -= static_cast<std::int64_t>(octets);
    }
    /// Inverts the bits of `mask` in the octet that comes after `octets` others.
    void flip_after(std::uint32_t octets, std::uint8_t mask) { placed_.push_back({octets, mask}); }

    const Stats& stats() const { return stats_; }

private:
    struct Placed {
        std::uint32_t octets;
        std::uint8_t mask;
    };

    /// Number of trials without success before the next success.
    std::int64_t distance(double chance) {
        if (chance <= 0) return std::numeric_limits<std::int64_t>::max();
        const double d = std::floor(std::log1p(-random_.uniform01()) / std::log1p(-chance));
        return d < 9e18 ? static_cast<std::int64_t>(d) : std::numeric_limits<std::int64_t>::max();
    }
    std::uint8_t bit_errors() {
        std::uint8_t mask = 0;
        while (to_error_ < 8) {
            mask = static_cast<std::uint8_t>(mask | 0x80u >> to_error_);
            ++stats_.bit_errors;
            to_error_ += 1 + distance(config_.bit_error_rate);
        }
        return mask;
    }
    std::uint8_t burst() {
        if (burst_left_ == 0) {
            burst_left_ = config_.burst_octets;
            ++stats_.bursts;
        }
        if (--burst_left_ == 0) to_burst_ = distance(burst_chance_);
        const auto mask = static_cast<std::uint8_t>(random_.uniform(0, 255));
        stats_.bit_errors += static_cast<unsigned>(__builtin_popcount(mask));
        return mask;
    }
    std::uint8_t placed() {
        std::uint8_t mask = 0;
        for (std::size_t i = 0; i < placed_.size();) {
            if (placed_[i].octets-- == 0) {
                mask = static_cast<std::uint8_t>(mask ^ placed_[i].mask);
                stats_.bit_errors += static_cast<unsigned>(__builtin_popcount(placed_[i].mask));
                placed_[i] = placed_.back();
                placed_.pop_back();
            } else {
                ++i;
            }
        }
        return mask;
    }

    ImpairmentsConfig config_;
    base::RandomStream random_;
    double burst_chance_;
    bool none_ = config_.bit_error_rate <= 0 && burst_chance_ <= 0 && config_.light_off_for_fs == 0;
    std::int64_t to_error_ = 0, to_burst_ = 0;  ///< In bits and in octets.
    unsigned burst_left_ = 0;
    std::vector<Placed> placed_;
    Stats stats_;
};

}  // namespace niclab::fiber
