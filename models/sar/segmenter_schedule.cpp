// Which channel a cell slot belongs to: the schedule table, then the channels' descriptors.
#include "sar/segmenter.h"

namespace niclab::sar {

namespace {
constexpr auto kUser = SramUser::Transmit;
}  // namespace

void Segmenter::open_slot(std::size_t places) {
    if (places == 0) return;
    if (places >= 2 && config_.null_cells && cells_.capacity() > 1) return push_null();  // start-up fills the FIFO
    if (!config_.null_cells) {
        if (registers_.doorbell) idle_jumps_ = 0;
        if (!may_have_work()) return;
    }
    registers_.doorbell = false;
    slot_served_ = false;
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
            if (config_.jump_takes_slot) no_work();
            break;
        case tst::Opcode::Null:
            no_work();
            break;
        case tst::Opcode::Fixed:
            fixed_ = true;
            scd_address_ = tst::operand(entry);
            offsets_ = scd::kFixedOffsets;
            step_ = 0;
            state_ = State::Pointers;
            break;
        case tst::Opcode::Variable:
            fixed_ = false;
            channel_ = 0;
            scd_address_ = sram_map::kVrScd[0];
            offsets_ = scd::kVariableOffsets;
            step_ = 0;
            state_ = State::Pointers;
            break;
    }
}

void Segmenter::read_pointers() {
    if (!sram_.read(kUser, scd_address_ + step_, scd_[step_])) return;
    if (++step_ < 2) return;
    if (head() == tail()) return next_channel();
    idle_jumps_ = 0;
    state_ = State::Rest;
}

void Segmenter::next_channel() {
    if (fixed_ || ++channel_ == 3) return no_work();
    scd_address_ = sram_map::kVrScd[channel_];
    step_ = 0;
}

void Segmenter::read_rest() {
    if (!sram_.read(kUser, scd_address_ + step_, scd_[step_])) return;
    if (++step_ < scd::kWords) return;
    dirty_ = 0;
    clocks_ = config_.schedule_clocks;
    state_ = State::Decide;
}

}  // namespace niclab::sar
