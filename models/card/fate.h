/// @file  What may become of a received unit: a cell, a frame.
#pragma once

namespace niclab::card {

enum class Fate {
    Stored,              ///< On its way to a buffer of its channel.
    Raw,                 ///< On its way to a queue of units as they are.
    FifoOverflow,        ///< The receive FIFO was full.
    ReceiveDisabled,     ///< Reception was off when it began, or a reset came while it came in.
    Invalid,             ///< Of no channel there can be.
    LookupError,         ///< Of a channel outside the table or not open.
    ResourceManagement,  ///< No packet's: for the network's own ends.
    NoBuffer,            ///< No free buffer for it.
    NoMemory,            ///< Packet memory was full.
    NoMemoryAtEnd,       ///< Likewise; the last of its packet: the host is told that the packet ends there, damaged.
    TooLong,             ///< Its packet has more units than any may have.
    Reset,               ///< It waited in the card when a reset came.
};

}  // namespace niclab::card
