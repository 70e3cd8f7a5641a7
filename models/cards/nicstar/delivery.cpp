#include "cards/nicstar/delivery.h"

#include <algorithm>

namespace niclab::nicstar {

Delivery::Delivery(const Config& config, DmaQueue& queue, HostQueue& rsq) : config_(config), queue_(queue), rsq_(rsq) {
    if (!config_.keeps) return;
    // A status entry stands behind a cell of its own at least.
    slots_.resize(2 * std::size_t{config_.packet_memory_cells} + 1);
    chains_.resize(config_.connections);
    reset();
}

unsigned Delivery::reset() {
    const unsigned lost = kept_cells_ + (now_.octets + 47) / 48;
    free_.clear();
    for (std::size_t i = slots_.size(); i > 0; --i) free_.push_back(static_cast<std::uint32_t>(i - 1));
    std::fill(chains_.begin(), chains_.end(), Chain{});
    ready_.clear();
    kept_cells_ = 0;
    now_ = {};
    return lost;
}

void Delivery::cell(unsigned connection, std::uint32_t address, const PayloadWords& payload) {
    const Item item{false, address, kNone, payload};
    if (config_.keeps) {
        keep(connection, item);
        ++kept_cells_;
        return;
    }
    append(item);
    pump();
}

void Delivery::status(unsigned connection, const StatusWords& entry, bool last) {
    Item item{true, 0, kNone, {}};
    std::copy(entry.begin(), entry.end(), item.payload.begin());
    if (!config_.keeps) {
        append(item);
        pump();
        return;
    }
    keep(connection, item);
    if (last) release(connection);
}

void Delivery::release(unsigned connection) {
    if (chains_[connection].first == kNone) return;
    ready_.push_back(chains_[connection]);
    chains_[connection] = {};
}

void Delivery::keep(unsigned connection, const Item& item) {
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot] = item;
    Chain& chain = chains_[connection];
    (chain.first == kNone ? chain.first : slots_[chain.last].next) = slot;
    chain.last = slot;
}

bool Delivery::fits_behind(const Item& item) const {
    if (now_.has_status) return false;
    if (item.is_status || now_.octets == 0) return true;
    return item.address == now_.address + now_.octets && now_.octets < 4 * config_.burst_dwords;
}

void Delivery::append(const Item& item) {
    if (item.is_status) {
        now_.has_status = true;
        now_.status = item;
        return;
    }
    if (now_.octets == 0) now_.address = item.address;
    const auto octets = octets_of(item.payload);
    std::copy(octets.begin(), octets.end(), now_.data.begin() + now_.octets);
    now_.octets += static_cast<unsigned>(octets.size());
}

void Delivery::refill() {
    while (!ready_.empty()) {
        Chain& chain = ready_.front();
        const Item& item = slots_[chain.first];
        if (!fits_behind(item)) return;
        append(item);
        kept_cells_ -= item.is_status ? 0 : 1;
        free_.push_back(chain.first);
        chain.first = item.next;
        if (chain.first == kNone) ready_.pop_front();
    }
}

void Delivery::pump() {
    if (config_.keeps) refill();
    while (!now_.empty() && !queue_.full()) {
        if (now_.octets == 0 && rsq_.full()) return;
        now_.octets > 0 ? put_burst() : put_status();
        if (config_.keeps) refill();
    }
}

void Delivery::put_burst() {
    const unsigned lane = now_.address % 4;
    const unsigned octets = burst_octets(now_.address, now_.octets, config_.burst_dwords, config_.aligned);
    const unsigned end = lane + octets;
    bus::Burst& burst = queue_.add();
    burst = {};
    burst.command = bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::PayloadWrite;
    burst.address = now_.address - lane;
    burst.dwords = static_cast<std::uint8_t>((end + 3) / 4);
    burst.first_enables = static_cast<std::uint8_t>(0xFu << lane & 0xFu);
    if (end % 4 != 0) {
        const auto enables = static_cast<std::uint8_t>(0xFu >> (4 - end % 4));
        (burst.dwords == 1 ? burst.first_enables : burst.last_enables) &= enables;
    }
    for (unsigned i = 0; i < octets; ++i)
        burst.data[(lane + i) / 4] |= std::uint32_t{now_.data[i]} << 8 * ((lane + i) % 4);
    std::copy(now_.data.begin() + octets, now_.data.begin() + now_.octets, now_.data.begin());
    now_.address += octets;
    now_.octets -= octets;
}

void Delivery::put_status() {
    bus::Burst& burst = queue_.add();
    burst = {};
    burst.command = bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::ReceiveStatus;
    burst.address = rsq_.reserve();
    burst.dwords = 4;
    std::copy_n(now_.status.payload.begin(), 4, burst.data.begin());
    now_.has_status = false;
}

}  // namespace niclab::nicstar
