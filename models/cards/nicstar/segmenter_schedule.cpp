// The channel of a cell slot: from the schedule table, then from the channels' descriptors. Slots of
// a schedule without work are skipped, a whole pass at a time.
#include <algorithm>

#include "cards/nicstar/segmenter.h"

namespace niclab::nicstar {

void Segmenter::open_slot(std::size_t places) {
    if (places == 0) return;
    if (places >= 2 && config_.null_cells && cells_.capacity() > 1) return push_null();  // initial filling
    if (registers_.doorbell) idle_jumps_ = 0;
    if (!config_.null_cells && !may_have_work()) return;
    registers_.doorbell = false;
    slot_served_ = false;
    jumps_ = 0;
    if (config_.assembly_stage) move_assembled();
    state_ = State::Tst;
    read_tst();
}

void Segmenter::read_tst() {
    Word entry = 0;
    const Word base = registers_.tstb >> 2 & 0x1FFFFu;
    if (tst_pointer_ == 0) tst_pointer_ = base;
    if (!sram_.read(kUser, tst_pointer_, entry)) return;
    ++tst_pointer_;
    switch (tst::opcode(entry)) {
        case tst::Opcode::End:
            tst_pointer_ = tst::operand(entry);
            if (idle_jumps_ < kIdleJumps) ++idle_jumps_;
            // A table with jumps only must not occupy the SRAM permanently.
            if (config_.jump_takes_slot || ++jumps_ == kJumpsPerSlot) no_work();
            break;
        case tst::Opcode::Null:
            if (!repay()) no_work();
            break;
        case tst::Opcode::Fixed:
            begin_channel(true, tst::operand(entry));
            break;
        case tst::Opcode::Variable:
            ++variable_slot_;
            if (repay()) break;
            channel_ = 0;
            begin_channel(false, sram_map::kVrScd[0]);
            break;
    }
}

/// An entry without a rate gives its slot to the next one, while a slot is owed.
bool Segmenter::repay() {
    if (owed_ == 0) return false;
    --owed_;
    ++stats_.repaid_slots;
    return true;
}

void Segmenter::begin_channel(bool fixed, Word scd_address) {
    fixed_ = fixed;
    scd_address_ = scd_address;
    offsets_ = fixed ? scd::kFixedOffsets : scd::kVariableOffsets;
    step_ = 0;
    state_ = State::Pointers;
}

void Segmenter::read_pointers() {
    if (!sram_.read(kUser, scd_address_ + step_, scd_[step_])) return;
    if (++step_ < 2) return;
    if (head() == tail()) return next_channel();
    idle_jumps_ = 0;
    if (!fixed_ && !credits_[channel_].allows(variable_slot_)) return next_channel();
    state_ = State::Rest;
}

void Segmenter::next_channel() {
    if (fixed_ && !config_.fixed_falls_through) return no_work();
    channel_ = fixed_ ? 0 : channel_ + 1;
    if (channel_ == 3) return no_work();
    begin_channel(false, sram_map::kVrScd[channel_]);
}

void Segmenter::read_rest() {
    if (descriptors.read(scd_address_, scd_.data())) decide();
}

void Segmenter::decide() {
    dirty_ = 0;
    clocks_ = config_.schedule_clocks + config_.lookup_clocks;
    state_ = State::Decide;
}

bool Segmenter::is_idle() const {
    if (poll_address_ != 0) return false;
    if (!(registers_.cfg & cfg::kTxEnable)) return cells_.occupancy() == 0;  // A doorbell has no effect yet.
    return !registers_.doorbell && state_ == State::Idle && !may_have_work() && !roll_over_ && owed_ == 0 &&
           cells_.occupancy() == (config_.null_cells ? cells_.capacity() : 0);
}

void Segmenter::skip_null_slots(std::uint64_t slots) {
    const Word begin = tst_pointer_;
    const std::uint32_t variable = variable_slot_;
    const std::uint64_t accesses = sram_.stats(kUser).accesses;
    passing_ = true;
    std::uint64_t lap = 0;
    do skip_null_slot();
    while (++lap < slots && tst_pointer_ != begin);
    if (const std::uint64_t laps = (slots - lap) / lap; laps > 0) {  // each as the first
        variable_slot_ += static_cast<std::uint32_t>(laps) * (variable_slot_ - variable);
        sram_.count(kUser, laps * (sram_.stats(kUser).accesses - accesses));
        stats_.null_cells += laps * lap;
    }
    for (std::uint64_t left = (slots - lap) % lap; left > 0; --left) skip_null_slot();
    passing_ = false;
}

void Segmenter::skip_null_slot() {
    sram_.begin_clock();
    open_slot(1);
    while (state_ != State::Idle) {
        sram_.begin_clock();
        step(1);
    }
    sram_.begin_clock();
}

}  // namespace niclab::nicstar
