#include "cards/ether_board/bus_master.h"

#include <algorithm>

namespace niclab::ether_board {

void BusMaster::start(const Transfer& transfer, bool bursts) {
    transfer_ = transfer, moved_ = 0, busy_ = true, bursts_ = bursts;
    post();
}

void BusMaster::post() {
    if (by_blocks_) {
        blocks.request.post({transfer_.purpose, transfer_.write, bus::BurstStatus::Pending, transfer_.address,
                             transfer_.octets, transfer_.data.data()});
        ++transactions_;
        return;
    }
    const std::uint32_t at = transfer_.address + next_octet();
    const unsigned lane = at & 3, left = transfer_.octets - moved_;
    bus::Burst burst;
    burst.command = transfer_.write ? bus::Command::MemoryWrite : bus::Command::MemoryRead;
    burst.purpose = transfer_.purpose;
    burst.address = at & ~3u;
    burst.dwords = std::uint8_t(bursts_ && !transfer_.last_first ? (lane + left + 3) / 4 : 1);
    const unsigned octets = std::min(left, 4u * burst.dwords - lane);
    if (transfer_.write) {
        const unsigned end = (lane + octets) & 3;
        const auto last = std::uint8_t(end == 0 ? 0xF : (1u << end) - 1);
        burst.first_enables = std::uint8_t(0xFu << lane & 0xF);
        (burst.dwords == 1 ? burst.first_enables : burst.last_enables) &= last;
        for (unsigned i = 0; i < octets; ++i)
            burst.data[(lane + i) / 4] |= std::uint32_t{transfer_.data[moved_ + i]} << 8 * ((lane + i) % 4);
    }
    channel.request.post(burst);
    ++transactions_;
}

BusMaster::Event BusMaster::clock() {
    if (by_blocks_) {
        if (!busy_ || !blocks.response.has_item()) return Event::None;
        result_ = blocks.response.item().status;
        blocks.response.take();
        busy_ = false;
        return result_ == bus::BurstStatus::Done ? Event::Done : Event::Failed;
    }
    if (!busy_ || !channel.response.has_item()) return Event::None;
    const bus::Burst& burst = channel.response.item();
    result_ = burst.status;
    const bool good = result_ == bus::BurstStatus::Done;
    if (good) take(burst);
    channel.response.take();
    if (good && moved_ < transfer_.octets) {
        post();
        return Event::None;
    }
    busy_ = false;
    return good ? Event::Done : Event::Failed;
}

void BusMaster::take(const bus::Burst& burst) {
    const unsigned begin = next_octet(), lane = (transfer_.address + begin) & 3;
    const unsigned octets = std::min(transfer_.octets - moved_, 4u * burst.dwords - lane);
    if (!transfer_.write)
        for (unsigned i = 0; i < octets; ++i)
            transfer_.data[begin + i] = std::uint8_t(burst.data[(lane + i) / 4] >> 8 * ((lane + i) % 4));
    moved_ += octets;
}

}  // namespace niclab::ether_board
