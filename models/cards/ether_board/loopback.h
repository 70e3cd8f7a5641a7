/// @file The path of a frame inside a controller in internal loopback: from its transmit FIFO to
/// its own receiver. No bit of the frame is on the cable.
///
/// Timing: as on a free line. Preamble and SFD take 64 bit times, each octet 8, and the
///   gap to the next frame 96. The receiver gets an octet at the end of its 8 bit times.
/// Source: Am79C970, p. 1-942, and National's AN-937, section 2: the serializer is connected to the
///   deserializer of the same chip.
/// Not modelled: forced collisions; loopback through the cable.
#pragma once

#include <array>
#include <optional>

#include "core/dispatcher.h"
#include "ether/fcs.h"
#include "ether/octet_interface.h"

namespace niclab::ether_board {

/// The input of a chip's receiver from its MAC. Loopback closes it between two frames.
class CableInput : public ether::OctetSink {
public:
    explicit CableInput(ether::OctetSink& receiver) : receiver_(receiver) {}
    /// Frames that begin from now on are ignored, or no longer.
    void close(bool closed) { closed_ = closed; }
    /// A frame of the loopback path goes to the receiver, or no longer.
    void occupy(bool occupied) { occupied_ = occupied; }
    /// The receiver gets a frame from the cable.
    bool busy() const { return passing_; }
    /// Number of ignored frames and fragments.
    std::uint64_t ignored() const { return ignored_; }

    void begin() override {
        passing_ = !closed_ && !occupied_;
        if (!passing_) return ++ignored_, void();
        receiver_.begin();
    }
    void octet(std::uint8_t o) override {
        if (passing_) receiver_.octet(o);
    }
    bool waits() const override { return passing_ && receiver_.waits(); }
    void ended(const ether::ReceiveStatus& status) override {
        if (passing_) receiver_.ended(status);
        passing_ = false;
    }

private:
    ether::OctetSink& receiver_;
    bool closed_ = false, occupied_ = false, passing_ = false;
    std::uint64_t ignored_ = 0;
};

/// The source of frames for the MAC. A frame is either the MAC's or, after request(), on this path.
class Loopback : public ether::OctetSource {
public:
    static constexpr core::Femtoseconds kBit10 = 100'000'000;  ///< At 10 Mb/s.
    /// `cable`: the other input of this receiver, or nullptr. A frame waits until it is free.
    Loopback(ether::OctetSource& chip, ether::OctetSink& receiver, CableInput* cable = nullptr,
             core::Femtoseconds bit = kBit10);

    /// The frame that is ready goes to the own receiver.
    void request();

    bool ready() override { return !busy_ && chip_.ready(); }
    bool withdrawn() override { return chip_.withdrawn(); }
    ether::FrameOptions begin(unsigned attempt) override { return chip_.begin(attempt); }
    ether::NextOctet next() override { return chip_.next(); }
    unsigned certain_octets() const override { return chip_.certain_octets(); }
    void collided(unsigned attempt, unsigned slots) override { chip_.collided(attempt, slots); }
    void ended(const ether::TransmitStatus& status) override { chip_.ended(status); }
    void heartbeat(bool seen) override { chip_.heartbeat(seen); }

private:
    void step();
    void begin_frame();
    std::optional<std::uint8_t> next_octet();
    void end_frame();

    ether::OctetSource& chip_;
    ether::OctetSink& receiver_;
    CableInput* cable_;
    const core::Femtoseconds bit_;
    core::Timer due_;
    bool busy_ = false;            ///< Has a frame,
    bool begun_ = false;           ///< and has sent its preamble.
    core::Femtoseconds free_ = 0;  ///< The gap ends.
    ether::FrameOptions options_;
    ether::TransmitStatus status_;
    std::optional<std::uint8_t> octet_;  ///< On the path.
    bool supplied_ = false;              ///< The chip has supplied the last octet.
    std::array<std::uint8_t, ether::kFcsOctets> trailer_{};
    unsigned trailer_sent_ = 0;
    bool with_trailer_ = false;
    ether::Fcs sent_, received_;
};

}  // namespace niclab::ether_board
