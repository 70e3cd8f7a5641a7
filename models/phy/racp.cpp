#include "phy/racp.h"

#include <algorithm>

namespace niclab::phy {

void Racp::control(const RacpControl& control) {
    if (control.correct != control_.correct || control.good_to_correct != control_.good_to_correct)
        hec_ = atm::HecReceiver(control.correct, control.good_to_correct);
    control_ = control;
    delineation_.add_coset(control.coset);
    descrambler_.enable(control.descramble);
}

void Racp::lose() {
    delineation_.lose();
    if (synchronous_) report_sync();
}

void Racp::resume_at(const CellStart& start, std::uint64_t headers) {
    delineation_.resume_at(start.index);
    descrambler_.remember(start.scrambler);
    index_ = std::max(start.index, unsigned{atm::kHeaderOctets});
    stats_.null_cells += headers;
}

void Racp::report_sync() {
    synchronous_ = in_sync();
    synchronised(synchronous_);
}

void Racp::end_header() {
    if (synchronous_ != in_sync()) report_sync();
    std::copy_n(delineation_.header(), atm::kHeaderOctets, cell_.octets.begin());
    index_ = atm::kHeaderOctets;
    keep_ = in_sync() && header_passes();
    if (!keep_ || !matches(cell_.header())) return;
    keep_ = false;
    ++stats_.null_cells;
    null_dropped(at_, cell_.header());
}

/// Checks the header of a cell in SYNC, and corrects it if it may.
bool Racp::header_passes() {
    std::uint8_t* header = cell_.octets.data();
    const std::uint8_t offset = control_.coset ? 0 : atm::kHecCoset;  // the checker expects the coset
    header[4] ^= offset;
    const auto result = hec_.check(header);
    header[4] ^= offset;
    if (result == atm::HecReceiver::Result::Good) return true;
    if (result == atm::HecReceiver::Result::Corrected) {
        ++stats_.hcs_corrected;
        interrupts_.raise(Cause::HcsCorrected);
        return true;
    }
    ++stats_.hcs_uncorrected;
    interrupts_.raise(Cause::HcsDropped);
    if (control_.pass_errors) return true;
    ++stats_.hcs_dropped;
    dropped(at_, cell_.header(), DropCause::HeaderError);
    return false;
}

/// An idle or unassigned cell, which is not for the ATM layer.
bool Racp::matches(const atm::Header& header) const {
    if (!header.is_null() || control_.pass_null) return false;
    return ((header.word() ^ control_.match.word()) & control_.mask.word()) == 0;
}

void Racp::end_cell() {
    if (!keep_) return;
    if (control_.fifo_reset) return discarded(cell_.header(), at_);
    if (cells_.free() == 0) {
        ++stats_.overruns;
        interrupts_.raise(Cause::RxOverrun);
        dropped(at_, cell_.header(), DropCause::FifoOverrun);
        return;
    }
    cells_.push(cell_);
    ++stats_.cells;
    stored(at_, cell_.header());
}

void Racp::discarded(const atm::Header& header, core::Femtoseconds at) {
    ++stats_.reset_losses;
    dropped(at, header, DropCause::FifoReset);
}

}  // namespace niclab::phy
