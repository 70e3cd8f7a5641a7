/// @file Frames to be sent, from a list, and the reports of a MAC about them.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <vector>

#include "ether/octet_interface.h"

namespace niclab::test {

class FrameList : public ether::OctetSource {
public:
    struct Began {
        std::uint64_t at;
        unsigned attempt;
    };
    struct Ended {
        std::uint64_t at;
        ether::TransmitStatus status;
    };
    std::function<std::uint64_t()> now;  ///< Clocks, or femtoseconds.
    std::deque<std::vector<std::uint8_t>> frames;
    ether::FrameOptions options;
    std::size_t empty_after = ~std::size_t{0};  ///< Octets that are available in time.
    bool certain = false;                       ///< Available octets are certain.
    bool again = false;                         ///< A frame that has ended is sent again.
    std::vector<Began> begun;
    std::vector<Ended> ended_;
    std::vector<unsigned> slots;  ///< Of each back-off.
    std::vector<bool> heartbeats;
    std::vector<std::uint64_t> asked_at;  ///< Of each octet.

    bool ready() override { return !frames.empty(); }
    ether::FrameOptions begin(unsigned attempt) override {
        begun.push_back({now(), attempt});
        next_ = 0;
        return options;
    }
    ether::NextOctet next() override {
        asked_at.push_back(now());
        if (next_ == frames.front().size()) return {ether::Supply::End};
        if (next_ >= empty_after) return {ether::Supply::Empty};
        return {ether::Supply::Octet, frames.front()[next_++]};
    }
    unsigned certain_octets() const override {
        return certain ? unsigned(std::min(frames.front().size(), empty_after) - next_) : 0;
    }
    /// Octets requested in the present attempt.
    std::size_t asked() const { return next_; }
    void collided(unsigned, unsigned s) override { slots.push_back(s); }
    void ended(const ether::TransmitStatus& status) override {
        ended_.push_back({now(), status});
        if (!again) frames.pop_front();
    }
    void heartbeat(bool seen) override { heartbeats.push_back(seen); }

private:
    std::size_t next_ = 0;
};

}  // namespace niclab::test
