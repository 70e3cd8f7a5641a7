/// @file A fault injector that makes PAR wrong, for tests and fault experiments.
#pragma once

#include <cstdint>

namespace niclab::pci {

class ParityFault {
public:
    /// Arms the fault: PAR is wrong in the n-th phase (address or data) that this half drives from
    /// now on, n >= 1. It is wrong for `phases` phases in all, each for its whole duration.
    /// `upper`: PAR64 instead. 0 disarms the fault.
    void arm(std::uint64_t n, std::uint64_t phases = 1, bool upper = false) {
        before_ = n - 1, left_ = n == 0 ? 0 : phases, upper_ = upper;
    }
    /// Whether a wrong PAR is still to come.
    bool armed() const { return left_ > 0; }
    bool upper() const { return upper_; }
    /// To be called once per phase; returns true if its PAR is to be wrong.
    bool next() {
        if (left_ == 0) return false;
        if (before_ > 0) return --before_, false;
        return --left_, true;
    }

private:
    std::uint64_t before_ = 0, left_ = 0;
    bool upper_ = false;
};

}  // namespace niclab::pci
