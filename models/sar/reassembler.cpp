#include "sar/reassembler.h"

namespace niclab::sar {

namespace {
constexpr unsigned kCellWords = 13;
constexpr auto kUser = SramUser::Receive;
}  // namespace

const char* to_string(Fate fate) {
    switch (fate) {
        case Fate::Stored:
            return "stored";
        case Fate::FifoOverflow:
            return "rx_fifo_overflow";
        case Fate::ReceiveDisabled:
            return "receive_disabled";
        case Fate::LookupError:
            return "lookup_error";
        case Fate::RawCell:
            return "raw_cell";
        default:
            return "no_free_buffer";
    }
}

Reassembler::Reassembler(const Config& config, Registers& registers, Sram& sram, DmaMux& dma,
                         core::Fifo<atm::CellWord>& words)
    : config_(config),
      registers_(registers),
      sram_(sram),
      queue_(dma.queue(DmaSide::Receive)),
      dma_(dma),
      words_(words) {}

void Reassembler::reset() {
    rsq.set_base(0, cfg::rsq_octets(0));
    free_first_ = free_count_ = {};
    state_ = State::Wait;
    cells_ = write_word_ = write_cell_ = read_cell_ = 0;
    dirty_ = 0;
    arrival_ = Fate::ReceiveDisabled;  // what is left of a cell on its way in
}

bool Reassembler::holds(std::uint32_t address) const {
    const bool waits_for_host = state_ == State::Status && rsq.full();
    return state_ > State::Header && !waits_for_host && sram_.same(address & ~3u, rct_address_);
}

bool Reassembler::idle() const {
    const bool waits = state_ == State::Wait && cells_ == 0;
    return waits && queue_.empty() && words_.empty() && pushed_.settled(words_.pushed_total());
}

void Reassembler::tick_fifo() {
    if (pushed_.sample(words_.pushed_total()) == taken_) return;
    const atm::CellWord& word = words_.front();
    if (word.first) {
        write_word_ = 0;
        arriving_ = word.data;
        arrival_ = !(registers_.cfg & cfg::kRxPath)  ? Fate::ReceiveDisabled
                   : cells_ >= config_.rx_fifo_cells ? Fate::FifoOverflow
                                                     : Fate::Stored;
    }
    const Word address = sram_map::kRxFifo + write_cell_ * kCellWords + write_word_;
    if (arrival_ == Fate::Stored && !sram_.write(SramUser::ReceiveFifo, address, word.data)) return;
    ++write_word_;
    if (word.last) end_arrival();
    words_.pop();
    ++taken_;
}

void Reassembler::end_arrival() {
    if (arrival_ == Fate::Stored) {
        write_cell_ = (write_cell_ + 1) % config_.rx_fifo_cells;
        if (++cells_ > stats_.peak_fifo_cells) stats_.peak_fifo_cells = cells_;
        return;
    }
    if (arrival_ == Fate::FifoOverflow) {
        registers_.count(registers_.cdc);
        ++stats_.fifo_overflow;
    } else {
        ++stats_.receive_disabled;
    }
    cell_fate(atm::Header::from_word(arriving_), arrival_);
}

void Reassembler::tick() {
    if (const pci::Burst* burst = dma_.completed(DmaSide::Receive)) {
        take_completed(*burst);
        dma_.take();
    }
    switch (state_) {
        case State::Wait:
            if (cells_ == 0) break;
            clocks_ = config_.receive_clocks;
            state_ = State::Decide;
            [[fallthrough]];
        case State::Decide:
            if (clocks_ > 0) {
                --clocks_;
                break;
            }
            state_ = State::Header;
            [[fallthrough]];
        case State::Header:
            read_header();
            break;
        case State::Connection:
            read_connection();
            break;
        case State::Buffer:
            pop_buffer();
            break;
        case State::Payload:
            read_payload();
            break;
        case State::Post:
            post_cell();
            break;
        case State::Status:
            post_status();
            break;
        case State::Store:
            store();
            break;
    }
}

bool Reassembler::fifo_read(unsigned word, Word& value) {
    return sram_.read(kUser, sram_map::kRxFifo + read_cell_ * kCellWords + word, value);
}

void Reassembler::read_header() {
    Word header = 0;
    if (!fifo_read(0, header)) return;
    check_header(header);
}

void Reassembler::check_header(Word word) {
    header_ = atm::Header::from_word(word);
    const unsigned vpi_bits = cfg::vpi_bits(registers_.cfg);
    const unsigned vci_bits = cfg::rct_bits(registers_.cfg) - vpi_bits;
    const Word vpi = header_.vpi, vci = header_.vci;
    if (vpi >> vpi_bits != 0 || vci >> vci_bits != 0) {
        registers_.count(registers_.vpec);
        return drop(Fate::LookupError);
    }
    rct_address_ = sram_map::kRct + (vpi << vci_bits | vci) * rct::kWords;
    step_ = 0;
    state_ = State::Connection;
}

void Reassembler::read_connection() {
    if (!sram_.read(kUser, rct_address_ + step_, rct_[step_])) return;
    if (++step_ < rct::kWords) return;
    dirty_ = 0;
    if (!(flags() & rct::kOpen)) {
        registers_.count(registers_.vpec);
        return drop(Fate::LookupError);
    }
    if ((header_.pti & 4) != 0 || (flags() & rct::kAalMask) == rct::kAalRaw) return drop(Fate::RawCell);
    // Neither a buffer nor a large one to come: the first cell of a PDU.
    if (!(flags() & (rct::kBufferValid | rct::kLarge))) rct_[3] = base::kCrc32Init;
    step_ = 0;
    state_ = flags() & rct::kBufferValid ? State::Payload : State::Buffer;
}

unsigned Reassembler::buffer_octets(unsigned kind) const {
    return kind == 0 ? cfg::small_octets(registers_.cfg) : cfg::large_octets(registers_.cfg);
}

std::uint32_t Reassembler::buffer_slot(unsigned kind) const {
    return sram_map::kFbq[kind] + (free_first_[kind] + free_count_[kind]) % sram_map::kFbqEntries * 2;
}

void Reassembler::pop_buffer() {
    const unsigned k = kind();
    if (free_count_[k] == 0) {
        registers_.events |= k == 0 ? stat::kSfbqe : stat::kLfbqe;
        registers_.count(registers_.cdc);
        return drop(Fate::NoBuffer);
    }
    Word value = 0;
    if (!sram_.read(kUser, sram_map::kFbq[k] + free_first_[k] * 2 + step_, value)) return;
    set(1 + step_, value);
    if (++step_ < 2) return;
    free_first_[k] = (free_first_[k] + 1) % sram_map::kFbqEntries;
    --free_count_[k];
    set(0, (flags() & ~rct::kCellCount) | rct::kBufferValid);
    step_ = 0;
    state_ = State::Payload;
}

void Reassembler::read_payload() {
    if (!fifo_read(1 + step_, payload_[step_])) return;
    if (++step_ < payload_.size()) return;
    state_ = State::Post;
    post_cell();
}

void Reassembler::post_cell() {
    if (queue_.full()) return;
    put_payload(queue_.add(), rct_[2], payload_);
    end_of_pdu_ = (header_.pti & 1) != 0;
    Word flags_now = flags() + 1;  // cell count
    if (header_.pti & 2) flags_now |= rct::kEfci;
    if (header_.clp) flags_now |= rct::kClp;
    if (header_.gfc != 0 && !(registers_.cfg & cfg::kIgnoreGfc)) flags_now |= rct::kNzGfc;
    set(2, rct_[2] + atm::kPayloadOctets);
    set(3, crc_of_payload(rct_[3], payload_));
    if (end_of_pdu_ && (flags_now & rct::kAalMask) == rct::kAal5 && rct_[3] != base::kCrc32Residue) {
        flags_now |= rct::kCrcError;
        ++stats_.crc_errors;
    }
    set(0, flags_now);
    ++stats_.stored;
    cell_fate(header_, Fate::Stored);
    const Word count = flags_now & rct::kCellCount;
    const bool full = (count + 1) * atm::kPayloadOctets > buffer_octets(kind());
    state_ = full || end_of_pdu_ ? State::Status : State::Store;
}

void Reassembler::post_status() {
    if (queue_.full() || rsq.full()) {
        if (rsq.full()) registers_.events |= stat::kRsqf;
        return;
    }
    pci::Burst& burst = queue_.add();
    burst = {};
    burst.command = pci::Command::MemoryWrite;
    burst.purpose = pci::Purpose::RsqWrite;
    burst.address = rsq.reserve();
    burst.dwords = 4;
    burst.data[0] = Word{header_.vpi} << 16 | header_.vci;
    burst.data[1] = rct_[1];
    burst.data[2] = rct_[3];
    Word status = rsq::kValid | (flags() & rct::kCellCount) | (flags() & rct::kLarge ? rsq::kLarge : 0u) |
                  (end_of_pdu_ ? rsq::kEndOfPdu : 0u) | (flags() & (rct::kEfci | rct::kClp | rct::kCrcError));
    if (flags() & rct::kNzGfc) status |= 1u << 14;
    burst.data[3] = status;
    // The next buffer of the PDU is a large one; after its end everything starts again.
    Word next = flags() & ~(rct::kBufferValid | rct::kCellCount);
    next = end_of_pdu_ ? next & ~(rct::kLarge | rct::kPerPdu) : next | rct::kLarge;
    set(0, next);
    if (end_of_pdu_) set(3, base::kCrc32Init);
    state_ = State::Store;
}

void Reassembler::take_completed(const pci::Burst& burst) {
    if (burst.purpose != pci::Purpose::RsqWrite) return;
    rsq.commit();
    ++stats_.status_entries;
    if (burst.data[3] & rsq::kEndOfPdu) registers_.events |= stat::kEopdu;
    if (rsq.almost_full()) registers_.events |= stat::kRsqaf;
}

void Reassembler::set(unsigned word, Word value) {
    rct_[word] = value;
    dirty_ |= 1u << word;
}

void Reassembler::store() {
    if (dirty_ != 0) {
        const auto word = static_cast<unsigned>(__builtin_ctz(dirty_));
        if (!sram_.write(kUser, rct_address_ + word, rct_[word])) return;
        dirty_ &= dirty_ - 1;
    }
    if (dirty_ == 0) next_cell();
}

void Reassembler::drop(Fate fate) {
    switch (fate) {
        case Fate::LookupError:
            ++stats_.lookup_errors;
            break;
        case Fate::RawCell:
            ++stats_.raw_cells;
            break;
        default:
            ++stats_.no_buffer;
            break;
    }
    cell_fate(header_, fate);
    next_cell();
}

void Reassembler::next_cell() {
    read_cell_ = (read_cell_ + 1) % config_.rx_fifo_cells;
    --cells_;
    state_ = State::Wait;
}

}  // namespace niclab::sar
