/// @file The packets of a link as the checker takes them: as octets.
///
/// Behaviour: a packet is encoded by the model's encoder and decoded by the checker, which is
///   independent of the model. At transaction level packets have no CRC, so that T1 and T2 are not
///   judged. At signal level the encoder adds it.
#pragma once

#include <array>

#include "check/pcie/pcie_checker.h"
#include "pcie/encoding.h"
#include "pcie/payloads.h"

namespace niclab::probe {

class PcieJudge {
public:
    PcieJudge(const check::PcieConfig& config, check::Report& report, const pcie::Payloads& payloads)
        : checker_(config, report), payloads_(payloads) {}

    void packet(const pcie::LinkPacket& p, bool has_crc);
    /// Number of TLPs that the checker saw accepted.
    std::uint64_t accepted() const { return checker_.accepted(); }

private:
    check::PcieChecker checker_;
    const pcie::Payloads& payloads_;
    pcie::Octets with_crc_;
    std::array<std::uint8_t, pcie::kMostWithoutCrc> without_crc_;
};

}  // namespace niclab::probe
