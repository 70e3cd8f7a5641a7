/// @file A table in the card's SRAM, read and written one word per access.
#pragma once

#include <cstdint>

#include "card/sram.h"

namespace niclab::nicstar {

class SramTable {
public:
    using Word = std::uint32_t;
    /// Entries of `words` words are read from word `first` on.
    SramTable(card::Sram& sram, card::SramUser user, unsigned first, unsigned words)
        : sram_(sram), user_(user), first_(first), words_(words), next_(first) {}

    bool read(Word address, Word* entry) {
        if (!sram_.read(user_, address + next_, entry[next_])) return false;
        if (++next_ < words_) return false;
        next_ = first_;
        return true;
    }
    bool write(Word address, const Word* entry, Word& dirty) {
        if (dirty == 0) return true;
        const auto word = static_cast<unsigned>(__builtin_ctz(dirty));
        if (sram_.write(user_, address + word, entry[word])) dirty &= dirty - 1;
        return dirty == 0;
    }
    /// Words that read() has still to read.
    unsigned left() const { return words_ - next_; }
    void release() {}
    void reset() { next_ = first_; }

private:
    card::Sram& sram_;
    card::SramUser user_;
    unsigned first_, words_, next_;
};

}  // namespace niclab::nicstar
