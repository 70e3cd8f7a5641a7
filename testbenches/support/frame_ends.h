/// @file Ends of Ethernet links for tests: frames from a list, and a record of all events.
#pragma once

#include <deque>

#include "net/ether_mac.h"

namespace niclab::test {

/// A packet of UDP with a frame of `octets` with FCS, 64 to 1518.
inline tcp::Packet packet_of(unsigned octets, tcp::Address from = 1, tcp::Address to = 2) {
    tcp::Packet p;
    p.source = from, p.destination = to, p.protocol = tcp::Protocol::Udp;
    p.datagram.length = octets - 46;
    return p;
}

struct FrameEnd : net::FrameStation {
    std::deque<net::Frame> frames;
    bool again = false;  ///< A frame that is gone is sent again.
    std::vector<ether::Outcome> outcomes;
    std::vector<base::Femtoseconds> came;
    unsigned spoilt = 0;
    base::EventQueue* event_queue = nullptr;

    const net::Frame* next(unsigned) const override { return frames.empty() ? nullptr : &frames.front(); }
    void gone(unsigned, ether::Outcome outcome) override {
        outcomes.push_back(outcome);
        if (!again) frames.pop_front();
    }
    void arrived(unsigned, const net::Frame&, bool whole) override {
        if (whole)
            came.push_back(event_queue->now());
        else
            ++spoilt;
    }
};

/// Two of them on a link.
struct FrameLink {
    FrameLink(const net::EtherMacConfig& a, const net::EtherMacConfig& b, std::uint64_t seed = 1)
        : macs{net::EtherMac(event_queue, a, seed), net::EtherMac(event_queue, b, seed)} {
        for (const unsigned k : {0u, 1u}) {
            macs[k].connect(macs[1 - k]);
            macs[k].serve(ends[k], 0);
            ends[k].event_queue = &event_queue;
        }
    }
    void send(unsigned end, unsigned octets) {
        ends[end].frames.push_back({packet_of(octets)});
        macs[end].request();
    }
    base::EventQueue event_queue;
    std::array<FrameEnd, 2> ends;
    std::array<net::EtherMac, 2> macs;
};

}  // namespace niclab::test
