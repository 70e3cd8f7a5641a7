/// @file The M of N limit: the number of variable-rate slots that a channel may use.
///
/// Source: nicstar.h. A descriptor has M (1..7) and N (1..127); the channel may use M of every N
///   variable slots. Linux always writes M = N = 1.
/// Assumed: a window of N slots begins with the first slot that the channel uses, and the next with
///   the first used slot after its end (*assumed*). M or N of 0, and M of N or more, set no limit
///   (*assumed*).
#pragma once

#include <cstdint>

namespace niclab::nicstar {

class Credit {
public:
    /// Whether the channel may use variable slot number `slot`.
    bool allows(std::uint32_t slot) const { return m_ == 0 || slot - begin_ >= n_ || used_ < m_; }
    /// The channel uses slot number `slot` for a cell of a descriptor with this M and N.
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
