/// @file The captures of a run: one interface per tap and direction, and per flow if that is known;
/// and the comments of each tap.
///
/// Behaviour: with RunOptions::pcap_split each tap has its own file, so each file has one link
///   type. Captures are passive. PDUs are reassembled from the cells at the UTOPIA tap, so that one
///   with a CRC error is captured as it arrived. Host packets are those that reach the program
///   undamaged.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "lab/bench/bench.h"
#include "lab/run/runner.h"
#include "lab/watch/streams.h"
#include "probe/capture/capture_cells.h"
#include "probe/capture/capture_frames.h"
#include "probe/capture/capture_pdus.h"
#include "probe/capture/capture_queue.h"
#include "probe/capture/capture_stages.h"

namespace niclab::lab {

class Capture {
public:
    /// Opens the file. Throws core::ConfigError for unknown taps and for a file that cannot be
    /// written.
    Capture(const Experiment& experiment, const RunOptions& options);
    ~Capture();

    /// Observes a hop and its streams; `tracker` must be connected to it before.
    void add(const Hop& hop, const std::vector<WatchedStream>& streams, const probe::PduTracker& tracker);
    /// Between Ethernet cards there is one tap: "frames", which is also the default.
    bool takes_frames() const;
    /// Observes a hop between two Ethernet cards.
    void add_frames(const Hop& hop, const std::vector<WatchedStream>& streams);
    /// All PDUs sent up to now are delivered or lost.
    void end_run();
    /// Completes the file. Throws core::ConfigError if it cannot be written.
    void finish();
    /// Throws core::ConfigError if a write has failed.
    void check_output() const;
    /// A sentence if tools of libpcap cannot read the file; else empty. To be called after the last
    /// add().
    std::string warning() const;

private:
    struct Direction;
    struct PduTap;
    /// A capture file with its records in the order of time.
    struct File {
        File(const std::string& path, const probe::Pcapng::Section& section);
        probe::Pcapng pcapng;
        probe::CaptureQueue queue;
    };
    /// An interface of a file.
    struct Port {
        File* file = nullptr;
        std::uint32_t number = 0;
        void add(core::Femtoseconds at, std::vector<std::uint8_t> octets, const std::string& comment,
                 core::Femtoseconds now) const {
            file->queue.add({number, at, std::move(octets), comment}, now);
        }
    };
    struct PacketTap {
        Port port;
        std::uint8_t sunatm_kind;  ///< Of the encapsulation.
    };

    bool wanted(const std::string& tap) const;
    /// The file of a tap, opened for the first of them.
    File& file_of(const std::string& tap);
    Port add_interface(const std::string& name, const std::string& tap, const std::string& where);
    void add_cells(Direction& direction);
    void add_pdus(Direction& direction, core::Tap<atm::Cell, core::Femtoseconds>& cells, const std::string& tap,
                  const std::string& where, probe::EventKind moment);
    void add_packets(Direction& direction, const WatchedStream& stream);
    void add_line(Direction& direction);
    void packet(const PacketTap& tap, core::Femtoseconds at, const host::NetDevice::Received& received,
                const std::string& comment);
    void take_line_cells(Direction& direction, const probe::FrameReader::Frame& frame, core::Femtoseconds at);
    void release(Direction& direction, const std::vector<std::size_t>& ended);

    std::vector<std::string> taps_;
    std::string path_;
    bool split_;
    probe::Pcapng::Section section_;
    std::map<std::string, std::unique_ptr<File>> files_;  ///< By tap; "" for one file for all.
    std::set<std::uint16_t> link_types_;                  ///< Of all interfaces.
    std::vector<std::unique_ptr<Direction>> directions_;
};

/// The taps of "a,b,c". Throws core::ConfigError for a name that is unknown, repeated or not
/// available.
std::vector<std::string> read_taps(const std::string& list);

/// Rejects, before anything is created, unknown taps and a capture in the waveform's file. Throws
/// core::ConfigError.
void check_capture(const RunOptions& options);

}  // namespace niclab::lab
