// Cells and octets handed over whole: from when on, and up to when.
#include "lab/bench/bench.h"

namespace niclab::lab {

void Bench::add_cell_links(End& end) {
    board::Nic& nic = end.atm->nic;
    end.atm->utopia_tx =
        std::make_unique<utopia::TxCellLink>((end.name + "_utopia_tx").c_str(), nic.utopia_clock(), nic.atm_tx,
                                             nic.phy.tx_end(), nic.tx_fifo().pushed_event());
    end.atm->utopia_rx =
        std::make_unique<utopia::RxCellLink>((end.name + "_utopia_rx").c_str(), nic.utopia_clock(), nic.atm_rx,
                                             nic.phy.rx_end(), nic.phy.rx_fifo().pushed_event());
    nic.phy.late_runners().add(*end.atm->utopia_tx), nic.phy.late_runners().add(*end.atm->utopia_rx);
}

void Bench::leave_pins() {
    for (const auto& node : nodes_) {
        enter(*node);
        node->pci.leave_wires();
    }
    for (std::size_t i = 0; i < hops_.size(); ++i) {
        if (!hops_[i]->atm) continue;
        hops_[i]->atm->sender.utopia_tx->take_over();
        hops_[i]->atm->sender.utopia_rx->take_over();
        hops_[i]->atm->octets->take_over(*hops_[i ^ 1]->atm->octets);
    }
}

void Bench::catch_up() {
    for (const auto& end : ends_)
        if (end->atm) end->atm->nic.phy.late_runners().catch_up();
}

}  // namespace niclab::lab
