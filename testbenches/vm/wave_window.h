/// @file A waveform of the guest's bus, and of its MAC if it has one, that begins at an event and has
/// a fixed length.
#pragma once

#include <memory>
#include <string>

#include "machine.h"

namespace niclab::vm {

/// The event at which the waveform begins. Access: access `number` to a register. Pause: the same,
/// of those after kPause without one. Write: write `number` to the register at `offset` of any BAR.
/// Frame: the first access after packet `number` - 1 on the line. Interrupt: assertion `number` of
/// INTA#.
struct WaveTrigger {
    enum class Event { Access, Pause, Write, Frame, Interrupt } event = Event::Access;
    std::uint64_t number = 1;
    std::uint32_t offset = 0;
};
/// From "EVENT", "EVENT:N", or "write:OFFSET[:N]" with a hexadecimal offset. Throws
/// core::ConfigError.
WaveTrigger parse_trigger(const std::string& text);

class WaveWindow {
public:
    static constexpr core::Femtoseconds kPause = 100'000'000'000'000;  ///< 100 ms
    struct Config {
        std::string path;
        WaveTrigger trigger;
        double length_us = 1000;
    };
    /// Throws core::ConfigError if the file cannot be written.
    WaveWindow(const Config& config, Machine& machine);

    void on_access(const Access& access);
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
    std::unique_ptr<BusWaves> bus_;
    std::unique_ptr<sc_core::sc_module> line_;  ///< Its waves.
    std::uint64_t accesses_ = 0, pauses_ = 0, writes_ = 0, frames_ = 0, interrupts_ = 0;
    core::Femtoseconds last_access_ = 0;
    std::optional<core::Femtoseconds> begun_;
};

}  // namespace niclab::vm
