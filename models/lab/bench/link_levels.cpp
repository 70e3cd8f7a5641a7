// The transaction level of cells, octets, frames and bursts, for wires that are not observed.
#include "lab/bench/bench.h"

namespace niclab::lab {

namespace {

/// The chip runs late at transaction level only: its SRAM is observed together with UTOPIA, and is
/// not recorded.
bool change_utopia_level(End& end, SignalGroup::Level from, SignalGroup::Level to) {
    using Level = SignalGroup::Level;
    const core::Femtoseconds now = core::now_fs();
    const bool at_edge = end.node.pci_clock.is_edge(now) || end.atm->nic.utopia_clock().is_edge(now);
    if (to < from && at_edge) return false;
    if (from == Level::Transaction) end.atm->nic.chip().enter_signal_level();
    if (from == Level::Signal)
        end.atm->utopia_tx->enter_transaction_level(), end.atm->utopia_rx->enter_transaction_level();
    if (to == Level::Signal) end.atm->utopia_tx->enter_signal_level(), end.atm->utopia_rx->enter_signal_level();
    if (to == Level::Transaction) end.atm->nic.chip().enter_transaction_level();
    return true;
}

SignalGroup::ModeHooks utopia_hooks(End& end) {
    return {nullptr, nullptr,
            [&end](SignalGroup::Level from, SignalGroup::Level to) { return change_utopia_level(end, from, to); }};
}

SignalGroup::ModeHooks line_hooks(AtmHop& there, AtmHop& back) {
    return {[&there, &back] {
                there.octets->enter_transaction_level(*back.octets),
                    back.octets->enter_transaction_level(*there.octets);
            },
            [&there, &back] {
                for (const AtmHop* direction : {&there, &back})
                    if (direction->sender.nic.phy.clock().is_edge(core::now_fs())) return false;
                there.octets->synchronize(), back.octets->synchronize();
                there.octets->enter_signal_level(), back.octets->enter_signal_level();
                return true;
            }};
}

template <class Board>
SignalGroup::ModeHooks board_hooks(Board& board) {
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

void Bench::add_signal_group(std::string name, std::size_t part, std::vector<const void*> wires,
                             SignalGroup::ModeHooks hooks) {
    signal_groups_.push_back(std::make_unique<SignalGroup>(std::move(name), part, std::move(wires), std::move(hooks)));
}

void Bench::add_signal_groups() {
    for (const auto& node : nodes_) {
        const std::string n = node->basename();
        add_signal_group(n + ".pci", node->part, {&node->pci},
                         {[&node = *node] { node.enter_pci_transaction_level(); },
                          [&node = *node] { return node.pci.enter_signal_level(); }});
        if (node->isa) add_signal_group(n + ".isa", node->part, {&node->isa->bus}, board_hooks(*node->isa));
        if (node->eisa) add_signal_group(n + ".eisa", node->part, {&node->eisa->bus}, board_hooks(*node->eisa));
    }
    for (std::size_t i = 0; i < hops_.size(); i += 2) {
        Hop &there = *hops_[i], &back = *hops_[i + 1];
        const std::size_t part = there.sender.node.part;
        if (there.atm) {
            for (const Hop* direction : {&there, &back})
                add_signal_group(direction->sender.name + ".utopia", part, {&direction->sender.atm->nic},
                                 utopia_hooks(direction->sender));
            add_signal_group(there.name, part, {&there.sender.atm->launch, &back.sender.atm->launch},
                             line_hooks(*there.atm, *back.atm));
        } else if (!there.link->shared()) {
            add_signal_group(there.name, part, {&there.sender.card(), &back.sender.card()},
                             {[link = there.link] { link->enter_transaction_level(); },
                              [link = there.link] { return link->enter_signal_level(); }});
        }
    }
}

const SignalGroup* Bench::signal_group_of(const void* wires) const {
    const auto at = std::find_if(signal_groups_.begin(), signal_groups_.end(),
                                 [wires](const auto& group) { return group->has(wires); });
    return at == signal_groups_.end() ? nullptr : at->get();
}

bool Bench::look_at(const SignalGroupSet& looked_at, const SignalGroupSet& recorded) {
    using Level = SignalGroup::Level;
    const auto level_of = [&](const SignalGroup* group) {
        if (looked_at.count(group) > 0) return Level::Signal;
        return recorded.count(group) > 0 ? Level::Recorded : Level::Transaction;
    };
    bool there = true, all_transaction_level = true;
    for (const auto& group : signal_groups_) {
        contexts_.enter(group->part);
        there &= group->set_level(level_of(group.get()));
        all_transaction_level &= group->level() == Level::Transaction;
    }
    for (std::size_t part = 0; all_transaction_level && skips_null_cells_ && part < contexts_.count(); ++part) {
        contexts_.enter(part);
        idle_skippers_[part]->begin();
    }
    return there;
}

}  // namespace niclab::lab
