// Cells that go to the raw queue, cells that are dropped, and the actions after the end of a burst.
#include "cards/nicstar/reassembler.h"

namespace niclab::nicstar {

void Reassembler::accept_raw(bool interrupt) {
    if (raw_queue.needs_buffer()) return drop_for_want_of_buffer(FreeBuffers::kLarge);
    raw_interrupt_ = interrupt;
    state_ = State::RawPayload;
}

void Reassembler::post_raw() {
    if (queue_.full()) return;
    raw_queue.put_cell(queue_.add(), header_word_, payload_);
    raw_flags_ |= (raw_interrupt_ ? 1u : 0u) << raw_under_way_++;
    ++stats_.raw_cells;
    cell_outcome(core::now_fs(), board::unit_of(header_), card::UnitOutcome::Raw);
    next_cell();
}

void Reassembler::pop_raw_buffer() {
    if (queue_.full() || !read_descriptor(FreeBuffers::kLarge, raw_buffer_)) return;
    if (raw_queue.needs_link()) raw_queue.put_link(queue_.add(), raw_buffer_[1], raw_buffer_[0]);
    raw_queue.attach(raw_buffer_[1], buffer_octets(FreeBuffers::kLarge));
    state_ = State::Wait;
}

void Reassembler::take_completed(const bus::Burst& burst) {
    if (burst.status != bus::BurstStatus::Done) ++stats_.aborted_bursts;
    if (burst.purpose == bus::Purpose::RawUnit && RawQueue::is_cell(burst)) {
        if (raw_flags_ & 1u) registers_.events |= stat::kRawcf;
        raw_flags_ >>= 1;
        --raw_under_way_;
    }
    if (burst.purpose == bus::Purpose::TableRead) connections.in_host_memory()->take(burst);
    if (burst.purpose != bus::Purpose::ReceiveStatus) return;
    rsq.commit();
    ++stats_.status_entries;
    if (burst.data[3] & rsq::kEndOfPdu) {
        registers_.events |= stat::kEopdu;
        ++registers_.completions;
    }
    if (rsq.almost_full()) registers_.events |= stat::kRsqaf;
}

void Reassembler::drop_for_want_of_buffer(unsigned kind) {
    registers_.events |= kind == FreeBuffers::kSmall ? stat::kSfbqe : stat::kLfbqe;
    registers_.count(registers_.cdc);
    drop(card::UnitOutcome::NoBuffer);
}

void Reassembler::drop_for_want_of_memory() {
    registers_.count(registers_.cdc);
    // The end of a PDU frees its memory, so it must not be lost with its cell.
    const bool last = (header_.pti & 1) != 0;
    end_of_pdu_ = last && (flags() & rct::kBufferValid) != 0;
    if (end_of_pdu_) {
        set(0, flags() | rct::kCrcError);
    } else if (last && (flags() & rct::kLarge)) {  // Between two buffers: no status entry will report it.
        delivery_.release(connection());
        set(0, flags() & ~(rct::kLarge | rct::kPerPdu));
        set(3, base::kCrc32Init);
    }
    drop(end_of_pdu_ ? card::UnitOutcome::NoMemoryAtEnd : card::UnitOutcome::NoMemory);
}

std::uint64_t& Reassembler::counter_of(card::UnitOutcome outcome) {
    switch (outcome) {
        case card::UnitOutcome::LookupError:
            return stats_.lookup_errors;
        case card::UnitOutcome::Invalid:
            return stats_.invalid;
        case card::UnitOutcome::ResourceManagement:
            return stats_.resource_management;
        case card::UnitOutcome::NoMemory:
        case card::UnitOutcome::NoMemoryAtEnd:
            return stats_.no_memory;
        default:
            return stats_.no_buffer;
    }
}

void Reassembler::drop(card::UnitOutcome outcome) {
    dropped_ = outcome;
    state_ = State::Drop;
    finish_drop();
}

void Reassembler::finish_drop() {
    if (!fifo_.whole()) return;
    edge_.outside();
    ++counter_of(dropped_);
    cell_outcome(core::now_fs(), board::unit_of(header_), dropped_);
    if (dropped_ == card::UnitOutcome::NoMemoryAtEnd)
        state_ = State::Status;
    else if (dirty_ != 0)
        state_ = State::Store;
    else
        next_cell();
}

}  // namespace niclab::nicstar
