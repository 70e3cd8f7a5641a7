/// @file The interface for the costs of software: the stack specifies the activity and its context,
/// not its duration.
#pragma once

#include <string>

#include "base/event_queue.h"

namespace niclab::stack {

/// An activity of the software of a host.
enum class Activity {
    Call,        ///< A system call.
    CopyOut,     ///< Octets from a program to a buffer.
    Read,        ///< A system call and the octets that it copies to a program.
    SegmentOut,  ///< A packet with payload is made.
    AckOut,      ///< One without payload.
    Interrupt,   ///< A handler begins.
    Driver,      ///< The handler takes one PDU from the card.
    SegmentIn,   ///< The protocols process a packet with payload.
    AckIn,       ///< One without payload.
    Wake,        ///< A waiting program continues.
    Timer,       ///< A timer of a protocol has expired.
    File,        ///< Octets from or to a file in memory.
    Compute,     ///< A program's own work; octets are its microseconds.
    CardOut,     ///< The driver copies a packet to the card, by programmed I/O.
    CardIn,      ///< And from the card.
};
inline constexpr std::size_t kActivities = 15;

/// The context of an activity: kInterrupt, kProtocol, or a program's number.
using Strand = unsigned;
inline constexpr Strand kInterrupt = 0, kProtocol = 1;

class Executor {
public:
    virtual ~Executor() = default;
    /// Adds a program; returns its number.
    virtual Strand add_program(const std::string& name) = 0;
    /// Executes `what` over `octets`, after all pending work of `strand`; then calls `then`.
    virtual void spend(Strand strand, Activity what, std::uint32_t octets, base::Call then) = 0;
};

}  // namespace niclab::stack
