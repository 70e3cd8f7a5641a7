/// @file The latency timer: limits the time for which an initiator may keep the bus after the loss
/// of its grant.
///
/// Source: PCI 2.1 section 3.4.4.1 (from memory): counts clocks from the assertion of FRAME#.
#pragma once

namespace niclab::pci {

class LatencyTimer {
public:
    /// To be called at the clock that asserts FRAME#; `clocks` 0..255.
    void start(unsigned clocks) { left_ = clocks; }
    /// To be called once at each later clock.
    void tick() {
        if (left_ > 0) --left_;
    }
    /// The same for `clocks` of them.
    void tick(unsigned clocks) { left_ -= clocks < left_ ? clocks : left_; }
    bool expired() const { return left_ == 0; }
    bool operator==(const LatencyTimer& o) const { return left_ == o.left_; }

private:
    unsigned left_ = 0;
};

}  // namespace niclab::pci
