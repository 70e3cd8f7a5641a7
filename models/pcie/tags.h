/// @file Tags of outstanding reads: numbers that a completion returns.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace niclab::pcie {

class Tags {
public:
    static constexpr unsigned kMost = 256;  ///< Of 8 bits, without extended tags.
    /// `count`: 1 to kMost. Throws std::invalid_argument.
    explicit Tags(unsigned count) : used_(count) {
        if (count < 1 || count > kMost)
            throw std::invalid_argument("tags = " + std::to_string(count) + ": out of range; expected 1 to 256");
        for (unsigned tag = count; tag-- > 0;) free_.push_back(static_cast<std::uint16_t>(tag));
    }
    bool is_free() const { return !free_.empty(); }
    std::size_t in_use() const { return used_.size() - free_.size(); }
    /// One must be free.
    std::uint16_t take() {
        const std::uint16_t tag = free_.back();
        free_.pop_back();
        used_[tag] = true;
        return tag;
    }
    /// Throws std::logic_error for a tag that is not in use.
    void release(std::uint16_t tag) {
        if (tag >= used_.size() || !used_[tag])
            throw std::logic_error("tag " + std::to_string(tag) + ": not in use; expected one of an outstanding read");
        used_[tag] = false;
        free_.push_back(tag);
    }

private:
    std::vector<bool> used_;
    std::vector<std::uint16_t> free_;
};

}  // namespace niclab::pcie
