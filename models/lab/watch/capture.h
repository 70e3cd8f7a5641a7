/// @file  Captures of a run: one interface a tap and direction, what each tap says of its packets.
///
/// Passive. PDUs are put together from the cells at the UTOPIA tap, so that one with a CRC error shows as it arrived;
/// host packets are what reaches the program undamaged.
#pragma once

#include <map>
#include <memory>

#include "lab/bench/bench.h"
#include "lab/run/runner.h"
#include "probe/capture/capture_cells.h"
#include "probe/capture/capture_frames.h"
#include "probe/capture/capture_pdus.h"
#include "probe/capture/capture_queue.h"
#include "probe/capture/capture_stages.h"

namespace niclab::lab {

class Capture {
public:
    /// Opens the file. Throws core::ConfigError for taps nobody knows and for a file that cannot be written.
    Capture(const Experiment& experiment, const RunOptions& options);
    ~Capture();

    /// Listens to one direction; `tracker` must be connected to it already.
    void add(const std::string& direction, Side& sender, Side& receiver, const fiber::Fiber& fiber,
             const LineNet& arrive, const probe::PduTracker& tracker);
    /// All PDUs sent so far are delivered or lost.
    void end_run();
    /// Puts the file in place. Throws core::ConfigError when it cannot be written.
    void finish();
    /// Throws core::ConfigError when the file could not be written.
    void check_output() const { file_.check_output(); }

private:
    struct Direction;
    struct PduTap;

    bool wanted(const std::string& tap) const;
    std::uint32_t add_interface(const Direction& direction, const std::string& tap, const std::string& where);
    void add_cells(Direction& direction, Side& receiver);
    void add_pdus(Direction& direction, core::Tap<atm::Cell, core::Femtoseconds>& cells, const std::string& tap,
                  const std::string& where, probe::Moment moment);
    void add_packets(Direction& direction, Side& receiver);
    void add_line(Direction& direction, const fiber::Fiber& fiber, const LineNet& arrive, const sonet::Format& format);
    void packet(std::uint32_t interface, core::Femtoseconds at, const host::NetDevice::Received& received,
                const std::string& comment);
    void take_line_cells(Direction& direction, const probe::FrameReader::Frame& frame, core::Femtoseconds at);
    void release(Direction& direction, const std::vector<std::size_t>& ended);

    std::vector<std::string> taps_;
    std::uint8_t sunatm_kind_;  ///< Of the encapsulation.
    probe::Pcapng file_;
    probe::CaptureQueue queue_;
    std::vector<std::unique_ptr<Direction>> directions_;
};

/// The taps of "a,b,c". Throws core::ConfigError for a name nobody knows, found twice or not there.
std::vector<std::string> read_taps(const std::string& list);

/// Refuses, before anything was made, taps nobody knows and a capture in the waveform's file. Throws core::ConfigError.
void check_capture(const RunOptions& options);

}  // namespace niclab::lab
