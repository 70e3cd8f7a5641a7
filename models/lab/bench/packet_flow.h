/// @file A flow of packets between two hosts with a TCP, which it does not use: its packets are
/// datagrams of UDP, and each has its time.
///
/// Behaviour: a kind of lab/flows defines when the first program sends, and whether the second one
///   returns each packet. The time of a packet begins when it is due, which is before it is sent if
///   its program is still busy. It ends when the other program has read it. Packets of a host arrive
///   in order: those that were sent before one that has arrived are lost. A program that awaits a
///   result gives up after 10 s (*assumed*). Without a number of packets the flow is over at the end
///   of its duration, with one when each has arrived or is lost.
///   A stream waits for its host's interface like netperf's UDP_STREAM. Other kinds do not: a packet
///   for which the interface's queue has no place is lost.
#pragma once

#include <deque>

#include "apps/app.h"
#include "lab/bench/frame_source.h"

namespace niclab::lab {

class PacketFlow : public apps::App, private flows::Progress {
public:
    struct Config {
        const SegmentFlow& packets;
        apps::Buffers buffers;
        base::Femtoseconds duration;
        std::uint64_t seed;
    };
    PacketFlow(const apps::Ends& ends, const Config& config);

    void start() override;
    apps::Outcome outcome() const override { return outcome_; }

private:
    struct Due {
        std::uint32_t octets;
        base::Femtoseconds at;
    };
    struct UnderWay {
        std::uint64_t offset;      ///< Of its payload in all data that its program sent.
        base::Femtoseconds begun;  ///< Its time.
        base::Femtoseconds asked;  ///< That of the packet that it returns.
    };
    /// One direction.
    struct Way {
        std::uint64_t offset = 0;  ///< Of the next packet.
        std::deque<UnderWay> packets{};
        std::size_t given_up = 0;  ///< Of these, from the first on.
    };
    std::size_t outstanding() const override {
        std::size_t sum = 0;
        for (const Way& way : ways_) sum += way.packets.size() - way.given_up;
        return sum;
    }
    bool idle() const override { return !sending_ && due_.empty(); }
    base::Femtoseconds now() const { return ends_.from.now(); }

    void offer(unsigned octets);
    void send_next();
    void sent(std::uint64_t);
    void arrived(std::uint64_t);
    void returned(std::uint64_t);
    void came_back(std::uint64_t);
    base::Femtoseconds take(unsigned way, const tcp::Datagram& datagram);
    static void drop_first(Way& way);
    void has_result();
    void go_on();
    void await();
    void give_up(std::uint64_t);
    void time_over(std::uint64_t);
    void end();

    apps::Ends ends_;
    const Config config_;
    stack::UdpSocket &out_, &in_;
    FrameSource source_;
    std::deque<Due> due_;  ///< Packets that wait for their program.
    std::array<Way, 2> ways_;
    base::Femtoseconds last_sent_ = 0;
    bool sending_ = false, waits_ = false;  ///< A call of give_up() is scheduled.
    apps::Outcome outcome_;
};

}  // namespace niclab::lab
