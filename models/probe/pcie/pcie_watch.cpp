#include "probe/pcie/pcie_watch.h"

#include <algorithm>

namespace niclab::probe {

namespace {

/// The latest time of an ACK, as in public tables of PCI Express: a part of the longest TLP, and a
/// delay inside the receiver.
unsigned ack_limit_ns(const pcie::LanesConfig& lanes, unsigned mps) {
    constexpr unsigned kOverhead = 28, kFirstDelay = 19, kSecondDelay = 70, kThirdDelay = 115;
    constexpr double kFirstSymbolNs = 4;
    const double factor = mps > 256         ? (lanes.width < 16 ? 1.0 : 2.0)
                          : lanes.width < 8 ? 1.4
                                            : (lanes.width == 8 ? 2.5 : 3.0);
    const unsigned delay = lanes.generation == 1 ? kFirstDelay : lanes.generation == 2 ? kSecondDelay : kThirdDelay;
    const double symbols = (mps + kOverhead) * factor / lanes.width + delay;
    return unsigned(symbols * kFirstSymbolNs / double(1u << (lanes.generation - 1))) + 1;
}

check::PcieConfig config_of(const pcie::Board& board, pcie::BoardLink which, const std::string& link) {
    const pcie::BoardConfig& c = board.config();
    const pcie::LinkEndConfig& ends = board.link(which);
    check::PcieConfig config;
    config.link = link;
    config.known_credits = true;
    for (auto& way : config.credits)
        for (unsigned k = 0; k < check::kPcieClasses; ++k) way[k] = {ends.credits[k].header, ends.credits[k].data};
    // Without errors of DLLPs no UpdateFC is lost, and none is repeated.
    config.updates_periodically = ends.dllp_errors > 0;
    // The model chooses the DLLPs after a TLP when that TLP begins: one TLP later than a real link.
    constexpr unsigned kWithFraming = 28;
    const std::uint64_t longest = c.assignment.mps + kWithFraming + ends.gap_octets;
    const auto tlp_ns = unsigned(pcie::Lanes(ends.lanes).time_of(longest) / base::kNanosecond) + 1;
    config.limits.ack_ns = std::max(config.limits.ack_ns, ack_limit_ns(ends.lanes, c.assignment.mps) + tlp_ns);
    config.limits.payload_dwords = c.assignment.mps / 4;
    config.limits.read_dwords = c.assignment.mrrs / 4;
    return config;
}

}  // namespace

PcieWatch::PcieWatch(pcie::Board& board, pcie::BoardLink which, const std::string& link, check::Report* report)
    : board_(board),
      judge_(report ? std::make_unique<PcieJudge>(config_of(board, which, link), *report, board.payloads) : nullptr) {
    board.observe(*this, which);
}

void PcieWatch::packet(const pcie::LinkPacket& p) {
    (p.way == pcie::Way::Up ? busy_.up : busy_.down) += p.end - p.begin;
    if (p.tlp && tlp) tlp(p);
    if (judge_) judge_->packet(p, board_.lanes(p.way) != nullptr);
}

}  // namespace niclab::probe
