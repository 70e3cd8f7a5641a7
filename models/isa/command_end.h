/// @file An interface for a port of a decoder that needs the end of the command of an access, as a
/// latch does that the end of the strobe closes.
///
/// Behaviour: a Slave notifies a port that implements it.
#pragma once

namespace niclab::isa {

class CommandEnd {
public:
    virtual ~CommandEnd() = default;
    virtual void over() = 0;
};

}  // namespace niclab::isa
