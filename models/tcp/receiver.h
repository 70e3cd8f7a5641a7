/// @file  The receiving half of a connection: what came in order, the window, and when an ack is due.
///
/// Positions as in sender.h, of the other side's stream.
///
/// Source:  RFC 793 section 3.7, RFC 1122 sections 4.2.3.2 and 4.2.3.3; 4.4BSD for the sizes of window updates.
#pragma once

#include "tcp/policy.h"
#include "tcp/reassembly.h"

namespace niclab::tcp {

class Receiver {
public:
    Receiver(const Policy& policy, std::uint32_t buffer) : policy_(policy), buffer_(buffer) {}

    /// The handshake is over: segments of `mss` octets, windows told in units of 1 << `shift`.
    void open(std::uint32_t mss, unsigned shift);
    /// The SYN or the FIN came in its turn.
    void skip() { ++next_, ++read_, ack_now_ = true; }
    /// Octets from `begin` up to `end`, without it, within the window. Returns how many came in order by it.
    std::uint64_t take(base::Femtoseconds now, std::uint64_t begin, std::uint64_t end);
    /// The program took `octets` of what is readable.
    void read(std::uint64_t octets);
    /// Something came that has to be answered at once.
    void answer() { ack_now_ = true; }

    std::uint64_t next() const { return next_; }
    std::uint64_t readable() const { return next_ - read_; }
    /// Octets beyond next() that are welcome, as it is told now.
    std::uint64_t window() const;
    /// Beyond this nothing was asked for.
    std::uint64_t edge() const { return std::max(edge_, next_); }
    bool ack_due() const { return ack_now_; }
    base::Femtoseconds deadline() const { return ack_at_; }
    void expire(base::Femtoseconds now);
    /// An ack with the present window went.
    void told();
    /// How long nothing came while an ack waited for its time, all such waits together that lasted until then.
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
    std::uint64_t shrunk_ = 0;  ///< The window, by what came while the head of the stream was full.
    unsigned limit_ = 0;        ///< Of an ack rule that adapts: now,
    unsigned most_ = 1;         ///< and at most.
    bool ack_now_ = false;
    base::Femtoseconds ack_at_ = base::kNever;
    base::Femtoseconds came_at_ = 0, held_back_ = 0;
};

}  // namespace niclab::tcp
