#include "cable_frames.h"

#include "cable_rate.h"

namespace niclab::linux_kernel {

CableFrames::CableFrames(const medium::Segment& segment, unsigned mbps) : mbps_(mbps) {
    line_.cables.push_back(&segment);
}

void CableFrames::add_card(ether::Mac& mac, medium::Transceiver& transceiver, ether::SymbolWatch& watch) {
    add({&mac, &transceiver, &watch, is_full_duplex(mbps_), mbps_ == 10});
}

void CableFrames::add_peer(ether::Mac& mac, medium::Transceiver& transceiver) {
    add({&mac, &transceiver, nullptr, is_full_duplex(mbps_)});
}

void CableFrames::add(const medium::ConnectedStations::Station& station) {
    if (mbps_ == 100) return;
    const std::string name = "frames" + std::to_string(frames_.size());
    line_.stations.push_back(station);
    frames_.push_back(std::make_unique<medium::FrameTransaction>(name.c_str(), line_, frames_.size()));
}

void CableFrames::settle() {
    for (const auto& frame : frames_) frame->settle();
}

std::uint64_t CableFrames::clocks() const {
    std::uint64_t clocks = 0;
    for (const auto& frame : frames_) clocks += frame->clocks();
    return clocks;
}

}  // namespace niclab::linux_kernel
