/// @file The cabling of a line: a cable with taps, or a repeater with a cable per station; and the
/// frames on it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "medium/frame_transaction.h"

namespace niclab::medium {

class Cabling {
public:
    struct Config {
        SegmentConfig cable;
        unsigned mbps = 10;
        std::optional<core::Femtoseconds> repeater_phase{};  ///< Of its oscillator; nothing: without a repeater.
        std::string frames = "frames";                       ///< The begin of the names of modules for frames.
    };
    explicit Cabling(const Config& config) : cable_(config.cable), frames(config.mbps, config.frames) {
        if (!config.repeater_phase) return;
        hub_ = std::make_unique<Hub>(*config.repeater_phase);
        frames.set_repeater(hub_->repeater);
    }
    /// The cable of the next station: that of all, or a new one of `length_m` to the repeater.
    Segment& cable(const std::string& name, double length_m) {
        if (!hub_ && !cables_.empty()) return *cables_.front();
        cables_.push_back(std::make_unique<Segment>(name.c_str(), cable_));
        frames.add_cable(*cables_.back());
        if (hub_) hub_->repeater.attach(*cables_.back(), length_m);
        return *cables_.back();
    }
    /// Of the repeater.
    std::vector<core::Clock*> clocks() { return hub_ ? std::vector{&hub_->clock} : std::vector<core::Clock*>{}; }

private:
    const SegmentConfig cable_;
    std::vector<std::unique_ptr<Segment>> cables_;
    std::unique_ptr<Hub> hub_;

public:
    FrameTransactions frames;
};

}  // namespace niclab::medium
