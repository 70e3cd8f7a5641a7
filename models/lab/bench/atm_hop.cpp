#include "lab/bench/atm_hop.h"

namespace niclab::lab {

AtmEnd::AtmEnd(board::Nic& card, const std::string& name)
    : nic(card), launch((name + "_launch").c_str()), arrive((name + "_arrive").c_str()) {
    nic.line_tx().bind(launch.pins);
    nic.line_rx().bind(arrive.pins);
}

void AtmEnd::add_cell_links(const std::string& name) {
    utopia_tx = std::make_unique<utopia::TxCellLink>((name + "_utopia_tx").c_str(), nic.utopia_clock(), nic.atm_tx,
                                                     nic.phy.tx_end(), nic.tx_fifo());
    utopia_rx = std::make_unique<utopia::RxCellLink>((name + "_utopia_rx").c_str(), nic.utopia_clock(), nic.atm_rx,
                                                     nic.phy.rx_end(), nic.phy.rx_fifo());
    nic.phy.edge_runners().add(*utopia_tx), nic.phy.edge_runners().add(*utopia_rx);
}

}  // namespace niclab::lab
