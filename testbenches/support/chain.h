/// @file A chain for tests: every event that is visible from outside cards, with the stages of an
/// ATM card.
#pragma once

#include "card/chain.h"
#include "core/clock.h"

namespace niclab::test {

inline constexpr core::Femtoseconds kUs = 1'000'000'000;  ///< A microsecond.

inline card::ChainPtr chain() {
    using card::EventKind;
    static const card::CardPath halves{
        {{"tx_req", EventKind::TxReq, {"pci_access_tx", "REQ# to TRDY#", "sending PCI", true, true}},
         {"tx_trdy", EventKind::TxTrdy, {"sar_segmentation", "TRDY# to TxUTOPIA", "sending SAR", false, true}},
         {"tx_soc", EventKind::TxSoc, {"phy_in_to_phy_out", "TxUTOPIA to RxUTOPIA", "line", false, true}}},
        {{"rx_soc", EventKind::RxSoc, {"sar_reassembly", "RxUTOPIA to REQ#", "receiving SAR", false, true}},
         {"rx_req", EventKind::RxReq, {"pci_access_rx", "REQ# to TRDY#", "receiving PCI", true, true}},
         {"rx_trdy", EventKind::RxTrdy, card::kToProgram}}};
    static const auto joined = std::make_shared<const card::Chain>(halves, halves);
    return joined;
}

}  // namespace niclab::test
