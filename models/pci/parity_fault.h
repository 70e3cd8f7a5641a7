/// @file  Makes one PAR wrong, for tests and fault experiments.
#pragma once

#include <cstdint>

namespace niclab::pci {

class ParityFault {
public:
    /// PAR of the n-th phase (address, or data) this half drives from now on is wrong for as long as that phase
    /// lasts, n >= 1, and so are those of the phases after it, `phases` in all. `upper`: PAR64 in its place. 0 takes it
    /// back.
    void arm(std::uint64_t n, std::uint64_t phases = 1, bool upper = false) {
        before_ = n - 1, left_ = n == 0 ? 0 : phases, upper_ = upper;
    }
    /// Some PAR is still to be wrong.
    bool armed() const { return left_ > 0; }
    bool upper() const { return upper_; }
    /// Once a phase: true when its PAR is to be wrong.
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
