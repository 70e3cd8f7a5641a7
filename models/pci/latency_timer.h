/// @file  Latency timer: how long an initiator may keep the bus once its grant is gone.
///
/// Source:  PCI 2.1 section 3.4.4.1 (from memory): counts clocks from the assertion of FRAME#.
#pragma once

namespace niclab::pci {

class LatencyTimer {
public:
    /// At the clock that asserts FRAME#; `clocks` 0..255.
    void start(unsigned clocks) { left_ = clocks; }
    /// Once every clock after that.
    void tick() {
        if (left_ > 0) --left_;
    }
    bool expired() const { return left_ == 0; }

private:
    unsigned left_ = 0;
};

}  // namespace niclab::pci
