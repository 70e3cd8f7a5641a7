/// @file The possible results for a received unit: a cell, a frame.
#pragma once

namespace niclab::card {

enum class UnitOutcome {
    Stored,              ///< Under way to a buffer of its channel.
    Raw,                 ///< Under way to a queue of unchanged units.
    FifoOverflow,        ///< The receive FIFO was full.
    ReceiveDisabled,     ///< Reception was off at its begin, or a reset came during its reception.
    Invalid,             ///< Its channel number is not valid.
    LookupError,         ///< Its channel is outside the table or not open.
    ResourceManagement,  ///< Not part of a packet: for the network's own functions.
    NoBuffer,            ///< No free buffer for it.
    NoMemory,            ///< Packet memory was full.
    NoMemoryAtEnd,       ///< The same for the last unit of its packet: the host receives a damaged end of the packet.
    TooLong,             ///< Its packet has more units than allowed.
    Reset,               ///< It waited in the card during a reset.
};

}  // namespace niclab::card
