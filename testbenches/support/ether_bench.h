/// @file Stations on a cable: each has a MAC, its transceiver and clocks, frames from a list and a
/// record of all calls.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ether/mac.h"
#include "medium/attachment.h"
#include "support/frame_list.h"

namespace niclab::test {

/// Received frames.
class FrameRecord : public ether::OctetSink {
public:
    struct Frame {
        core::Femtoseconds at;
        std::vector<std::uint8_t> octets;
        ether::ReceiveStatus status;
    };
    std::vector<Frame> frames;
    bool keep = true;
    std::vector<core::Femtoseconds> given_at;  ///< Of each octet.
    /// Of a frame that has not ended, or of the last one.
    const std::vector<std::uint8_t>& octets() const { return octets_; }

    void begin() override { octets_.clear(); }
    void octet(std::uint8_t o) override { octets_.push_back(o), given_at.push_back(core::now_fs()); }
    void ended(const ether::ReceiveStatus& status) override {
        if (keep) frames.push_back({core::now_fs(), octets_, status});
    }

private:
    std::vector<std::uint8_t> octets_;
};

struct StationConfig {
    double at_m = 0;
    ether::MacConfig mac;
    medium::TransceiverConfig transceiver;
    core::Femtoseconds bit_fs = 100'000'000, phase_fs = 0;
};

class Station : public sc_core::sc_module, public medium::Attachment {
public:
    Station(sc_core::sc_module_name name, medium::Segment& segment, const StationConfig& config)
        : sc_module(name),
          Attachment(segment, config.at_m, config.bit_fs * config.mac.width, config.phase_fs, config.transceiver),
          mac("mac", txc, rxc, source, sink, config.mac) {
        mac.pins.bind(wires);
        source.now = core::now_fs;
    }
    /// `octets` without FCS, numbered, for MAC address 0.
    void send(std::size_t octets) {
        std::vector<std::uint8_t> frame(octets);
        for (std::size_t i = 0; i < octets; ++i) frame[i] = static_cast<std::uint8_t>(i * 7 + source.frames.size());
        source.frames.push_back(std::move(frame));
        mac.request();
    }

    FrameList source;
    FrameRecord sink;
    ether::Mac mac;
};

}  // namespace niclab::test
