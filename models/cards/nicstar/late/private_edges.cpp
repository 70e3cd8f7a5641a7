// The minimum number of coming edges without an effect outside the SAR: the words that its states
// have still to read, write and count before the first visible effect. It may read the SRAM, which
// only the host and the engines change.
#include <algorithm>

#include "cards/nicstar/connection_index.h"
#include "cards/nicstar/sar.h"

namespace niclab::nicstar {

namespace {
constexpr unsigned kPayloadWords = std::tuple_size_v<PayloadWords>;

unsigned words_in(std::uint32_t dirty) { return static_cast<unsigned>(__builtin_popcount(dirty)); }
}  // namespace

unsigned RxFifo::private_edges() const {
    const std::size_t waiting = words_.occupancy();
    for (unsigned k = 0; k < waiting; ++k) {
        if (!words_.peek(k).last) continue;
        unsigned edges = 0;
        while (edges < 2 && pushed_.sample_to_come(edges, taken_ + waiting) <= taken_ + k) ++edges;
        return std::max(edges, k);
    }
    return kNoneToCome;
}

/// Number of edges before the one that finds `places` free places, if no more cells leave the FIFO;
/// such a departure wakes the SAR.
unsigned Segmenter::edges_until(std::size_t places, std::size_t popped) const {
    for (unsigned edges = 0; edges <= 2; ++edges)
        if (cells_.capacity() - (pushed_ - popped_.sample_to_come(edges, popped)) >= places) return edges;
    return kNoneToCome;
}

unsigned Segmenter::private_edges() const {
    if (poll_address_ != 0) return 0;
    if (!(registers_.cfg & cfg::kTxEnable)) return kNoneToCome;
    // With a second place the slot is used by a null cell, or the FIFO is filled.
    const unsigned in_state = private_in_state();
    return config_.null_cells ? std::min(in_state, edges_until(2)) : in_state;
}

unsigned Segmenter::private_in_state() const {
    switch (state_) {
        case State::Idle: {
            const unsigned closed = edges_until(1);
            if (roll_over_ && !tsq.full()) return 0;
            return closed == kNoneToCome ? closed : closed + private_of_slot();
        }
        case State::Tst:
            return private_of_slot();
        case State::Pointers:
            return private_of_channel(fixed_, channel_, scd_address_, step_);
        case State::Rest:
            return descriptors.left() + private_of_decision(config_.schedule_clocks + config_.lookup_clocks);
        case State::Decide:
            return private_of_decision(clocks_);
        case State::Payload:
        case State::Descriptor:
        case State::StatusEntry:
            return kNoneToCome;
        case State::Tidy:
            // With a closed slot it requests the most.
            if (after_cell(false) != AfterCell::Store) return 0;
            [[fallthrough]];
        case State::Store:
            if (!of_transmitter(scd_address_)) return 0;
            // A slot opens after it, unless the FIFO stays full.
            return !roll_over_ && edges_until(1) == kNoneToCome ? kNoneToCome : words_in(dirty_);
        default:
            return 0;
    }
}

/// Only this side and the host read and write the words there: otherwise the receiver may change
/// them before they are read.
bool Segmenter::of_transmitter(Word address) const {
    const Word connections = rct::kWords << cfg::rct_bits(registers_.cfg);
    for (const Word word : {address, address + scd::kWords - 1})
        if ((word & (config_.sram_words - 1)) < connections || sram_map::in_rx_fifo(word, config_.sram_words))
            return false;
    return true;
}

/// From the edge on that reads the schedule.
unsigned Segmenter::private_of_slot() const {
    if (!config_.null_cells && !may_have_work() && !registers_.doorbell) return 0;
    const Word at = tst_pointer_ == 0 ? registers_.tstb >> 2 & 0x1FFFFu : tst_pointer_;
    if (!of_transmitter(at)) return 0;
    const Word entry = sram_.peek(at);
    switch (tst::opcode(entry)) {
        case tst::Opcode::Fixed:
            return 1 + private_of_channel(true, channel_, tst::operand(entry), 0);
        case tst::Opcode::Variable:
            return owed_ > 0 ? 0 : 1 + private_of_channel(false, 0, sram_map::kVrScd[0], 0);
        default:
            return 0;
    }
}

unsigned Segmenter::private_of_channel(bool fixed, unsigned channel, Word scd_address, unsigned words_read) const {
    const unsigned pointers = scd::kPointers - words_read;
    if (!of_transmitter(scd_address)) return pointers - 1;
    const Word tail = words_read > 0 ? scd_[scd::kTail] : sram_.peek(scd_address);
    const Word differ = (tail ^ sram_.peek(scd_address + 1)) & (fixed ? scd::kFixedOffsets : scd::kVariableOffsets);
    // Its slot is the next one, unless it is already being read.
    const std::uint32_t slot = variable_slot_ + (state_ == State::Idle || state_ == State::Tst ? 1 : 0);
    if (differ != 0 && (fixed || credits_[channel].allows(slot)))
        return pointers + descriptors.left() + private_of_decision(config_.schedule_clocks + config_.lookup_clocks);
    const bool last = fixed ? !config_.fixed_falls_through : channel == 2;
    if (last) return pointers - 1;
    const unsigned next = fixed ? 0 : channel + 1;
    return pointers + private_of_channel(false, next, sram_map::kVrScd[next], 0);
}

unsigned Reassembler::private_edges() const {
    if (!delivery_.idle()) return 0;
    return std::min(private_in_state(), fifo_.private_edges());
}

unsigned Reassembler::private_in_state() const {
    const unsigned left = static_cast<unsigned>(payload_.size()) - step_;
    switch (state_) {
        case State::Wait:
            if (wants_raw_buffer()) return 0;
            return fifo_.ready() ? config_.receive_clocks + private_of_cell() : kNoneToCome;
        case State::Decide:
            return clocks_ + private_of_cell();
        case State::Header:
            return private_of_cell();
        case State::LookUp:
            return clocks_ + private_of_connection(header_, rct_address_);
        case State::Connection:
            return private_of_connection(header_, rct_address_);
        case State::Buffer:
            return private_of_buffer(flags()) > 0 ? 2 - step_ + kPayloadWords - 1 : 0;
        case State::Payload:
        case State::RawPayload:
            return left - 1;
        case State::Store:
            return dirty_ == 0 ? 0 : words_in(dirty_) - 1;
        default:
            return 0;
    }
}

/// From the edge on that reads the header.
unsigned Reassembler::private_of_cell() const {
    if (!fifo_.whole()) return 0;
    const atm::Header header = atm::Header::from_word(fifo_.peek_header(0));
    const auto address = header.is_null() ? std::nullopt : connection_address(header, registers_);
    if (!address) return 0;
    const unsigned found = private_of_connection(header, *address);
    return found == 0 ? 0 : 1 + config_.lookup_clocks + found;
}

/// From the edge on that reads the entry there, up to the cell's last word; 0 if the cell may be
/// processed in another way, or the entry may change.
unsigned Reassembler::private_of_connection(const atm::Header& header, Word address) const {
    const Word flags = sram_.peek(address);
    if (header.pti >= 4 || sram_map::in_rx_fifo(address, config_.sram_words) || !(flags & rct::kOpen)) return 0;
    if ((flags & rct::kAalMask) == rct::kAalRaw) return 0;
    const unsigned left = private_of_buffer(flags);
    return left == 0 ? 0 : connections.left() + left;
}

/// From the edge on that takes a buffer, if one is needed.
unsigned Reassembler::private_of_buffer(Word flags) const {
    if (flags & rct::kBufferValid) return kPayloadWords - 1;
    return config_.empty_at_last_buffer || free_buffers.count(kind_of(flags)) == 0 ? 0 : 2 + kPayloadWords - 1;
}

}  // namespace niclab::nicstar
