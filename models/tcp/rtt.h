/// @file Round-trip time and retransmission timeout.
///
/// Source: Jacobson, Congestion Avoidance and Control (1988), appendix A; RFC 1122 section 4.2.3.1.
///   The caller applies Karn's rule: a retransmitted segment is not a sample.
#pragma once

#include <algorithm>

#include "tcp/policy.h"

namespace niclab::tcp {

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

}  // namespace niclab::tcp
