/// @file  What may become of a received cell.
#pragma once

namespace niclab::card {

enum class Fate {
    Stored,              ///< On its way to a buffer of its connection.
    Raw,                 ///< On its way to the raw cell queue.
    FifoOverflow,        ///< The receive FIFO was full. Counted in CDC.
    ReceiveDisabled,     ///< RXPATH was off when it began, or a reset came while it came in.
    Invalid,             ///< VPI 0 and VCI 0. Counted in ICC.
    LookupError,         ///< Outside the table or not open. Counted in VPEC.
    ResourceManagement,  ///< PTI 6 or 7 without RXRM. Counted in CDC (*assumed*).
    NoBuffer,            ///< No free buffer for it. Counted in CDC.
    NoMemory,            ///< Packet memory was full.
    TooLong,             ///< Its PDU has more cells than any may have.
    Reset,               ///< It waited in the card when a reset came.
};

const char* to_string(Fate fate);

}  // namespace niclab::card
