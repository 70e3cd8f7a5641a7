/// @file An observer that checks the packets of a PCI Express link, and passes them on to a table.
///
/// Behaviour: every packet is judged by a checker that is independent of the model. The credits are
///   known from the configuration, because no InitFC are modelled.
#pragma once

#include <functional>
#include <memory>

#include "core/clock.h"
#include "pcie/slot/board.h"
#include "probe/pcie/pcie_judge.h"

namespace niclab::probe {

class PcieWatch : pcie::LinkObserver {
public:
    /// `report`: nullptr: nothing is checked.
    PcieWatch(pcie::Board& board, pcie::BoardLink which, const std::string& link, check::Report* report);
    /// Called for each TLP; empty: not.
    std::function<void(const pcie::LinkPacket&)> tlp;
    /// Number of TLPs that the checker saw accepted; 0 without it.
    std::uint64_t accepted() const { return judge_ ? judge_->accepted() : 0; }
    struct Busy {
        core::Femtoseconds up = 0, down = 0;  ///< Time with symbols of TLPs and DLLPs.
    };
    const Busy& busy() const { return busy_; }

private:
    void packet(const pcie::LinkPacket& packet) override;

    pcie::Board& board_;
    std::unique_ptr<PcieJudge> judge_;
    Busy busy_;
};

}  // namespace niclab::probe
