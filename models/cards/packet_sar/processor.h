/// @file The card's one processor, which both directions share.
///
/// Timing: a request in clock k without a wait is complete in clock k + clocks. Requests are served
///   round robin.
#pragma once

#include <array>
#include <cstdint>

#include "base/round_robin.h"

namespace niclab::packet_sar {

class Processor {
public:
    enum Job : unsigned { kSendPdu, kSendCell, kReceiveCell, kReceivePdu };
    static constexpr unsigned kJobs = 4;
    struct Stats {
        std::uint64_t busy_clocks = 0;
        std::uint64_t transmit_waits = 0, receive_waits = 0;  ///< Clocks during which a direction waited for the other
                                                              ///< one, or for itself.
    };

    /// One request at a time per job; without clocks it is complete at once.
    void ask(Job job, unsigned clocks) {
        if (clocks == 0) {
            done_ |= 1u << job;
            return;
        }
        asked_ |= 1u << job;
        clocks_[job] = clocks;
    }
    bool done(Job job) const { return (done_ >> job & 1u) != 0; }
    bool asked(Job job) const { return ((asked_ | done_) >> job & 1u) != 0; }
    void take(Job job) { done_ &= ~(1u << job); }
    bool idle() const { return asked_ == 0; }
    void reset() { asked_ = done_ = 0, serving_ = kNobody; }
    const Stats& stats() const { return stats_; }

    /// At the begin of a clock.
    void tick() {
        if (asked_ == 0) return;
        if (serving_ == kNobody) {
            serving_ = turns_.choose(asked_, kJobs);
            left_ = clocks_[static_cast<unsigned>(serving_)];
        }
        count_waits();
        ++stats_.busy_clocks;
        if (--left_ > 0) return;
        asked_ &= ~(1u << serving_), done_ |= 1u << serving_;
        serving_ = kNobody;
    }

private:
    static constexpr int kNobody = -1;
    static constexpr std::uint32_t kTransmitJobs = 1u << kSendPdu | 1u << kSendCell;

    void count_waits() {
        const std::uint32_t waiting = asked_ & ~(1u << serving_);
        if (waiting & kTransmitJobs) ++stats_.transmit_waits;
        if (waiting & ~kTransmitJobs) ++stats_.receive_waits;
    }

    std::uint32_t asked_ = 0, done_ = 0;
    std::array<unsigned, kJobs> clocks_{};
    unsigned left_ = 0;
    int serving_ = kNobody;
    base::RoundRobin turns_;
    Stats stats_;
};

}  // namespace niclab::packet_sar
