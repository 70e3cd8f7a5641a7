// The transaction level of cells, octets, frames and bursts, for wires that are not observed.
#include "lab/bench/bench.h"

namespace niclab::lab {

namespace {

/// The chip runs late while cells are at transaction level: its SRAM is observed together with
/// UTOPIA.
Bundle::Rhythm utopia_rhythm(End& end) {
    return {[&end] {
                end.atm->utopia_tx->enter_transaction_level(), end.atm->utopia_rx->enter_transaction_level();
                end.atm->nic.chip().enter_transaction_level();
            },
            [&end] {
                const core::Femtoseconds now = core::now_fs();
                if (end.node.pci_clock.is_edge(now) || end.atm->nic.utopia_clock().is_edge(now)) return false;
                end.atm->nic.chip().enter_signal_level();
                end.atm->utopia_tx->enter_signal_level(), end.atm->utopia_rx->enter_signal_level();
                return true;
            }};
}

Bundle::Rhythm line_rhythm(AtmHop& there, AtmHop& back) {
    return {[&there, &back] {
                there.octets->enter_transaction_level(*back.octets),
                    back.octets->enter_transaction_level(*there.octets);
            },
            [&there, &back] {
                for (const AtmHop* way : {&there, &back})
                    if (way->sender.nic.phy.clock().is_edge(core::now_fs())) return false;
                there.octets->synchronize(), back.octets->synchronize();
                there.octets->enter_signal_level(), back.octets->enter_signal_level();
                return true;
            }};
}

template <class Board>
Bundle::Rhythm board_rhythm(Board& board) {
    return {[&board] { board.bus.enter_transaction_level(); },
            [&board] {
                if (board.halves.is_edge(core::now_fs())) return false;
                board.bus.enter_signal_level();
                return true;
            }};
}

}  // namespace

void Bench::add_cell_links(End& end) {
    board::Nic& nic = end.atm->nic;
    end.atm->utopia_tx = std::make_unique<utopia::TxCellLink>((end.name + "_utopia_tx").c_str(), nic.utopia_clock(),
                                                              nic.atm_tx, nic.phy.tx_end(), nic.tx_fifo());
    end.atm->utopia_rx = std::make_unique<utopia::RxCellLink>((end.name + "_utopia_rx").c_str(), nic.utopia_clock(),
                                                              nic.atm_rx, nic.phy.rx_end(), nic.phy.rx_fifo());
    nic.phy.edge_runners().add(*end.atm->utopia_tx), nic.phy.edge_runners().add(*end.atm->utopia_rx);
}

void Bench::add_bundle(std::string name, std::size_t part, std::vector<const void*> wires, Bundle::Rhythm rhythm) {
    bundles_.push_back(std::make_unique<Bundle>(std::move(name), part, std::move(wires), std::move(rhythm)));
}

void Bench::add_bundles() {
    for (const auto& node : nodes_) {
        const std::string n = node->basename();
        add_bundle(n + ".pci", node->part, {&node->pci},
                   {[&node = *node] { node.enter_pci_transaction_level(); },
                    [&node = *node] { return node.pci.enter_signal_level(); }});
        if (node->isa) add_bundle(n + ".isa", node->part, {&node->isa->bus}, board_rhythm(*node->isa));
        if (node->eisa) add_bundle(n + ".eisa", node->part, {&node->eisa->bus}, board_rhythm(*node->eisa));
    }
    for (std::size_t i = 0; i < hops_.size(); i += 2) {
        Hop &there = *hops_[i], &back = *hops_[i + 1];
        const std::size_t part = there.sender.node.part;
        if (there.atm) {
            for (const Hop* way : {&there, &back})
                add_bundle(way->sender.name + ".utopia", part, {&way->sender.atm->nic}, utopia_rhythm(way->sender));
            add_bundle(there.name, part, {&there.sender.atm->launch, &back.sender.atm->launch},
                       line_rhythm(*there.atm, *back.atm));
        } else if (!there.link->shared()) {
            add_bundle(there.name, part, {&there.sender.card(), &back.sender.card()},
                       {[link = there.link] { link->enter_transaction_level(); },
                        [link = there.link] { return link->enter_signal_level(); }});
        }
    }
}

const Bundle* Bench::bundle_of(const void* wires) const {
    const auto at =
        std::find_if(bundles_.begin(), bundles_.end(), [wires](const auto& bundle) { return bundle->has(wires); });
    return at == bundles_.end() ? nullptr : at->get();
}

bool Bench::look_at(const BundleSet& looked_at) {
    bool there = true, all_whole = true;
    for (const auto& bundle : bundles_) {
        contexts_.enter(bundle->part);
        there &= bundle->be(looked_at.count(bundle.get()) == 0);
        all_whole &= bundle->whole();
    }
    for (std::size_t part = 0; all_whole && step_over_ && part < contexts_.count(); ++part) {
        contexts_.enter(part);
        stretches_[part]->begin();
    }
    return there;
}

}  // namespace niclab::lab
