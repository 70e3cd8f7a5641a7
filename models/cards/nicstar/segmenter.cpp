#include "cards/nicstar/segmenter.h"

namespace niclab::nicstar {

namespace {
atm::Cell null_cell() {
    atm::Cell cell;
    cell.octets.fill(0x6A);
    for (unsigned i = 0; i < atm::kHeaderOctets; ++i) cell.octets[i] = 0;
    return cell;
}
const atm::Cell kNullCell = null_cell();
}  // namespace

Segmenter::Segmenter(const Config& config, const Edge& edge, const Timer& timer, Registers& registers, card::Sram& sram,
                     DmaMux& dma, core::Fifo<atm::Cell>& cells)
    : descriptors(config, sram, kUser, dma.queue(kSide), scd::kPointers, scd::kWords),
      config_(config),
      edge_(edge),
      timer_(timer),
      registers_(registers),
      sram_(sram),
      dma_(dma),
      cells_(cells) {
    reset();
}

void Segmenter::reset() {
    tsq.set_base(0, tsq::kOctets);
    descriptors.reset();
    state_ = State::Idle;
    tst_pointer_ = 0;
    idle_jumps_ = owed_ = 0;
    dirty_ = 0;
    assembled_ = last_was_user_ = false;
    roll_over_ = status_of_timer_ = false;
    ahead_.fill({});
    poll_address_ = polled_tail_ = poll_age_ = 0;
    for (Credit& credit : credits_) credit.reset();
}

bool Segmenter::idle() const {
    const std::size_t popped = cells_.popped_total();
    if (!popped_.settled(popped) || poll_address_ != 0) return false;
    if (!(registers_.cfg & cfg::kTxEnable)) return true;
    const bool full = pushed_ - popped == cells_.capacity();
    const bool waits = state_ == State::Payload || state_ == State::Descriptor || state_ == State::StatusEntry;
    if (state_ == State::Idle && roll_over_ && !tsq.full()) return false;
    const bool nothing = !config_.null_cells && !may_have_work() && !registers_.doorbell;
    return (state_ == State::Idle && (full || nothing)) || (waits && full);
}

void Segmenter::tick() {
    const std::size_t places = free_places();
    if (poll_address_ != 0) ++poll_age_;
    if (const bus::Burst* burst = dma_.completed(kSide)) {
        take_burst(*burst);
        dma_.take();
        return;
    }
    if (!(registers_.cfg & cfg::kTxEnable)) return;
    // The next slot has opened before this one got its cell: the slot is used by a null cell.
    if (places >= 2 && config_.null_cells && state_ != State::Idle) {
        ++stats_.late_slots;
        if (config_.late_credit && owed_ < kMostOwed) ++owed_;
        push_null();
        return;
    }
    step(places);
}

void Segmenter::step(std::size_t places) {
    switch (state_) {
        case State::Idle:
            idle_step(places);
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
        case State::Tail:
            store_tail();
            break;
        default:
            break;  // waits for its burst
    }
}

void Segmenter::take_burst(const bus::Burst& burst) {
    if (burst.purpose == bus::Purpose::TableRead) return descriptors.in_host_memory()->take(burst);
    if (burst.purpose == bus::Purpose::TableWrite) return;
    switch (state_) {
        case State::Payload:
            return take_payload(burst);
        case State::Descriptor:
            return take_descriptor(burst);
        case State::Poll:
            return take_poll(burst);
        default:
            return take_status_done(burst);
    }
}

void Segmenter::idle_step(std::size_t places) {
    if (poll_is_due()) return poll();
    if (!roll_over_ || tsq.full()) return open_slot(places);
    roll_over_ = false;
    status_of_timer_ = true;
    request_status_entry(0);
}

void Segmenter::begin_work() {
    filled_ = 0;
    const Word entry = scd_[scd::kCacheA];
    if (valid(scd::kAValid) && !(entry & tbd::kTsr)) {
        if (!fixed_) credits_[channel_].use(variable_slot_, tbd::m(entry), tbd::n(entry));
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
    edge_.outside();
    if (!passing_) cells_.push(kNullCell), ++pushed_;
    ++stats_.null_cells;
    last_was_user_ = false;
}

void Segmenter::push_user() {
    edge_.outside();
    cells_.push(cell_);
    ++pushed_;
    ++stats_.user_cells;
    last_was_user_ = true;
    segmented(core::now_fs(), board::unit_of(cell_.header()), static_cast<unsigned>(cells_.occupancy() - 1));
}

void Segmenter::move_assembled() {
    if (assembled_)
        push_user();
    else if (config_.null_cells)
        push_null();
    assembled_ = false;
}

}  // namespace niclab::nicstar
