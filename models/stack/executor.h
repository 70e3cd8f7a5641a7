/// @file  What software costs, asked of whoever knows: the stack says what is done and for whom, not how long it takes.
#pragma once

#include <string>

#include "base/agenda.h"

namespace niclab::stack {

/// A thing the software of a host does.
enum class Activity {
    Call,        ///< A system call.
    CopyOut,     ///< Octets from a program to a buffer.
    Read,        ///< A system call and the octets it hands to a program.
    SegmentOut,  ///< A packet with payload is made.
    AckOut,      ///< One without.
    Interrupt,   ///< A handler begins.
    Driver,      ///< It takes one PDU off the card.
    SegmentIn,   ///< The protocols take a packet with payload.
    AckIn,       ///< One without.
    Wake,        ///< A program that waited goes on.
    Timer,       ///< A protocol's time is over.
    File,        ///< Octets from or to a file in memory.
    Compute,     ///< A program's own work; octets are its microseconds.
    CardOut,     ///< The driver copies a packet to the card, by programmed I/O.
    CardIn,      ///< And from it.
};
inline constexpr std::size_t kActivities = 15;

/// Whose time it is: kInterrupt, kProtocol, or a program's number.
using Strand = unsigned;
inline constexpr Strand kInterrupt = 0, kProtocol = 1;

class Executor {
public:
    virtual ~Executor() = default;
    /// A new program; its number.
    virtual Strand add_program(const std::string& name) = 0;
    /// Does `what` over `octets`, behind all that `strand` has to do already; then calls `then`.
    virtual void spend(Strand strand, Activity what, std::uint32_t octets, base::Call then) = 0;
};

}  // namespace niclab::stack
