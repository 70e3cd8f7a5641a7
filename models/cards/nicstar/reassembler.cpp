#include "cards/nicstar/reassembler.h"

#include <algorithm>

#include "atm/aal34.h"
#include "cards/nicstar/connection_index.h"

namespace niclab::nicstar {

namespace {
constexpr unsigned kMostConnections = 16384;
}  // namespace

Reassembler::Reassembler(const Config& config, const Edge& edge, Registers& registers, card::Sram& sram, DmaMux& dma,
                         core::Fifo<atm::CellWord>& words)
    : connections(config, sram, kUser, dma.queue(DmaSide::Receive), 0, rct::kWords),
      config_(config),
      edge_(edge),
      registers_(registers),
      sram_(sram),
      queue_(dma.queue(DmaSide::Receive)),
      dma_(dma),
      fifo_(config, edge, registers, sram, words, cell_outcome),
      delivery_(config, kMostConnections, queue_, rsq) {}

void Reassembler::reset() {
    // The result of the present cell was reported when its burst was posted.
    const bool decided = state_ == State::Status || state_ == State::Store;
    for (unsigned i = decided ? 1 : 0; i < fifo_.cells(); ++i, ++stats_.reset)
        cell_outcome(core::now_fs(), board::unit_of(atm::Header::from_word(fifo_.peek_header(i))),
                     card::UnitOutcome::Reset);
    const unsigned bursts_a_cell = (12 + config_.dma_burst_dwords - 1) / config_.dma_burst_dwords;
    const unsigned stored = queue_.count(bus::Purpose::PayloadWrite) / bursts_a_cell + delivery_.reset();
    stats_.stored -= stored, stats_.raw_cells -= raw_under_way_, stats_.reset += stored + raw_under_way_;
    rsq.set_base(0, cfg::rsq_octets(0));
    free_buffers.reset();
    raw_queue.reset();
    connections.reset();
    fifo_.reset();
    state_ = State::Wait;
    dirty_ = 0;
    raw_under_way_ = raw_flags_ = 0;
}

bool Reassembler::holds(std::uint32_t address) const {
    const bool waits_for_host = state_ == State::Status && rsq.full();
    return state_ >= State::Connection && !waits_for_host && sram_.same(address & ~3u, rct_address_);
}

bool Reassembler::idle() const {
    return state_ == State::Wait && fifo_.quiet() && queue_.empty() && delivery_.idle() && !wants_raw_buffer();
}

void Reassembler::tick() {
    if (const bus::Burst* burst = dma_.completed(DmaSide::Receive)) {
        take_completed(*burst);
        dma_.take();
    }
    delivery_.tick();
    switch (state_) {
        case State::Wait:
            return wait_for_cell();
        case State::Decide:
            return decide();
        case State::Header:
            return read_header();
        case State::LookUp:
            return look_up();
        case State::Drop:
            return finish_drop();
        case State::RawBuffer:
            return pop_raw_buffer();
        case State::RawPayload:
            return read_payload(State::RawPost);
        case State::RawPost:
            return post_raw();
        case State::Connection:
            return read_connection();
        case State::Buffer:
            return pop_buffer();
        case State::Payload:
            return read_payload(State::Post);
        case State::Post:
            return post_cell();
        case State::Status:
            return post_status();
        case State::Store:
            return store();
    }
}

void Reassembler::wait_for_cell() {
    step_ = 0;
    if (wants_raw_buffer()) {
        state_ = State::RawBuffer;
        return pop_raw_buffer();
    }
    if (!fifo_.ready()) return;
    clocks_ = config_.receive_clocks;
    state_ = State::Decide;
    decide();
}

void Reassembler::decide() {
    if (clocks_ > 0) {
        --clocks_;
        return;
    }
    state_ = State::Header;
    read_header();
}

void Reassembler::read_header() {
    if (!fifo_.read(0, header_word_)) return;
    header_ = atm::Header::from_word(header_word_);
    step_ = 0;
    if (header_.is_null()) {
        registers_.count(registers_.icc);
        return registers_.cfg & cfg::kIcAccept ? accept_raw(true) : drop(card::UnitOutcome::Invalid);
    }
    if (const auto address = connection_address(header_, registers_)) {
        rct_address_ = *address;
        clocks_ = config_.lookup_clocks;
        state_ = clocks_ > 0 ? State::LookUp : State::Connection;
        return;
    }
    registers_.count(registers_.vpec);
    return registers_.cfg & cfg::kVcErrAccept ? accept_raw(true) : drop(card::UnitOutcome::LookupError);
}

void Reassembler::look_up() {
    if (--clocks_ == 0) state_ = State::Connection;
}

void Reassembler::read_connection() {
    if (!connections.read(rct_address_, rct_.data())) return;
    dirty_ = 0;
    choose_path();
}

void Reassembler::choose_path() {
    if (!(flags() & rct::kOpen)) {
        registers_.count(registers_.vpec);
        return registers_.cfg & cfg::kVcErrAccept ? accept_raw(true) : drop(card::UnitOutcome::LookupError);
    }
    const bool resource_management = header_.pti >= 6;
    if (resource_management && !(registers_.cfg & cfg::kRxRm)) {
        registers_.count(registers_.cdc);
        return drop(card::UnitOutcome::ResourceManagement);
    }
    if ((header_.pti & 4) != 0 || (flags() & rct::kAalMask) == rct::kAalRaw)
        return accept_raw((flags() & rct::kRawInterrupt) != 0);
    if (delivery_.out_of_memory()) return drop_for_want_of_memory();
    // No buffer, and no large one to come: the first cell of a PDU.
    if (!(flags() & (rct::kBufferValid | rct::kLarge))) rct_[3] = base::kCrc32Init;
    state_ = flags() & rct::kBufferValid ? State::Payload : State::Buffer;
}

unsigned Reassembler::buffer_octets(unsigned kind) const {
    return kind == FreeBuffers::kSmall ? cfg::small_octets(registers_.cfg) : cfg::large_octets(registers_.cfg);
}

bool Reassembler::read_descriptor(unsigned kind, Word* words) {
    if (!sram_.read(kUser, free_buffers.oldest(kind) + step_, words[step_])) return false;
    if (++step_ < 2) return false;
    step_ = 0;
    free_buffers.take(kind);
    if (config_.empty_at_last_buffer && free_buffers.count(kind) == 0)
        registers_.events |= kind == FreeBuffers::kSmall ? stat::kSfbqe : stat::kLfbqe;
    return true;
}

void Reassembler::pop_buffer() {
    if (free_buffers.count(kind()) == 0) return drop_for_want_of_buffer(kind());
    if (!read_descriptor(kind(), &rct_[1])) return;
    dirty_ |= 3u << 1;
    set(0, (flags() & ~rct::kCellCount) | rct::kBufferValid);
    state_ = State::Payload;
}

void Reassembler::read_payload(State next) {
    if (!fifo_.read(1 + step_, payload_[step_])) return;
    if (++step_ < payload_.size()) return;
    state_ = next;
    next == State::Post ? post_cell() : post_raw();
}

bool Reassembler::ends_pdu() const {
    if ((flags() & rct::kAalMask) != rct::kAal34) return (header_.pti & 1) != 0;
    return atm::aal34_is_last(base::octets_of(payload_).data());
}

bool Reassembler::crc_wrong(Word flags_now) const {
    const Word aal = flags_now & rct::kAalMask;
    if (aal == rct::kAal34) return !atm::aal34_crc_holds(base::octets_of(payload_).data());
    return aal == rct::kAal5 && end_of_pdu_ && rct_[3] != base::kCrc32Residue;
}

void Reassembler::post_cell() {
    if (delivery_.busy()) return;
    delivery_.cell(connection(), rct_[2], payload_);
    end_of_pdu_ = ends_pdu();
    Word flags_now = flags() + 1;  // cell count
    if (header_.pti & 2) flags_now |= rct::kEfci;
    if (header_.clp) flags_now |= rct::kClp;
    if (header_.gfc != 0 && !(registers_.cfg & cfg::kIgnoreGfc)) flags_now |= rct::kNzGfc;
    if (!(flags_now & rct::kConstantAddress)) set(2, rct_[2] + atm::kPayloadOctets);
    set(3, crc_of_payload(rct_[3], payload_));
    if (crc_wrong(flags_now)) {
        flags_now |= rct::kCrcError;
        ++stats_.crc_errors;
    }
    set(0, flags_now);
    ++stats_.stored;
    cell_outcome(core::now_fs(), board::unit_of(header_), card::UnitOutcome::Stored);
    const Word count = flags_now & rct::kCellCount;
    const bool full = (count + 1) * atm::kPayloadOctets > buffer_octets(kind());
    state_ = full || end_of_pdu_ ? State::Status : State::Store;
}

void Reassembler::post_status() {
    if (rsq.full()) registers_.events |= stat::kRsqf;
    if (delivery_.busy() || rsq.full()) return;
    Word status = rsq::kValid | (flags() & rct::kCellCount) | (kind() == FreeBuffers::kLarge ? rsq::kLarge : 0u) |
                  (end_of_pdu_ ? rsq::kEndOfPdu : 0u) | (flags() & (rct::kEfci | rct::kClp | rct::kCrcError));
    if (flags() & rct::kNzGfc) status |= rsq::kNzGfc;
    const StatusWords entry{Word{header_.vpi} << 16 | header_.vci, rct_[1], rct_[3], status};
    delivery_.status(connection(), entry, end_of_pdu_);
    // The next buffer of the PDU is a large one; after its end the PDU's state is reset.
    Word next = flags() & ~(rct::kBufferValid | rct::kCellCount);
    next = end_of_pdu_ ? next & ~(rct::kLarge | rct::kPerPdu) : next | rct::kLarge;
    set(0, next);
    if (end_of_pdu_) set(3, base::kCrc32Init);
    state_ = State::Store;
}

void Reassembler::set(unsigned word, Word value) {
    rct_[word] = value;
    dirty_ |= 1u << word;
}

void Reassembler::store() {
    if (connections.write(rct_address_, rct_.data(), dirty_)) next_cell();
}

void Reassembler::next_cell() {
    fifo_.pop();
    connections.release();
    state_ = State::Wait;
}

}  // namespace niclab::nicstar
