#include "cards/nicstar/chain.h"

#include "cards/board/chain.h"

namespace niclab::nicstar {

using card::Seen;

const card::Halves& chain() {
    static const card::Halves halves{
        {{"tx_req", Seen::TxReq, {"pci_access_tx", "REQ# to TRDY# of the descriptor", "sending PCI", true, true}},
         {"tx_trdy",
          Seen::TxTrdy,
          {"sar_segmentation", "TRDY# to the first cell on TxUTOPIA", "sending SAR", false, true}},
         board::kOntoTheLine},
        {{"rx_soc",
          Seen::RxSoc,
          {"sar_reassembly", "RxUTOPIA to REQ# of the first payload burst", "receiving SAR", false, true}},
         {"rx_req", Seen::RxReq, {"pci_access_rx", "REQ# to TRDY# of that burst", "receiving PCI", true, true}},
         {"rx_trdy", Seen::RxTrdy, card::kToProgram}}};
    return halves;
}

}  // namespace niclab::nicstar
