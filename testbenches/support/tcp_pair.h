/// @file Two connections and a line between them, for tests: delay, rate, and a rule that selects
/// the lost segments.
#pragma once

#include <array>
#include <functional>
#include <map>

#include "tcp/connection.h"

namespace niclab::test {

struct TcpPair {
    using Time = base::Femtoseconds;
    struct Sent {
        Time at = 0;
        unsigned from = 0;
        tcp::Segment segment;
    };

    TcpPair(const tcp::Policy& a, const tcp::Policy& b, const tcp::ConnectionConfig& config_a,
            const tcp::ConnectionConfig& config_b)
        : ends{tcp::Connection(a, config_a), tcp::Connection(b, config_b)} {}

    /// The handshake begins: end 0 calls end 1.
    void connect() {
        ends[1].listen();
        ends[0].connect(now);
        flush();
    }
    /// End 0 writes `octets` as space becomes free; `message` octets per call.
    void send(std::uint64_t octets, std::uint32_t message = 8192) {
        to_write = octets, message_ = message;
        write();
    }
    /// Runs until there is no event left, or `end`.
    void run(Time end) {
        for (;;) {
            const Time timer = std::min(ends[0].deadline(), ends[1].deadline());
            const Time next = std::min(timer, on_way_.empty() ? base::kNever : on_way_.begin()->first);
            if (next > end || next == base::kNever) break;
            now = next;
            if (!on_way_.empty() && on_way_.begin()->first == now) arrive();
            for (tcp::Connection& c : ends)
                if (c.deadline() <= now) c.expire(now);
            flush();
            write();
        }
        if (end != base::kNever) now = end;
    }

    std::array<tcp::Connection, 2> ends;
    Time now = 1;
    Time delay = 5 * base::kMillisecond, octet_time = 0;
    std::function<bool(unsigned from, const tcp::Segment&)> lose = [](unsigned, const tcp::Segment&) { return false; };
    std::function<Time(unsigned from)> jitter = [](unsigned) { return Time{0}; };
    bool reads = true;  ///< End 1's program reads at once.
    std::vector<Sent> log;
    std::uint64_t to_write = 0, in_order = 0, read_octets = 0;
    bool sound = true;  ///< No octet was delivered before its arrival.

    void flush() {
        for (unsigned e : {0u, 1u}) {
            for (const tcp::Segment& s : ends[e].outgoing()) put(e, s);
            ends[e].outgoing().clear();
        }
    }
    void write() {
        while (to_write > 0 && ends[0].room() > 0) {
            const auto part =
                static_cast<std::uint32_t>(std::min<std::uint64_t>({to_write, ends[0].room(), message_ - written_}));
            to_write -= part;
            written_ = (written_ + part) % message_;
            ends[0].write(now, part, written_ == 0 || to_write == 0);
            flush();
        }
    }

private:
    void put(unsigned from, const tcp::Segment& s) {
        log.push_back({now, from, s});
        if (lose(from, s)) return;
        free_[from] = std::max(free_[from], now) + octet_time * (s.length + 40);
        on_way_.emplace(free_[from] + delay + jitter(from), Sent{now, from, s});
    }
    void arrive() {
        const Sent sent = on_way_.begin()->second;
        on_way_.erase(on_way_.begin());
        tcp::Connection& c = ends[1 - sent.from];
        c.receive(now, sent.segment);
        if (sent.from == 0) {
            mark(sent.segment);
            in_order = c.received();
            sound = sound && in_order <= prefix_;
        }
        flush();
        if (reads && c.readable() > 0) {
            if (sent.from == 0) read_octets += c.readable();
            c.read(now, c.readable());
        }
        flush();
    }

    /// An independent account with one flag per octet.
    void mark(const tcp::Segment& s) {
        if (came_.size() < s.offset + s.length) came_.resize(s.offset + s.length);
        std::fill_n(came_.begin() + std::ptrdiff_t(s.offset), s.length, char{1});
        while (prefix_ < came_.size() && came_[prefix_] != 0) ++prefix_;
    }

    std::multimap<Time, Sent> on_way_;
    std::vector<char> came_;
    std::size_t prefix_ = 0;
    Time free_[2] = {0, 0};
    std::uint32_t message_ = 8192, written_ = 0;
};

}  // namespace niclab::test
