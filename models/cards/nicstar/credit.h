/// @file  M of N: how many of the variable-rate slots a channel may use.
///
/// Source:     nicstar.h: a descriptor carries M (1..7) and N (1..127); the channel may use M of every N variable
///             slots. Linux always writes M = N = 1.
/// Ambiguous:  a window of N slots begins with the first slot the channel uses, and the next with the first slot
///             after its end (*assumed*). M or N of 0, and M of N or more, set no limit (*assumed*).
#pragma once

#include <cstdint>

namespace niclab::nicstar {

class Credit {
public:
    /// May the channel use variable slot number `slot`?
    bool allows(std::uint32_t slot) const { return m_ == 0 || slot - begin_ >= n_ || used_ < m_; }
    /// It uses slot number `slot` for a cell of a descriptor with this M and N.
    void use(std::uint32_t slot, unsigned m, unsigned n) {
        if (slot - begin_ >= n_) begin_ = slot, used_ = 0;
        m_ = m < n ? m : 0;
        n_ = n;
        ++used_;
    }
    void reset() { *this = {}; }

private:
    std::uint32_t begin_ = 0, n_ = 0;
    unsigned m_ = 0, used_ = 0;  ///< m_ 0: no limit.
};

}  // namespace niclab::nicstar
