// The transaction level of cells, octets, frames and bursts, for wires that are not observed.
#include "core/shortcut.h"
#include "lab/bench/bench.h"
#include "phy/fast/octet_line.h"

namespace niclab::lab {

namespace {

/// Both directions of a line between two PHYs, which change their level together.
class DuplexLine : public core::Shortcut {
public:
    DuplexLine(phy::OctetLine& there, phy::OctetLine& back) : there_(there), back_(back) {}
    void enter_transaction_level() override {
        there_.enter_transaction_level(back_), back_.enter_transaction_level(there_);
    }
    bool enter_signal_level() override {
        for (const phy::OctetLine* direction : {&there_, &back_})
            if (direction->clock().is_edge(core::now_fs())) return false;
        there_.synchronize(), back_.synchronize();
        there_.enter_signal_level(), back_.enter_signal_level();
        return true;
    }

private:
    phy::OctetLine &there_, &back_;
};

/// UTOPIA of a card, with its chip. The SRAM of the chip is observed together with UTOPIA.
class UtopiaLevels : public core::Shortcut {
public:
    explicit UtopiaLevels(End& end) : end_(end) {}
    void enter_transaction_level() override {
        end_.atm->utopia_tx->enter_transaction_level(), end_.atm->utopia_rx->enter_transaction_level();
        end_.atm->nic.chip().enter_transaction_level();
    }
    bool enter_signal_level() override {
        const core::Femtoseconds now = core::now_fs();
        if (end_.node.pci_clock.is_edge(now) || end_.atm->nic.utopia_clock().is_edge(now)) return false;
        end_.atm->nic.chip().enter_signal_level();
        end_.atm->utopia_tx->enter_signal_level(), end_.atm->utopia_rx->enter_signal_level();
        return true;
    }

private:
    End& end_;
};

}  // namespace

void Bench::add_signal_group(std::string name, std::size_t part, std::vector<const void*> wires,
                             core::Shortcut& shortcut) {
    signal_groups_.push_back(std::make_unique<SignalGroup>(std::move(name), part, std::move(wires), shortcut));
}

void Bench::add_signal_groups() {
    const auto keep = [this](std::unique_ptr<core::Shortcut> shortcut) -> core::Shortcut& {
        return *shortcuts_.emplace_back(std::move(shortcut));
    };
    for (const auto& node : nodes_) {
        const std::string n = node->basename();
        add_signal_group(n + ".pci", node->part, {&node->pci}, node->pci);
        for (const Node::OtherBus& other : node->others)
            if (core::Shortcut* levels = other.bus->levels())
                add_signal_group(n + "." + other.kind.name, node->part, {other.bus->wires()}, *levels);
    }
    for (std::size_t i = 0; i < hops_.size(); i += 2) {
        Hop &there = *hops_[i], &back = *hops_[i + 1];
        const std::size_t part = there.sender.node.part;
        if (there.atm) {
            for (const Hop* direction : {&there, &back})
                add_signal_group(direction->sender.name + ".utopia", part, {&direction->sender.atm->nic},
                                 keep(std::make_unique<UtopiaLevels>(direction->sender)));
            add_signal_group(there.name, part, {&there.sender.atm->launch, &back.sender.atm->launch},
                             keep(std::make_unique<DuplexLine>(*there.atm->octets, *back.atm->octets)));
        } else if (!there.link->shared()) {
            add_signal_group(there.name, part, {&there.sender.card(), &back.sender.card()}, *there.link);
        }
    }
}

const SignalGroup* Bench::signal_group_of(const void* wires) const {
    const auto at = std::find_if(signal_groups_.begin(), signal_groups_.end(),
                                 [wires](const auto& group) { return group->has(wires); });
    return at == signal_groups_.end() ? nullptr : at->get();
}

bool Bench::look_at(const SignalGroupSet& looked_at) {
    using Level = SignalGroup::Level;
    bool there = true, all_transaction_level = true;
    for (const auto& group : signal_groups_) {
        contexts_.enter(group->part);
        there &= group->set_level(looked_at.count(group.get()) > 0 ? Level::Signal : Level::Transaction);
        all_transaction_level &= group->level() == Level::Transaction;
    }
    for (std::size_t part = 0; all_transaction_level && skips_null_cells_ && part < contexts_.count(); ++part) {
        contexts_.enter(part);
        idle_skippers_[part]->begin();
    }
    return there;
}

}  // namespace niclab::lab
