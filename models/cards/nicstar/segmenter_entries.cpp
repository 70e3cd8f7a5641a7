// The entries of a channel's queue: prefetched, executed, and the channel's descriptor written
// back.
#include <algorithm>

#include "cards/nicstar/segmenter.h"

namespace niclab::nicstar {

void Segmenter::consume_a() {
    Word flags = scd_[scd::kHead] & ~(offsets_ | scd::kAValid | scd::kBValid);
    if (valid(scd::kBValid)) {
        flags |= scd::kAValid;
        for (unsigned i = 0; i < 4; ++i) set(scd::kCacheA + i, scd_[scd::kCacheB + i]);
    }
    set(scd::kHead, flags | after(head()));
}

void Segmenter::set(unsigned word, Word value) {
    scd_[word] = value;
    dirty_ |= 1u << word;
}

/// Status requests first, then the next descriptors, then changed words are written back to the SRAM.
Segmenter::AfterCell Segmenter::after_cell(bool slot_waits) const {
    const bool a = valid(scd::kAValid);
    if (a && (scd_[scd::kCacheA] & tbd::kTsr) && !tsq.full()) return AfterCell::StatusEntry;
    if (!a && head() != tail()) return AfterCell::Descriptor;
    // Prefetches have a lower priority than the next slot, and than a PDU's first payload after its
    // descriptor was fetched.
    const bool ahead = last_was_user_ && !slot_waits;
    if (a && ahead && config_.descriptor_prefetch > 1 && !valid(scd::kBValid) && has_more())
        return AfterCell::NextDescriptor;
    return AfterCell::Store;
}

void Segmenter::tidy(bool slot_waits) {
    switch (after_cell(slot_waits)) {
        case AfterCell::StatusEntry:
            return request_status_entry(scd_[scd::kCacheA + 1]);
        case AfterCell::Descriptor:
            return request_descriptor(false);
        case AfterCell::NextDescriptor:
            return request_descriptor(true);
        case AfterCell::Store:
            state_ = State::Store;
            return store();
    }
}

bool Segmenter::read_ahead(Word address) {
    for (Ahead& entry : ahead_) {
        if (entry.address != address) continue;
        cache(entry.words.data());
        entry.address = 0;
        return true;
    }
    return false;
}

void Segmenter::request_descriptor(bool b) {
    fetch_b_ = b;
    const Word offset = b ? after(head()) : head();
    const Word address = (scd_[scd::kTail] & ~(offsets_ | 0xFu)) + offset;
    if (config_.descriptor_prefetch > 2 && read_ahead(address)) return;
    // The number of entries up to the tail or the queue's last place, limited to a burst.
    const Word end = tail() > offset ? tail() : offsets_ + 16;
    const Word entries = std::min(
        {(end - offset) / 16, Word{bus::kMaxBurstDwords / 4}, Word{std::max(config_.descriptor_prefetch, 2u) - 1}});
    bus::Burst& burst = dma_.queue(kSide).add();
    burst = {};
    burst.command = bus::Command::MemoryRead;
    burst.purpose = bus::Purpose::Descriptor;
    burst.address = address;
    burst.dwords = static_cast<std::uint8_t>(4 * entries);
    state_ = State::Descriptor;
}

void Segmenter::take_descriptor(const bus::Burst& burst) {
    if (burst.status != bus::BurstStatus::Done) return skip_entry();
    for (unsigned i = 4; i < burst.dwords; i += 4) {
        Ahead& entry = ahead_[(burst.address / 16 + i / 4) % ahead_.size()];
        entry.address = burst.address + 4 * i;
        std::copy_n(burst.data.begin() + i, 4, entry.words.begin());
    }
    cache(burst.data.data());
}

void Segmenter::cache(const Word* words) {
    const unsigned place = fetch_b_ ? scd::kCacheB : scd::kCacheA;
    for (unsigned i = 0; i < 4; ++i) set(place + i, words[i]);
    set(scd::kHead, scd_[scd::kHead] | (fetch_b_ ? scd::kBValid : scd::kAValid));
    ++stats_.descriptors;
    if (!slot_served_) return next_buffer();  // a cell that spans two buffers
    state_ = State::Tidy;
}

void Segmenter::skip_entry() {
    registers_.events |= stat::kTxicp;
    ++stats_.aborted_entries;
    if (!slot_served_) return cut_short();
    if (!fetch_b_) {
        consume_a();
        state_ = State::Tidy;
        return;
    }
    state_ = State::Store;  // it is fetched again when its turn has come
    store();
}

void Segmenter::request_status_entry(Word tag) {
    bus::Burst& burst = dma_.queue(kSide).add();
    burst = {};
    burst.command = bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::SendStatus;
    burst.address = tsq.reserve();
    burst.dwords = 2;
    burst.data[0] = tag;
    burst.data[1] = timer_.value() & tsq::kStamp;
    state_ = State::StatusEntry;
}

void Segmenter::take_status_done(const bus::Burst& burst) {
    if (burst.status != bus::BurstStatus::Done) ++stats_.aborted_entries;
    tsq.commit();
    ++stats_.status_entries;
    if (status_of_timer_) {
        status_of_timer_ = false;
        if (tsq.almost_full()) registers_.events |= stat::kTsqf;
        state_ = State::Idle;
        return;
    }
    if (scd_[scd::kCacheA] & tbd::kTsrInterrupt) {
        registers_.events |= stat::kTsif;
        ++registers_.completions;
    }
    if (tsq.almost_full()) registers_.events |= stat::kTsqf;
    consume_a();
    state_ = State::Tidy;
}

void Segmenter::poll() {
    poll_age_ = 0;
    bus::Burst& burst = dma_.queue(kSide).add();
    burst = {};
    burst.command = bus::Command::MemoryRead;
    burst.purpose = bus::Purpose::TailPoll;
    burst.address = poll_address_;
    state_ = State::Poll;
}

void Segmenter::take_poll(const bus::Burst& burst) {
    state_ = State::Idle;
    if (burst.status != bus::BurstStatus::Done || burst.data[0] == polled_tail_) return;
    polled_tail_ = burst.data[0];
    state_ = State::Tail;
}

void Segmenter::store_tail() {
    if (!sram_.write(kUser, sram_map::kVrScd[0], polled_tail_)) return;
    edge_.outside();
    registers_.doorbell = true;
    tail_polled(core::now_fs(), sram_map::kVrScd[0]);
    state_ = State::Idle;
}

void Segmenter::store() {
    if (!descriptors.write(scd_address_, scd_.data(), dirty_)) return;
    descriptors.release();
    state_ = State::Idle;
}

}  // namespace niclab::nicstar
