/// @file An observer that checks the packets of a PCI Express link, and passes them on to a table.
///
/// Behaviour: every packet is encoded as octets, with its CRCs, and judged by a checker that is
///   independent of the model. The credits are known from the configuration, because no InitFC are
///   modelled.
#pragma once

#include <functional>
#include <memory>

#include "check/pcie/pcie_checker.h"
#include "core/clock.h"
#include "pcie/encoding.h"
#include "pcie/slot/board.h"

namespace niclab::probe {

class PcieWatch : pcie::LinkObserver {
public:
    /// `report`: nullptr: nothing is checked.
    PcieWatch(pcie::Board& board, pcie::BoardLink which, const std::string& link, check::Report* report);
    /// Called for each TLP; empty: not.
    std::function<void(const pcie::LinkPacket&)> tlp;
    /// Number of TLPs that the checker saw accepted; 0 without it.
    std::uint64_t accepted() const { return checker_ ? checker_->accepted() : 0; }
    struct Busy {
        core::Femtoseconds up = 0, down = 0;  ///< Time with symbols of TLPs and DLLPs.
    };
    const Busy& busy() const { return busy_; }

private:
    void packet(const pcie::LinkPacket& packet) override;

    pcie::Board& board_;
    std::unique_ptr<check::PcieChecker> checker_;
    check::PciePacket encoded_;
    Busy busy_;
};

}  // namespace niclab::probe
