/// @file  For what is behind a decoder and wants to know when the command of an access it answered is over, as a latch does that the strobe's end closes.
///
/// A port of a Slave that is one is told.
#pragma once

namespace niclab::isa {

class CommandEnd {
public:
    virtual ~CommandEnd() = default;
    virtual void over() = 0;
};

}  // namespace niclab::isa
