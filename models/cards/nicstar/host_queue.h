/// @file A queue in host memory that the SAR fills: the TSQ or the RSQ.
///
/// Source: entries and pointers as drivers use them; the head register is the last entry that the
///   host consumed.
/// Assumed: fill = (tail - head - 1) mod N once the first entry was written, full at N - 2, almost
///   full at 7N/8 (*assumed*: no manual is available).
#pragma once

#include <cstdint>

namespace niclab::nicstar {

class HostQueue {
public:
    explicit HostQueue(unsigned entry_octets) : entry_octets_(entry_octets) {}

    /// The host writes the base: the queue is empty.
    void set_base(std::uint32_t base, std::uint32_t octets) {
        base_ = base;
        resize(octets);
        tail_ = next_ = 0;
        used_ = false;
    }
    void resize(std::uint32_t octets) { entries_ = octets / entry_octets_; }
    /// The host writes the octet offset of the last entry that it consumed.
    void set_head(std::uint32_t offset) { head_ = offset / entry_octets_ % entries_; }

    /// Reserves the place of the next entry and returns its address.
    std::uint32_t reserve() {
        const std::uint32_t address = base_ + next_ * entry_octets_;
        next_ = (next_ + 1) % entries_;
        used_ = true;
        return address;
    }
    /// The oldest reserved entry is in host memory.
    void commit() { tail_ = (tail_ + 1) % entries_; }
    /// The tail register: the address after the last entry in host memory.
    std::uint32_t tail_address() const { return base_ + tail_ * entry_octets_; }
    std::uint32_t fill() const { return used_ ? (next_ + 2 * entries_ - head_ - 1) % entries_ : 0; }
    bool full() const { return fill() >= entries_ - 2; }
    bool almost_full() const { return fill() >= entries_ * 7 / 8; }

private:
    unsigned entry_octets_;
    std::uint32_t base_ = 0, tail_ = 0, next_ = 0, head_ = 0, entries_ = 512;
    bool used_ = false;
};

}  // namespace niclab::nicstar
