// Cells and octets handed over whole: from when on, and up to when.
#include "lab/bench/bench.h"

namespace niclab::lab {

void Bench::add_cell_links(End& end) {
    board::Nic& nic = end.atm->nic;
    end.atm->utopia_tx = std::make_unique<utopia::TxCellLink>((end.name + "_utopia_tx").c_str(), nic.utopia_clock(),
                                                              nic.atm_tx, nic.phy.tx_end(), nic.tx_fifo());
    end.atm->utopia_rx = std::make_unique<utopia::RxCellLink>((end.name + "_utopia_rx").c_str(), nic.utopia_clock(),
                                                              nic.atm_rx, nic.phy.rx_end(), nic.phy.rx_fifo());
    nic.phy.late_runners().add(*end.atm->utopia_tx), nic.phy.late_runners().add(*end.atm->utopia_rx);
}

}  // namespace niclab::lab
