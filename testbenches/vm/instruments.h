/// @file The observers of a machine with a guest: accesses, packets, spans and a waveform.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "access_log.h"
#include "machine.h"
#include "probe/capture/pcapng.h"
#include "spans.h"
#include "wave_window.h"

namespace niclab::vm {

class Instruments {
public:
    struct Config {
        std::string accesses;     ///< File.
        std::string pcap;         ///< File, or empty.
        WaveWindow::Config wave;  ///< Without a path: no waveform.
    };
    /// Observes `machine`, which must outlive it. Throws core::ConfigError if a file cannot be
    /// written.
    Instruments(const Config& config, Machine& machine);

    const Spans& spans() const { return spans_; }
    /// After the first packet on the line, in both directions.
    struct Work {
        std::uint64_t packets = 0;
        std::uint64_t accesses = 0;      ///< Of the guest, to registers.
        std::uint64_t transactions = 0;  ///< Of the card as bus master.
    };
    const Work& work() const { return work_; }
    /// Time of the first access to a register.
    std::optional<core::Femtoseconds> origin() const { return accesses_.origin(); }
    /// Time from which the capture counts: that of the first access, or of a packet of another program
    /// before it. Nothing: it has no packet.
    std::optional<core::Femtoseconds> capture_origin() const { return capture_origin_; }
    /// Begin of the waveform; nothing: there is none, or its event did not occur.
    std::optional<core::Femtoseconds> wave_begun() const { return wave_ ? wave_->begun() : std::nullopt; }
    /// Completes the files. Throws core::ConfigError.
    void finish();

private:
    void on_packet(const LinePacket& packet);

    AccessLog accesses_;
    Spans spans_;
    Work work_;
    bool begun_ = false;  ///< There was a packet.
    std::unique_ptr<probe::Pcapng> pcap_;
    std::uint32_t line_ = 0;  ///< Its number in the capture.
    std::optional<core::Femtoseconds> capture_origin_;
    std::unique_ptr<WaveWindow> wave_;
};

}  // namespace niclab::vm
