/// @file The receiving half of a connection: the octets received in order, the window, and the time
/// of acks.
///
/// Behaviour: positions are as in sender.h, of the other side's stream.
/// Source: RFC 793 section 3.7, RFC 1122 sections 4.2.3.2 and 4.2.3.3; 4.4BSD for the sizes of
///   window updates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

#include "tcp/policy.h"

namespace niclab::tcp {

/// Octets that arrived out of order, as intervals of positions.
class Reassembly {
public:
    bool empty() const { return intervals_.empty(); }
    /// Adds octets from `begin` up to, but not including, `end`; duplicates are kept once.
    void add(std::uint64_t begin, std::uint64_t end) {
        auto at = intervals_.upper_bound(begin);
        if (at != intervals_.begin() && std::prev(at)->second >= begin) --at;
        while (at != intervals_.end() && at->first <= end) {
            begin = std::min(begin, at->first);
            end = std::max(end, at->second);
            at = intervals_.erase(at);
        }
        intervals_.emplace(begin, end);
    }
    /// The end of the octets in order when they reach `next`; removes them.
    std::uint64_t follow(std::uint64_t next) {
        while (!intervals_.empty() && intervals_.begin()->first <= next) {
            next = std::max(next, intervals_.begin()->second);
            intervals_.erase(intervals_.begin());
        }
        return next;
    }

private:
    std::map<std::uint64_t, std::uint64_t> intervals_;  ///< Begin to end, without overlaps.
};

class Receiver {
public:
    Receiver(const Policy& policy, std::uint32_t buffer) : policy_(policy), buffer_(buffer) {}

    /// The handshake is over: segments of `mss` octets, windows advertised in units of 1 <<
    /// `shift`.
    void open(std::uint32_t mss, unsigned shift);
    /// The SYN or the FIN arrived in order.
    void skip() { ++next_, ++read_, ack_now_ = true; }
    /// Octets from `begin` up to, but not including, `end`, within the window. Returns the number
    /// of octets that are in order as a result.
    std::uint64_t take(base::Femtoseconds now, std::uint64_t begin, std::uint64_t end);
    /// The program read `octets` of the readable ones.
    void read(std::uint64_t octets);
    /// A segment arrived that requires an immediate answer.
    void answer() { ack_now_ = true; }

    std::uint64_t next() const { return next_; }
    std::uint64_t readable() const { return next_ - read_; }
    /// Octets beyond next() that are accepted, as advertised now.
    std::uint64_t window() const;
    /// The right edge of the advertised window.
    std::uint64_t edge() const { return std::max(edge_, next_); }
    bool ack_due() const { return ack_now_; }
    base::Femtoseconds deadline() const { return ack_at_; }
    void expire(base::Femtoseconds now);
    /// An ack with the present window was sent.
    void window_advertised();
    /// Sum of the times without an arrival during which an ack was delayed, for all delays that
    /// lasted to their end.
    base::Femtoseconds held_back() const { return held_back_; }

private:
    void count(base::Femtoseconds now, std::uint64_t octets);
    bool enough() const;
    bool tail(std::uint64_t octets) const;
    void round_buffer();
    void fill_stream_head(std::uint64_t octets);
    void drain_stream_head();

    const Policy& policy_;
    std::uint64_t buffer_;
    std::uint32_t mss_ = 536;
    unsigned shift_ = 0;
    std::uint64_t next_ = 0, read_ = 0, edge_ = 0;
    Reassembly early_;
    unsigned segments_ = 0;     ///< Not acknowledged.
    std::uint64_t octets_ = 0;  ///< Not acknowledged.
    std::uint64_t shrunk_ = 0;  ///< Part of the window used by data that arrived while the head of the stream was full.
    unsigned limit_ = 0;        ///< Of an adaptive ack rule: present value,
    unsigned most_ = 1;         ///< and maximum.
    bool ack_now_ = false;
    base::Femtoseconds ack_at_ = base::kNever;
    base::Femtoseconds came_at_ = 0, held_back_ = 0;
};

}  // namespace niclab::tcp
