// The state of a PHY, and its changes when frames with null cells only are skipped.
#include "phy/suni.h"

namespace niclab::phy {

bool Suni::receives_nothing() const {
    return ordinary() && !interrupts_.any_enabled() && !alarms_.any() && overhead_rx_.steady() &&
           racp_.nothing_kept() && rx_cells_.occupancy() == 0 && !received_frame.active();
}

std::uint64_t Suni::unrest() const {
    const ReceiveOverhead::Stats& line = overhead_rx_.stats();
    const Racp::Stats& cells = racp_.stats();
    return changes_ + line.b1_errors + line.b2_errors + line.b3_errors + line.far_line_errors + line.far_path_errors +
           line.pointer_increments + line.pointer_decrements + line.new_pointers + cells.hcs_corrected +
           cells.hcs_uncorrected + cells.overruns;
}

void Suni::skip_transmit(std::uint64_t frames) {
    overhead_tx_.pass(frames);
    tacp_.pass(frames * format_.payload_octets);
}

void Suni::skip_receive(const Suni& sender, const Skipped& skipped) {
    watch_.pass(skipped.octets);
    pipeline_ = skipped.pipeline;
    pipeline_next_ = 0;
    overhead_rx_.resume_at(sender.frame_start(), skipped.frames);
    racp_.resume_at(sender.cell_start(), skipped.headers);
}

}  // namespace niclab::phy
