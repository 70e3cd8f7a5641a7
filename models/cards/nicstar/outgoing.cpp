#include "cards/nicstar/outgoing.h"

#include <algorithm>

#include "cards/nicstar/config.h"

namespace niclab::nicstar {

void Outgoing::append(std::uint32_t address, const PayloadWords& payload) {
    if (octets_ == 0) address_ = address;
    const auto octets = octets_of(payload);
    std::copy(octets.begin(), octets.end(), data_.begin() + octets_);
    octets_ += static_cast<unsigned>(octets.size());
}

void Outgoing::put_burst() {
    const unsigned lane = address_ % 4;
    const unsigned octets = burst_octets(address_, octets_, config_.burst_dwords, config_.aligned);
    const unsigned end = lane + octets;
    bus::Burst& burst = queue_.add();
    burst = {};
    burst.command = bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::PayloadWrite;
    burst.address = address_ - lane;
    burst.dwords = static_cast<std::uint8_t>((end + 3) / 4);
    burst.first_enables = static_cast<std::uint8_t>(0xFu << lane & 0xFu);
    if (end % 4 != 0) {
        const auto enables = static_cast<std::uint8_t>(0xFu >> (4 - end % 4));
        (burst.dwords == 1 ? burst.first_enables : burst.last_enables) &= enables;
    }
    for (unsigned i = 0; i < octets; ++i) burst.data[(lane + i) / 4] |= std::uint32_t{data_[i]} << 8 * ((lane + i) % 4);
    std::copy(data_.begin() + octets, data_.begin() + octets_, data_.begin());
    address_ += octets;
    octets_ -= octets;
}

void Outgoing::put_status() {
    bus::Burst& burst = queue_.add();
    burst = {};
    burst.command = bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::ReceiveStatus;
    burst.address = rsq_.reserve();
    burst.dwords = 4;
    std::copy_n(status_.begin(), 4, burst.data.begin());
    has_status_ = false;
}

}  // namespace niclab::nicstar
