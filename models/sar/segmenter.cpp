#include "sar/segmenter.h"

#include <algorithm>

#include "base/crc.h"

namespace niclab::sar {

namespace {
constexpr auto kUser = SramUser::Transmit;
constexpr auto kSide = DmaSide::Transmit;

atm::Cell null_cell() {
    atm::Cell cell;
    cell.octets.fill(0x6A);
    for (unsigned i = 0; i < atm::kHeaderOctets; ++i) cell.octets[i] = 0;
    return cell;
}
const atm::Cell kNullCell = null_cell();
}  // namespace

Segmenter::Segmenter(const Config& config, Registers& registers, Sram& sram, DmaMux& dma, core::Fifo<atm::Cell>& cells)
    : config_(config), registers_(registers), sram_(sram), dma_(dma), cells_(cells) {
    reset();
}

void Segmenter::reset() {
    tsq.set_base(0, tsq::kOctets);
    state_ = State::Idle;
    tst_pointer_ = 0;
    idle_jumps_ = 0;
    dirty_ = 0;
    assembled_ = last_was_user_ = false;
}

std::size_t Segmenter::free_places() { return cells_.capacity() - (pushed_ - popped_.sample(cells_.popped_total())); }

bool Segmenter::idle() const {
    const std::size_t popped = cells_.popped_total();
    if (!popped_.settled(popped)) return false;
    if (!(registers_.cfg & cfg::kTxEnable)) return true;
    const bool full = pushed_ - popped == cells_.capacity();
    const bool waits = state_ == State::Payload || state_ == State::Descriptor || state_ == State::StatusEntry;
    const bool nothing = !config_.null_cells && !may_have_work() && !registers_.doorbell;
    return (state_ == State::Idle && (full || nothing)) || (waits && full);
}

void Segmenter::tick(std::uint32_t timer) {
    timer_ = timer;
    const std::size_t places = free_places();
    if (const pci::Burst* burst = dma_.completed(kSide)) {
        switch (state_) {
            case State::Payload:
                take_payload(*burst);
                break;
            case State::Descriptor:
                take_descriptor(*burst);
                break;
            default:
                take_status_done();
                break;
        }
        dma_.take();
        return;
    }
    if (!(registers_.cfg & cfg::kTxEnable)) return;
    // The next slot has opened before this one got its cell: the slot is lost to a null cell.
    if (places >= 2 && config_.null_cells && state_ != State::Idle) {
        ++stats_.late_slots;
        push_null();
        return;
    }
    switch (state_) {
        case State::Idle:
            open_slot(places);
            break;
        case State::Tst:
            read_tst();
            break;
        case State::Pointers:
            read_pointers();
            break;
        case State::Rest:
            read_rest();
            break;
        case State::Decide:
            if (clocks_ > 0) --clocks_;
            if (clocks_ == 0) begin_work();
            break;
        case State::Store:
            store();
            break;
        case State::Tidy:
            tidy(places > 0);
            break;
        default:
            break;  // waits for its burst
    }
}

void Segmenter::begin_work() {
    filled_ = 0;
    if (valid(scd::kAValid) && !(scd_[scd::kCacheA] & tbd::kTsr)) {
        cell_.set_header(atm::Header::from_word(scd_[scd::kCacheA + 3]));
        cell_.octets[4] = 0;
        return request_payload();
    }
    if (config_.null_cells && !config_.assembly_stage) {
        if (last_was_user_) ++stats_.nulls_before_ready_pdu;
        push_null();
    }
    last_was_user_ = false;
    slot_served_ = true;
    state_ = State::Tidy;
}

void Segmenter::no_work() {
    if (config_.null_cells && !config_.assembly_stage) push_null();
    state_ = State::Idle;
}

void Segmenter::push_null() {
    cells_.push(kNullCell);
    ++pushed_;
    ++stats_.null_cells;
    last_was_user_ = false;
}

void Segmenter::request_payload() {
    const Word remaining = scd_[scd::kCacheA] & tbd::kLength;
    const Word address = scd_[scd::kCacheA + 1];
    chunk_ = std::min<unsigned>(atm::kPayloadOctets - filled_, remaining);
    if (chunk_ == 0) return next_buffer();
    pci::Burst& burst = dma_.queue(kSide).add();
    burst = {};
    burst.command = pci::Command::MemoryRead;
    burst.purpose = pci::Purpose::TxPayload;
    burst.address = address & ~3u;
    burst.dwords = static_cast<std::uint8_t>((address % 4 + chunk_ + 3) / 4);
    state_ = State::Payload;
}

void Segmenter::take_payload(const pci::Burst& burst) {
    const Word address = scd_[scd::kCacheA + 1];
    for (unsigned i = 0; i < chunk_; ++i) {
        const unsigned octet = address % 4 + i;
        cell_.payload()[filled_ + i] = static_cast<std::uint8_t>(burst.data[octet / 4] >> 8 * (octet % 4));
    }
    filled_ += chunk_;
    set(scd::kCacheA, scd_[scd::kCacheA] - chunk_);
    set(scd::kCacheA + 1, address + chunk_);
    if (filled_ < atm::kPayloadOctets)
        next_buffer();
    else
        finish_cell();
}

void Segmenter::next_buffer() {
    // The cell goes on in the next buffer of the PDU, if there is one.
    if (after(head()) == tail()) return cut_short();
    if (!valid(scd::kBValid)) return request_descriptor(true);
    if (scd_[scd::kCacheB] & tbd::kTsr) return cut_short();
    consume_a();
    request_payload();
}

void Segmenter::cut_short() {
    std::fill(cell_.payload() + filled_, cell_.payload() + atm::kPayloadOctets, std::uint8_t{0});
    registers_.events |= stat::kTxicp;
    ++stats_.short_pdus;
    finish_cell();
}

bool Segmenter::last_of_pdu() const {
    const Word a = scd_[scd::kCacheA];
    return (a & tbd::kLength) == 0 && (a & tbd::kEndOfPdu) != 0;
}

void Segmenter::finish_cell() {
    const Word a = scd_[scd::kCacheA];
    const bool aal5 = (a & tbd::kAalMask) == tbd::kAal5;
    const bool last = last_of_pdu();
    std::uint8_t* payload = cell_.payload();
    if (last) cell_.octets[3] |= 0x02;  // PTI: end of the CPCS-PDU
    if (aal5) {
        if (last) {
            const Word control = scd_[scd::kCacheA + 2];
            for (unsigned i = 0; i < 4; ++i) payload[40 + i] = static_cast<std::uint8_t>(control >> (24 - 8 * i));
        }
        const Word crc = base::crc32_update(scd_[scd::kCrc], payload, last ? 44 : 48);
        for (unsigned i = 0; last && i < 4; ++i) payload[44 + i] = static_cast<std::uint8_t>(~crc >> (24 - 8 * i));
        set(scd::kCrc, last ? base::kCrc32Init : crc);
    }
    if (config_.assembly_stage)
        assembled_ = true;
    else
        push_user();
    slot_served_ = true;
    if ((a & tbd::kLength) == 0) consume_a();
    state_ = State::Tidy;
}

void Segmenter::push_user() {
    cells_.push(cell_);
    ++pushed_;
    ++stats_.user_cells;
    last_was_user_ = true;
    segmented(cell_);
}

void Segmenter::move_assembled() {
    if (assembled_)
        push_user();
    else if (config_.null_cells)
        push_null();
    assembled_ = false;
}

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

void Segmenter::tidy(bool slot_waits) {
    // Status requests, then descriptors to come, then what changed goes back to the SRAM.
    const bool a = valid(scd::kAValid);
    if (a && (scd_[scd::kCacheA] & tbd::kTsr) && !tsq.full()) return request_status_entry(timer_);
    if (!a && head() != tail()) return request_descriptor(false);
    // Reading ahead gives way to the next slot, and to a PDU's first payload after its descriptor was fetched.
    const bool ahead = last_was_user_ && !slot_waits;
    if (a && ahead && !valid(scd::kBValid) && after(head()) != tail()) return request_descriptor(true);
    state_ = State::Store;
    store();
}

void Segmenter::request_descriptor(bool b) {
    fetch_b_ = b;
    pci::Burst& burst = dma_.queue(kSide).add();
    burst = {};
    burst.command = pci::Command::MemoryRead;
    burst.purpose = pci::Purpose::TbdFetch;
    burst.address = (scd_[scd::kTail] & ~(offsets_ | 0xFu)) + (b ? after(head()) : head());
    burst.dwords = 4;
    state_ = State::Descriptor;
}

void Segmenter::take_descriptor(const pci::Burst& burst) {
    const unsigned cache = fetch_b_ ? scd::kCacheB : scd::kCacheA;
    for (unsigned i = 0; i < 4; ++i) set(cache + i, burst.data[i]);
    set(scd::kHead, scd_[scd::kHead] | (fetch_b_ ? scd::kBValid : scd::kAValid));
    ++stats_.descriptors;
    if (!slot_served_) return next_buffer();  // a cell that spans two buffers
    state_ = State::Tidy;
}

void Segmenter::request_status_entry(std::uint32_t timer) {
    pci::Burst& burst = dma_.queue(kSide).add();
    burst = {};
    burst.command = pci::Command::MemoryWrite;
    burst.purpose = pci::Purpose::TsqWrite;
    burst.address = tsq.reserve();
    burst.dwords = 2;
    burst.data[0] = scd_[scd::kCacheA + 1];
    burst.data[1] = timer & tsq::kStamp;
    state_ = State::StatusEntry;
}

void Segmenter::take_status_done() {
    tsq.commit();
    ++stats_.status_entries;
    if (scd_[scd::kCacheA] & tbd::kTsrInterrupt) registers_.events |= stat::kTsif;
    if (tsq.almost_full()) registers_.events |= stat::kTsqf;
    consume_a();
    state_ = State::Tidy;
}

void Segmenter::store() {
    if (dirty_ != 0) {
        const auto word = static_cast<unsigned>(__builtin_ctz(dirty_));
        if (!sram_.write(kUser, scd_address_ + word, scd_[word])) return;
        dirty_ &= dirty_ - 1;
    }
    if (dirty_ == 0) state_ = State::Idle;
}

}  // namespace niclab::sar
