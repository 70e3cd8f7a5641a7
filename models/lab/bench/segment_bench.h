/// @file The stations and cables of a segment at signal level, ready to run.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "base/event_queue.h"
#include "core/tap.h"
#include "lab/bench/cable_mac.h"
#include "lab/experiment/segment.h"
#include "medium/cabling.h"

namespace niclab::lab {

/// A frame that a program passes on, and its number in the run.
struct SegmentFrame {
    std::size_t number = 0;
    std::vector<std::uint8_t> octets;  ///< Without FCS, padded.
};

/// A station of a segment for programs: frames wait in a queue, are sent in order, and are
/// received whole.
class SegmentStation : public CableMac {
public:
    SegmentStation(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, medium::Segment& cable,
                   const Config& config);

    /// Report, in a SyncScope, a frame that has left the queue, sent or aborted, and one that was
    /// received, with its FCS.
    std::function<void(const SegmentFrame&, const ether::TransmitStatus&)> left;
    std::function<void(const std::vector<std::uint8_t>&, const ether::ReceiveStatus&)> received;

    /// Reports each frame that a program passes on.
    core::Tap<> offered;
    /// Reports each frame that was received for this host, or received damaged, with its FCS.
    core::Tap<std::vector<std::uint8_t>> taken;
    /// Reports changes of TXEN and CRS.
    core::Tap<bool> sends, senses;

    void send(SegmentFrame frame);
    std::size_t waiting() const { return queue_.size(); }
    /// The card is not ready for its next frame until release().
    void hold() { held_ = true; }
    void release();

private:
    bool ready() override { return !held_ && !queue_.empty(); }
    void load() override { octets_ = queue_.front().octets; }
    void ended(const ether::TransmitStatus& status) override;
    void ended(const ether::ReceiveStatus& status) override;
    void on_txen() { sends(core::now_fs(), wires.txen.read()); }
    void on_crs() { senses(core::now_fs(), wires.crs.read()); }

    std::deque<SegmentFrame> queue_;
    bool held_ = false;
};

class SegmentBench : public sc_core::sc_module {
public:
    /// `whole`: frames are transferred without pins if nothing else can happen
    /// (medium/frame_transaction.h).
    SegmentBench(sc_core::sc_module_name name, const SegmentExperiment& experiment, bool whole);

    /// Events of programs.
    base::EventQueue event_queue;
    core::KernelBridge kernel_bridge{"programs", event_queue};
    medium::Cabling cabling;
    SegmentStation& station(std::size_t host) { return *stations_[host]; }
    base::Femtoseconds now() const { return core::now_fs(); }

private:
    std::vector<std::unique_ptr<SegmentStation>> stations_;
};

}  // namespace niclab::lab
