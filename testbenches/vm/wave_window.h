/// @file A waveform of the guest's bus and MAC that begins at an event and has a fixed length.
#pragma once

#include <memory>
#include <string>

#include "machine.h"
#include "probe/ether/mac_waves.h"
#include "probe/wave/pci_row_waves.h"
#include "probe/wave/wave_writer.h"
#include "probe/wave/waveforms.h"

namespace niclab::vm {

/// The event at which the waveform begins. Access: access `number` to a register. Pause: the same,
/// of those after kPause without one. Frame: the first access after frame `number` - 1. Interrupt:
/// assertion `number` of INTA#.
struct WaveTrigger {
    enum class Event { Access, Pause, Frame, Interrupt } event = Event::Access;
    std::uint64_t number = 1;
};
/// From "EVENT" or "EVENT:N". Throws core::ConfigError.
WaveTrigger parse_trigger(const std::string& text);

class WaveWindow {
public:
    static constexpr core::Femtoseconds kPause = 100'000'000'000'000;  ///< 100 ms
    struct Config {
        std::string path;
        WaveTrigger trigger;
        double length_us = 1000;
        unsigned mbps = 10;
    };
    /// Throws core::ConfigError if the file cannot be written.
    WaveWindow(const Config& config, Machine& machine);

    void on_access(core::Femtoseconds at);
    void on_frame() { ++frames_; }
    void on_interrupt(core::Femtoseconds at);
    /// The time at which it began, or nothing.
    std::optional<core::Femtoseconds> begun() const { return begun_; }
    /// Completes the file, if it has begun; else nothing is left. Throws core::ConfigError.
    void finish();

private:
    void begin(core::Femtoseconds at);

    Config config_;
    probe::WaveWriter writer_;
    probe::PciRowWaves rows_;
    probe::ViolationRow violations_;
    probe::PciWaves bus_;
    probe::MacWaves mac_;
    std::uint64_t accesses_ = 0, pauses_ = 0, frames_ = 0, interrupts_ = 0;
    core::Femtoseconds last_access_ = 0;
    std::optional<core::Femtoseconds> begun_;
};

}  // namespace niclab::vm
