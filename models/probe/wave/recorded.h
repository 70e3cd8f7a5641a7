/// @file An interface of waves that are recorded at transaction level, without wires.
#pragma once

namespace niclab::probe {

class Recorded {
public:
    virtual ~Recorded() = default;
    /// Starts or ends the recording of levels while the wires are at transaction level. At signal
    /// level the wires themselves are observed. Returns false if it cannot start now.
    virtual bool set_recording(bool on) = 0;
};

}  // namespace niclab::probe
