// Slots of a schedule that finds no work, one after the other and a whole pass at a time.
#include "cards/nicstar/segmenter.h"

namespace niclab::nicstar {

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
