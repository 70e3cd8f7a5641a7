/// @file A host that is only a MAC: it generates frames and counts those for it. It has no CPU, no
/// TCP and no card.
///
/// Behaviour: frames wait in a queue and are sent in order. A received frame is counted at once.
///   The frames have a datagram of UDP, so that captures show them and drops have their flow.
#pragma once

#include <deque>
#include <vector>

#include "apps/app.h"
#include "core/tap.h"
#include "lab/bench/frame_source.h"
#include "net/frame_port.h"

namespace niclab::lab {

class MacFlow;

class MacHost : public net::FrameStation {
public:
    struct Stats {
        std::uint64_t sent = 0, received = 0;  ///< Frames passed to the MAC's queue, and received for this host.
        std::uint64_t not_for_us = 0;
    };
    MacHost(base::EventQueue& event_queue, net::FramePort& mac, tcp::Address address);

    void send(const net::Frame& frame);
    /// A flow of which it sends or receives the frames, identified by their port.
    void add(MacFlow& flow) { flows_.push_back(&flow); }
    std::size_t waiting() const { return out_.size(); }
    tcp::Address address() const { return address_; }
    const Stats& stats() const { return stats_; }
    core::Tap<stack::Loss> dropped;
    /// Reports a frame that is passed to the MAC's queue.
    core::Tap<net::Frame> offered;
    /// Reports whole frames that left for the line, or arrived for this host.
    core::Tap<net::Frame> passed;

    const net::Frame* next(unsigned port) const override;
    void gone(unsigned port, ether::Outcome outcome) override;
    void arrived(unsigned port, const net::Frame& frame, bool whole) override;

private:
    MacFlow* flow_of(const net::Frame& frame) const;

    base::EventQueue& event_queue_;
    net::FramePort& mac_;
    const tcp::Address address_;
    std::vector<MacFlow*> flows_;
    std::deque<net::Frame> out_;
    Stats stats_;
};

/// A flow of frames from one such host to another.
///
/// Behaviour: without a number of frames it is over at the end of its duration. With one it is over
///   when all have left or are lost.
class MacFlow : public apps::App {
public:
    struct Config {
        const SegmentFlow& frames;
        base::Femtoseconds duration;
        std::uint16_t port;  ///< Of its datagrams.
        std::uint64_t seed;
    };
    MacFlow(base::EventQueue& event_queue, MacHost& from, MacHost& to, const Config& config);

    void start() override;
    apps::Outcome outcome() const override { return outcome_; }
    std::uint16_t port() const { return config_.port; }
    /// Reports a frame for which the host's queue has no place.
    core::Tap<stack::Loss> refused;

    void left();
    void received(const net::Frame& frame);

private:
    void offer(unsigned octets);
    void end(std::uint64_t);
    net::Frame make(unsigned octets);

    base::EventQueue& event_queue_;
    MacHost& from_;
    const Config config_;
    const tcp::Address to_;
    FrameSource source_;
    std::uint64_t left_ = 0;
    apps::Outcome outcome_;
};

}  // namespace niclab::lab
