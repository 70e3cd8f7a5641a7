/// @file Slow start, congestion avoidance, fast retransmit and Reno's recovery.
///
/// Source: Jacobson (1988); RFC 2001, which documents 4.4BSD.
#pragma once

#include <algorithm>
#include <cstdint>

namespace niclab::tcp {

class Congestion {
public:
    /// `most`: limit of the window in octets.
    void open(std::uint32_t mss, unsigned initial_segments, std::uint64_t most) {
        mss_ = mss, window_ = std::uint64_t{mss} * initial_segments, most_ = most;
    }
    std::uint64_t window() const { return window_; }
    std::uint64_t threshold() const { return threshold_; }
    bool recovering() const { return duplicates_ >= kDuplicates; }

    /// New octets were acknowledged.
    void acknowledged() {
        if (recovering()) {
            window_ = std::min(window_, threshold_);
        } else {
            window_ += window_ <= threshold_ ? mss_ : std::max<std::uint64_t>(1, std::uint64_t{mss_} * mss_ / window_);
        }
        window_ = std::min(window_, most_);
        duplicates_ = 0;
    }
    /// An ack without news; returns true if the first segment is to be retransmitted at once.
    /// `flight`: octets that may be outstanding.
    bool duplicate(std::uint64_t flight) {
        ++duplicates_;
        if (duplicates_ > kDuplicates) window_ += mss_;
        if (duplicates_ != kDuplicates) return false;
        halve(flight);
        window_ = threshold_ + kDuplicates * mss_;
        return true;
    }
    void no_duplicate() {
        if (!recovering()) duplicates_ = 0;
    }
    void timed_out(std::uint64_t flight) {
        halve(flight);
        restart();
        duplicates_ = 0;
    }
    /// Slow start from one segment.
    void restart() { window_ = mss_; }

private:
    static constexpr unsigned kDuplicates = 3;
    void halve(std::uint64_t flight) {
        threshold_ = std::max<std::uint64_t>(2, std::min(flight, window_) / 2 / mss_) * mss_;
    }
    std::uint32_t mss_ = 536;
    std::uint64_t window_ = 536, threshold_ = ~std::uint64_t{0}, most_ = 65535;
    unsigned duplicates_ = 0;
};

}  // namespace niclab::tcp
