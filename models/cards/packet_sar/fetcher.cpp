#include "cards/packet_sar/fetcher.h"

#include <algorithm>

#include "atm/aal5.h"

namespace niclab::packet_sar {

void Fetcher::reset() {
    state_ = State::Idle;
    tail_ = fetched_ = done_ = used_ = 0;
    write_ = circle_.base;
}

bool Fetcher::idle() const {
    switch (state_) {
        case State::Idle:
            return !may_fetch();
        case State::Firmware:
            return !processor_.done(Processor::kSendPdu);
        case State::Descriptor:
            return false;
        case State::Room:
            return !has_room();
        default:
            return true;
    }
}

void Fetcher::tick() {
    if (const bus::Burst* burst = dma_.completed(DmaSide::Transmit)) {
        take_burst(*burst);
        return;
    }
    switch (state_) {
        case State::Idle:
            if (!may_fetch()) return;
            processor_.ask(Processor::kSendPdu, config_.transmit_firmware_pdu_clocks);
            state_ = State::Firmware;
            return;
        case State::Firmware:
            if (!processor_.done(Processor::kSendPdu)) return;
            processor_.take(Processor::kSendPdu);
            clocks_ = kDescriptorClocks;
            state_ = State::Descriptor;
            return;
        case State::Descriptor:
            if (--clocks_ == 0) read_descriptor();
            return;
        case State::Room:
            if (has_room()) reserve();
            return;
        case State::Copy:
            return;
    }
}

void Fetcher::read_descriptor() {
    const std::uint32_t entry = window::kTxRing + fetched_ * window::kTxEntryOctets;
    SendPdu& pdu = queue_[fetched_];
    pdu = {memory_.word(entry + 4) & ~3u, memory_.word(entry), 0, memory_.word(entry + 8)};
    if (pdu.octets == 0 || pdu.octets > atm::kMaxSduOctets) {
        pdu.octets = 0;
        ++stats_.bad_descriptors;
        return finish();
    }
    if (config_.transmit == Transfer::Pio) return finish();
    host_ = pdu.offset;
    pdu.room = (pdu.octets + 3) & ~3u;
    if (has_room()) return reserve();
    ++stats_.memory_waits;
    state_ = State::Room;
}

void Fetcher::reserve() {
    SendPdu& pdu = queue_[fetched_];
    pdu.offset = write_;
    write_ = circle_.after(write_, pdu.room);
    used_ += pdu.room;
    copied_ = 0;
    state_ = State::Copy;
    ask_burst();
}

void Fetcher::ask_burst() {
    const std::uint32_t left = (queue_[fetched_].room - copied_) / 4;
    bus::Burst burst;
    burst.command = bus::Command::MemoryRead;
    burst.purpose = bus::Purpose::PayloadRead;
    burst.address = host_ + copied_;
    burst.dwords = static_cast<std::uint8_t>(std::min<std::uint32_t>(left, config_.transmit_burst_dwords));
    dma_.ask(DmaSide::Transmit, burst);
}

void Fetcher::take_burst(const bus::Burst& burst) {
    SendPdu& pdu = queue_[fetched_];
    for (unsigned i = 0; i < burst.dwords; ++i)
        memory_.set_word(circle_.after(pdu.offset, copied_ + 4 * i), burst.data[i]);
    copied_ += 4u * burst.dwords;
    const bool good = burst.status == bus::BurstStatus::Done;
    dma_.take();
    if (!good) {
        pdu.octets = 0;
        ++stats_.aborted_pdus;
        return finish();
    }
    if (copied_ < pdu.room) return ask_burst();
    finish();
}

void Fetcher::finish() {
    if (queue_[fetched_].octets != 0) {
        ++stats_.pdus;
        taps_.copied(core::now_fs(), board::unit_of(atm::Header::from_word(queue_[fetched_].header)).channel);
    }
    fetched_ = (fetched_ + 1) % window::kTxEntries;
    state_ = State::Idle;
}

void Fetcher::pop() {
    used_ -= queue_[done_].room;
    done_ = (done_ + 1) % window::kTxEntries;
}

}  // namespace niclab::packet_sar
