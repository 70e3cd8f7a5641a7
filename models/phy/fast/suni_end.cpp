#include "phy/fast/suni_end.h"

namespace niclab::phy {

bool FastSuni::receives_nothing() const {
    return phy_.ordinary() && !phy_.interrupts_.any_enabled() && !phy_.alarms_.any() && phy_.overhead_rx_.steady() &&
           phy_.racp_.nothing_kept() && phy_.rx_cells_.occupancy() == 0 && !phy_.received_frame.active();
}

std::uint64_t FastSuni::unrest() const {
    const ReceiveOverhead::Stats& line = phy_.overhead_rx_.stats();
    const Racp::Stats& cells = phy_.racp_.stats();
    return phy_.changes_ + line.b1_errors + line.b2_errors + line.b3_errors + line.far_line_errors +
           line.far_path_errors + line.pointer_increments + line.pointer_decrements + line.new_pointers +
           cells.hcs_corrected + cells.hcs_uncorrected + cells.overruns;
}

void FastSuni::skip_transmit(std::uint64_t frames) {
    phy_.overhead_tx_.pass(frames);
    phy_.tacp_.pass(frames * phy_.format_.payload_octets);
}

void FastSuni::skip_receive(const FastSuni& sender, const Skipped& skipped) {
    phy_.watch_.pass(skipped.octets);
    phy_.pipeline_ = skipped.pipeline;
    phy_.pipeline_next_ = 0;
    phy_.overhead_rx_.resume_at(sender.phy_.overhead_tx_.start(), skipped.frames);
    phy_.racp_.resume_at(sender.phy_.tacp_.start(), skipped.headers);
}

}  // namespace niclab::phy
