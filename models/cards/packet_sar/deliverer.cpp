#include "cards/packet_sar/deliverer.h"

#include <algorithm>

namespace niclab::packet_sar {

void Deliverer::reset() {
    state_ = State::Idle;
    free_head_ = free_tail_ = status_base_ = status_head_ = status_tail_ = 0;
    waited_ = false;
}

bool Deliverer::idle() const {
    switch (state_) {
        case State::Idle:
            return !receiver_.front() || !has_place() || (!has_buffer() && config_.hold_without_buffer);
        case State::Firmware:
            return !processor_.done(Processor::kReceivePdu);
        case State::Buffer:
        case State::OnCard:
            return false;
        default:
            return true;
    }
}

bool Deliverer::tick() {
    if (const bus::Burst* burst = dma_.completed(DmaSide::Receive)) return take_burst(*burst);
    switch (state_) {
        case State::Idle:
            if (receiver_.front()) begin();
            return false;
        case State::Firmware:
            if (!processor_.done(Processor::kReceivePdu)) return false;
            processor_.take(Processor::kReceivePdu);
            clocks_ = config_.receive == Transfer::Dma ? kBufferClocks : kStatusClocks;
            state_ = config_.receive == Transfer::Dma ? State::Buffer : State::OnCard;
            return false;
        case State::Buffer:
            if (--clocks_ == 0) take_buffer();
            return false;
        case State::OnCard:
            return --clocks_ == 0 && finish(false);
        default:
            return false;
    }
}

void Deliverer::begin() {
    if (!has_place()) return;
    if (!has_buffer()) {
        if (!config_.hold_without_buffer) return receiver_.refuse();
        stats_.buffer_waits += !waited_;
        waited_ = true;
        return;
    }
    waited_ = false;
    pdu_ = *receiver_.front();
    receiver_.pop();
    processor_.ask(Processor::kReceivePdu, config_.receive_firmware_pdu_clocks);
    state_ = State::Firmware;
}

void Deliverer::take_buffer() {
    const std::uint32_t at = window::kFreeRing + free_head_ * window::kFreeEntryOctets;
    buffer_ = memory_.word(at) & ~3u;
    handle_ = memory_.word(at + 4);
    free_head_ = (free_head_ + 1) % window::kFreeEntries;
    moved_ = 0;
    state_ = State::Payload;
    ask_payload();
}

void Deliverer::ask_payload() {
    const std::uint32_t left = (pdu_.octets - moved_) / 4;
    bus::Burst burst;
    burst.command = bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::PayloadWrite;
    burst.address = buffer_ + moved_;
    burst.dwords = static_cast<std::uint8_t>(std::min<std::uint32_t>(left, config_.receive_burst_dwords));
    for (unsigned i = 0; i < burst.dwords; ++i)
        burst.data[i] = memory_.word(pdu_.circle.after(pdu_.offset, moved_ + 4 * i));
    dma_.ask(DmaSide::Receive, burst);
}

std::array<std::uint32_t, 4> Deliverer::entry() const {
    const std::uint32_t place = config_.receive == Transfer::Dma ? handle_ : pdu_.offset;
    return {pdu_.vci, place, pdu_.octets, status::kValid | (pdu_.crc_error ? status::kCrcError : 0)};
}

void Deliverer::ask_status() {
    const auto words = entry();
    bus::Burst burst;
    burst.command = bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::ReceiveStatus;
    burst.address = status_base_ + status_tail_ * window::kStatusEntryOctets;
    burst.dwords = static_cast<std::uint8_t>(words.size());
    std::copy(words.begin(), words.end(), burst.data.begin());
    dma_.ask(DmaSide::Receive, burst);
    state_ = State::Status;
}

bool Deliverer::take_burst(const bus::Burst& burst) {
    if (burst.status != bus::BurstStatus::Done) ++stats_.aborted_bursts;
    const unsigned dwords = burst.dwords;
    dma_.take();
    if (state_ == State::Status) return finish(true);
    moved_ += 4 * dwords;
    if (moved_ < pdu_.octets)
        ask_payload();
    else
        ask_status();
    return false;
}

/// `release`: the host has received all of it; otherwise its memory is in use until the host
/// releases it.
bool Deliverer::finish(bool release) {
    ++stats_.pdus;
    stats_.cells += pdu_.cells();
    receiver_.delivered(pdu_.cells());
    if (release) {
        receiver_.release(pdu_);
    } else {
        const auto words = entry();
        const std::uint32_t at = window::kStatusRing + status_tail_ * window::kStatusEntryOctets;
        for (std::uint32_t i = 0; i < words.size(); ++i) memory_.set_word(at + 4 * i, words[i]);
        on_card_[status_tail_] = pdu_;
    }
    status_tail_ = (status_tail_ + 1) % window::kStatusEntries;
    state_ = State::Idle;
    return true;
}

void Deliverer::set_status_head(std::uint32_t head) {
    head %= window::kStatusEntries;
    while (status_head_ != head && status_head_ != status_tail_) {
        if (config_.receive == Transfer::Pio) receiver_.release(on_card_[status_head_]);
        status_head_ = (status_head_ + 1) % window::kStatusEntries;
    }
}

}  // namespace niclab::packet_sar
