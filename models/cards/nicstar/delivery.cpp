#include "cards/nicstar/delivery.h"

#include <algorithm>

#include "cards/nicstar/config.h"

namespace niclab::nicstar {

PacketMemory::PacketMemory(const Outgoing& outgoing, unsigned cells, unsigned connections)
    // A status entry comes after at least one cell of its PDU.
    : now_(outgoing), cells_(cells), slots_(2 * std::size_t{cells} + 1), chains_(connections) {
    reset();
}

unsigned PacketMemory::reset() {
    const unsigned lost = kept_cells_ + (now_.octets() + 47) / 48;
    free_.clear();
    for (std::size_t i = slots_.size(); i > 0; --i) free_.push_back(static_cast<std::uint32_t>(i - 1));
    std::fill(chains_.begin(), chains_.end(), Chain{});
    ready_.clear();
    kept_cells_ = 0;
    now_.clear();
    return lost;
}

void PacketMemory::cell(unsigned connection, std::uint32_t address, const PayloadWords& payload) {
    keep(connection, {false, address, kNone, payload, {}});
    ++kept_cells_;
}

void PacketMemory::status(unsigned connection, const StatusWords& entry, bool last) {
    keep(connection, {true, 0, kNone, {}, entry});
    if (last) release(connection);
}

void PacketMemory::release(unsigned connection) {
    if (chains_[connection].first == kNone) return;
    ready_.push_back(chains_[connection]);
    chains_[connection] = {};
}

void PacketMemory::keep(unsigned connection, const Item& item) {
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot] = item;
    Chain& chain = chains_[connection];
    (chain.first == kNone ? chain.first : slots_[chain.last].next) = slot;
    chain.last = slot;
}

void PacketMemory::refill() {
    while (!ready_.empty() && !now_.has_status()) {
        Chain& chain = ready_.front();
        const Item& item = slots_[chain.first];
        if (item.is_status) {
            now_.append(item.status);
        } else {
            if (!now_.continues(item.address)) return;
            now_.append(item.address, item.payload);
            --kept_cells_;
        }
        free_.push_back(chain.first);
        chain.first = item.next;
        if (chain.first == kNone) ready_.pop_front();
    }
}

void PacketMemory::tick() {
    for (refill(); now_.may_put(); refill()) now_.put();
}

void Outgoing::append(std::uint32_t address, const PayloadWords& payload) {
    if (octets_ == 0) address_ = address;
    const auto octets = base::octets_of(payload);
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
    std::array<std::uint8_t, 4 * bus::kMaxBurstDwords> lanes{};
    std::copy_n(data_.begin(), octets, lanes.begin() + lane);
    burst.data = base::words_of(lanes);
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
