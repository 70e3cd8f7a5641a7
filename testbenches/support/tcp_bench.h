/// @file The simplest TCP on both ends of a line with a round-trip time of 10 ms.
#pragma once

#include <gtest/gtest.h>

#include "support/tcp_pair.h"

namespace niclab::test {

/// The simplest TCP: it acknowledges each segment at once and sends at once.
inline tcp::Policy plain() {
    tcp::Policy p;
    p.ack = {tcp::AckRule::Count::Segments, 1};
    p.tick = base::kMillisecond;
    p.rto_min = 500 * base::kMillisecond;
    return p;
}

inline tcp::ConnectionConfig config(std::uint32_t mss, std::uint32_t buffer) {
    tcp::ConnectionConfig c;
    c.mss = static_cast<std::uint16_t>(mss);
    c.send_buffer = c.receive_buffer = buffer;
    return c;
}

struct TcpBench : TcpPair {
    explicit TcpBench(const tcp::Policy& p, const tcp::ConnectionConfig& c = config(1000, 60000))
        : TcpPair(p, p, c, c) {}
    /// Segments of end 0 with payload.
    std::vector<Sent> data() const {
        std::vector<Sent> found;
        for (const Sent& s : log)
            if (s.from == 0 && s.segment.length > 0) found.push_back(s);
        return found;
    }
    std::vector<Sent> acks() const {
        std::vector<Sent> found;
        for (const Sent& s : log)
            if (s.from == 1 && !s.segment.syn) found.push_back(s);
        return found;
    }
    /// Number of segments with payload that were sent from `begin` on and before `end`.
    std::size_t sent_in(Time begin, Time end) const {
        std::size_t n = 0;
        for (const Sent& s : data()) n += s.at >= begin && s.at < end;
        return n;
    }
    void open() {
        connect();
        run(now + 10 * delay);
        ASSERT_EQ(ends[0].state(), tcp::State::Established);
        ASSERT_EQ(ends[1].state(), tcp::State::Established);
    }
};

}  // namespace niclab::test
