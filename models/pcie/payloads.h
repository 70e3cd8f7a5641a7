/// @file A pool of the data of TLPs. A buffer is in use until all of its users have released it:
/// the receiver, and the sender as long as it may have to send the TLP again.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace niclab::pcie {

class Payloads {
public:
    static constexpr unsigned kOctets = 4096;
    using Buffer = std::array<std::uint8_t, kOctets>;

    Payloads() { add(); }
    /// A buffer with one user; its number is never 0.
    std::uint32_t take() {
        if (free_.empty()) {
            free_.push_back(static_cast<std::uint32_t>(buffers_.size()));
            add();
        }
        const std::uint32_t number = free_.back();
        free_.pop_back();
        users_[number] = 1;
        return number;
    }
    /// One user more. 0 has no effect.
    void retain(std::uint32_t number) {
        if (number != 0) ++users_[number];
    }
    void release(std::uint32_t number) {
        if (number != 0 && --users_[number] == 0) free_.push_back(number);
    }
    std::uint8_t* at(std::uint32_t number) { return buffers_[number].data(); }
    const std::uint8_t* at(std::uint32_t number) const { return buffers_[number].data(); }
    std::size_t in_use() const { return buffers_.size() - 1 - free_.size(); }

private:
    void add() { buffers_.emplace_back(), users_.push_back(0); }
    std::deque<Buffer> buffers_;        ///< The first is never used.
    std::vector<std::uint32_t> users_;  ///< Of each.
    std::vector<std::uint32_t> free_;
};

}  // namespace niclab::pcie
