#include "lab/experiment/contract_remarks.h"

#include <fmt/format.h>

#include <algorithm>

#include "net/train.h"

namespace niclab::lab {

namespace {

constexpr double kCellBits = 424;

double cell_us(double bits_per_second) { return kCellBits / bits_per_second * 1e6; }

/// Of the sender's line, or of its shaper.
double sent_rate(const Traffic& traffic, const TrafficVc& vc) {
    const TrafficHop& first = vc.path.front();
    const double line = traffic.links[first.link].to[first.towards].cell_rate * kCellBits;
    if (vc.peak_cell_rate <= 0 || vc.peak_cell_rate >= line) return line;
    return kCellBits / (cell_us(vc.peak_cell_rate) + traffic.hosts[vc.from].card.shaped_cell_us) * 1e6;
}

std::string remark(const Traffic& traffic, const TrafficVc& vc, double rate) {
    const coarse::CardConfig& card = traffic.hosts[vc.from].card;
    const std::uint32_t cells = net::aal5_cells(card.mtu + card.header_octets);
    const double early_us = (cells - 1) * (cell_us(vc.police) - cell_us(rate));
    const double gap_us = vc.peak_cell_rate > 0 ? card.shaped_gap_us : card.pdu_gap_us;
    const double tolerance_us = base::to_us(vc.tolerance);
    std::string text = fmt::format(
        "{}: cells are sent at {:.3f} Mb/s, {:.1f} % above the contract of {:.3f} Mb/s. The last cell of a PDU of {} "
        "cells is early by {:.0f} us of the {:.0f} us that police_tolerance permits",
        vc.name, rate / 1e6, 100 * (rate / vc.police - 1), vc.police / 1e6, cells, early_us, tolerance_us);
    if (early_us <= tolerance_us && gap_us >= early_us + cell_us(vc.police) - cell_us(rate))
        return text + fmt::format(
                          ", and the card pauses for {:.0f} us after each PDU: the policer drops nothing, although "
                          "the contract is violated.",
                          gap_us);
    return text + ": the policer drops cells when PDUs follow each other.";
}

}  // namespace

std::vector<std::string> contract_remarks(const Traffic& traffic) {
    std::vector<std::string> remarks;
    for (const TrafficVc& vc : traffic.vcs) {
        if (vc.police <= 0 || vc.path.size() < 2 || traffic.hosts[vc.from].cycle) continue;
        const double rate = sent_rate(traffic, vc);
        if (rate > vc.police) remarks.push_back(remark(traffic, vc, rate));
    }
    return remarks;
}

}  // namespace niclab::lab
