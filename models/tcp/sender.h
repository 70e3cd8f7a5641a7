/// @file The sending half of a connection: the octets that may be sent now, those to retransmit,
/// and the times.
///
/// Behaviour: a position counts from the SYN, which is 0; octet k of the stream is 1 + k, the FIN
///   comes after the last one.
/// Source: RFC 793, RFC 896, RFC 1122 section 4.2.3; the order of decisions is tcp_output's of
///   4.4BSD.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "tcp/policy.h"

namespace niclab::tcp {

/// Round-trip time and retransmission timeout.
///
/// Source: Jacobson, Congestion Avoidance and Control (1988), appendix A; RFC 1122 section 4.2.3.1.
///   The caller applies Karn's rule: a retransmitted segment is not a sample.
class RttEstimator {
public:
    explicit RttEstimator(const Policy& policy) : policy_(policy) {}

    void sample(base::Femtoseconds rtt) {
        const double m = double(rtt);
        variation_ = known_ ? variation_ + 0.25 * (std::abs(m - smoothed_) - variation_) : m / 2;
        smoothed_ = known_ ? smoothed_ + 0.125 * (m - smoothed_) : m;
        known_ = true;
        backoff_ = 0;
    }
    /// After a timeout the next one is twice as long.
    void back_off() { ++backoff_; }
    void progress() { backoff_ = 0; }

    /// 0: none known.
    base::Femtoseconds smoothed() const { return static_cast<base::Femtoseconds>(smoothed_); }
    base::Femtoseconds timeout() const {
        const auto measured =
            static_cast<base::Femtoseconds>(smoothed_ + std::max(4 * variation_, double(policy_.tick)));
        base::Femtoseconds rto = known_ ? std::max(measured, policy_.rto_min) : policy_.rto_initial;
        for (unsigned k = 0; k < backoff_ && rto < policy_.rto_max; ++k) rto *= 2;
        return std::min(rto, policy_.rto_max);
    }
    /// Expiry of a timer that is set now: at a tick of its clock.
    base::Femtoseconds deadline(base::Femtoseconds now) const {
        const base::Femtoseconds at = now + timeout();
        return policy_.tick == 0 ? at : (at + policy_.tick - 1) / policy_.tick * policy_.tick;
    }

private:
    const Policy& policy_;
    bool known_ = false;
    double smoothed_ = 0, variation_ = 0;
    unsigned backoff_ = 0;
};

/// Slow start, congestion avoidance, fast retransmit and Reno's recovery.
///
/// Source: Jacobson (1988); RFC 2001, which documents 4.4BSD.
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

class Sender {
public:
    struct Piece {
        std::uint64_t position = 0;
        std::uint32_t length = 0;  ///< Octets of payload.
        bool syn = false, fin = false, push = false;
        bool again = false;  ///< It was sent before, at least in part.
    };
    struct Stats {
        std::uint64_t segments = 0, retransmitted = 0, timeouts = 0, fast_retransmits = 0, probes = 0, duplicates = 0;
        std::uint64_t octets_again = 0;
        base::Femtoseconds stalled = 0;  ///< Sum of the times from the last progress to a time-out.
        double under_way = 0;  ///< Octets sent and not acknowledged, multiplied by femtoseconds, up to the last change.
    };

    /// `buffer`: maximum of octets written and not acknowledged. `no_delay`: TCP_NODELAY.
    Sender(const Policy& policy, std::uint32_t buffer, bool no_delay)
        : policy_(policy), buffer_(buffer), no_delay_(no_delay), rtt_(policy) {}

    /// The handshake is over: segments of up to `mss` octets, or less (mss()), windows up to 65535
    /// << `shift`.
    void open(std::uint32_t mss, unsigned shift);
    /// Octets that the program may write now.
    std::uint32_t room() const;
    /// `octets` up to room(); `end`: a call ends with the last of them.
    void write(std::uint32_t octets, bool end);
    /// A FIN follows the written data.
    void close() { closing_ = true; }
    bool closing() const { return closing_; }

    /// The calls of next() that follow are one output.
    void begin_output() { idle_ = highest_ == una_; }
    /// The next piece that may be sent now, or nothing.
    std::optional<Piece> next(base::Femtoseconds now);
    /// An ack for all before `position`. `window`: octets that the peer accepts from there. `pure`:
    /// without payload and with an unchanged window. `sample`: of timestamps, 0: none.
    void acknowledged(base::Femtoseconds now, std::uint64_t position, std::uint64_t window, bool pure,
                      base::Femtoseconds sample);
    void expire(base::Femtoseconds now);
    base::Femtoseconds deadline() const { return std::min(retransmit_at_, persist_at_); }

    std::uint64_t unacknowledged() const { return una_; }
    std::uint64_t next_position() const { return next_; }
    std::uint64_t highest() const { return highest_; }
    std::uint64_t written() const { return end_ - 1; }  ///< Octets.
    bool fin_acknowledged() const { return closing_ && una_ == end_ + 1; }
    const Congestion& congestion() const { return congestion_; }
    const RttEstimator& rtt() const { return rtt_; }
    std::uint64_t peer_window() const { return window_; }
    std::uint32_t mss() const { return mss_; }
    const Stats& stats() const { return stats_; }
    /// Stats::under_way up to `now`.
    double under_way(base::Femtoseconds now) const {
        return stats_.under_way + double(highest_ - una_) * double(now - under_way_at_);
    }

private:
    void under_way_changes(base::Femtoseconds now) { stats_.under_way = under_way(now), under_way_at_ = now; }
    std::uint64_t allowed() const { return std::min(window_, congestion_.window()); }
    std::uint64_t last() const { return end_ + (closing_ ? 1 : 0); }
    std::uint32_t whole_tail(std::uint32_t length, std::uint64_t usable) const;
    bool may_go(std::uint32_t length, std::uint64_t have) const;
    Piece piece(base::Femtoseconds now, std::uint64_t position, std::uint32_t length);
    Piece probe(base::Femtoseconds now);
    void give_back();
    void wait_for_window(base::Femtoseconds now);
    void new_ack(base::Femtoseconds now, std::uint64_t position, base::Femtoseconds sample);
    void time_out(base::Femtoseconds now);
    void measure(base::Femtoseconds now, base::Femtoseconds sample);

    const Policy& policy_;
    std::uint32_t buffer_;
    bool no_delay_;
    std::uint32_t mss_ = 536;
    bool open_ = false, closing_ = false;
    bool idle_ = true;  ///< Nothing was unacknowledged when the present output began.
    std::uint64_t una_ = 0, next_ = 0, highest_ = 0, end_ = 1;
    std::uint64_t window_ = 1, largest_window_ = 0;
    std::deque<std::uint64_t> ends_;  ///< Ends of write calls; for policies that keep them separate.
    Congestion congestion_;
    RttEstimator rtt_;
    bool timing_ = false, first_again_ = false, probing_ = false;
    std::uint64_t timed_ = 0;
    base::Femtoseconds under_way_at_ = 0;
    base::Femtoseconds progress_at_ = 0;  ///< Time of the last new ack, or of the first transmission when nothing was
                                          ///< outstanding.
    base::Femtoseconds timed_at_ = 0, last_sent_ = 0, retransmit_at_ = base::kNever, persist_at_ = base::kNever;
    Stats stats_;
};

}  // namespace niclab::tcp
