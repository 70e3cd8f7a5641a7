/// @file The registers that only keep what is written: the chip's parts read them from here.
#pragma once

#include <vector>

#include "cards/i8254x/layout.h"

namespace niclab::i8254x {

class RegisterFile {
public:
    std::uint32_t& operator[](std::uint32_t offset) { return words_[offset / 4]; }
    std::uint32_t operator[](std::uint32_t offset) const { return words_[offset / 4]; }
    bool has(std::uint32_t offset, std::uint32_t bits) const { return ((*this)[offset] & bits) != 0; }
    /// All zero.
    void clear() { words_.assign(words_.size(), 0); }

    bool link = false;  ///< STATUS.LU.

private:
    std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(kMemoryOctets / 4);
};

}  // namespace niclab::i8254x
