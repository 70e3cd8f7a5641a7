#include "lab/bench/placed_errors.h"

#include <algorithm>

namespace niclab::lab {

PlacedErrors::PlacedErrors(const LineConfig& line, phy::Suni& sender, fiber::Fiber& fiber)
    : errors_(line.errors), sender_(sender), fiber_(fiber) {
    std::stable_sort(errors_.begin(), errors_.end(),
                     [](const PlacedError& a, const PlacedError& b) { return a.cell < b.cell; });
    if (!errors_.empty()) sender.launching().connect([this] { on_cell(); });
}

void PlacedErrors::on_cell() {
    const sonet::Format& format = sender_.format();
    const unsigned run = sender_.payload_run();
    for (; next_ < errors_.size() && errors_[next_].cell == cells_; ++next_) {
        const PlacedError& e = errors_[next_];
        const unsigned gaps = e.octet < run ? 0 : 1 + (e.octet - run) / format.payload_columns;
        fiber_.flip_after(e.octet + format.gap() * gaps, static_cast<std::uint8_t>(1u << e.bit));
    }
    ++cells_;
}

}  // namespace niclab::lab
