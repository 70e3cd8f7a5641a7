#include "phy/racp.h"

#include <algorithm>

namespace niclab::phy {

void Racp::end_header() {
    std::copy_n(delineation_.header(), atm::kHeaderOctets, cell_.octets.begin());
    index_ = atm::kHeaderOctets;
    keep_ = false;
    if (!in_sync()) return;
    const auto result = hec_.check(cell_.octets.data());
    const atm::Header header = cell_.header();
    if (result == atm::HecReceiver::Result::Dropped) {
        ++stats_.hcs_dropped;
        dropped(header, DropCause::HeaderError);
        return;
    }
    if (result == atm::HecReceiver::Result::Corrected) ++stats_.hcs_corrected;
    keep_ = !header.is_null();
    if (!keep_) ++stats_.null_cells;
}

void Racp::end_cell() {
    if (!keep_) return;
    if (cells_.free() == 0) {
        ++stats_.overruns;
        dropped(cell_.header(), DropCause::FifoOverrun);
        return;
    }
    cells_.push(cell_);
    ++stats_.cells;
}

}  // namespace niclab::phy
