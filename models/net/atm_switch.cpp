#include "net/atm_switch.h"

#include "net/output_queue.h"
#include "net/vc_queues.h"

namespace niclab::net {

void AtmSwitch::attach(unsigned port, const QueueConfig& config, Line& line) {
    if (config.per_vc)
        queues_.at(port) = std::make_unique<VcQueues>(event_queue_, config, line);
    else
        queues_.at(port) = std::make_unique<OutputQueue>(event_queue_, config, line);
    queues_[port]->lost = [this](const stack::Loss& loss) {
        if (lost) lost(loss);
    };
}

void AtmSwitch::police(unsigned port, std::uint16_t vci, Femtoseconds increment, Femtoseconds limit) {
    way(port, vci).policed = true;
    contracts_.emplace(std::make_pair(port, vci), Gcra(increment, limit));
}

void AtmSwitch::arrive(unsigned port, const Train& train) {
    const auto& ways = ways_[port];
    const Way way = train.vci < ways.size() ? ways[train.vci] : Way{};
    if (way.out == Way::kNone || !queues_[way.out]) {
        stats_.unknown += train.present();
        return drop_all(stack::Drop::NoRoute, train);
    }
    if (!way.policed) return queues_[way.out]->enter(train);
    Train checked = train;
    check(contracts_.at({port, train.vci}), checked);
    queues_[way.out]->enter(std::move(checked));
}

/// Its cells end here, and the packet, too, unless its loss was reported before.
void AtmSwitch::drop_all(stack::Drop cause, const Train& train) {
    if (!lost) return;
    const bool spoiled = train.lost_on_lines > 0;
    if (spoiled) lost({stack::Drop::LineError, train.packet, std::uint32_t(train.unreported()), train.lost_on_lines});
    lost({cause, train.packet, std::uint32_t(train.unreported() && !spoiled), train.present()});
}

void AtmSwitch::check(Gcra& contract, Train& train) {
    const bool whole = train.lost.empty();
    std::vector<std::uint32_t> missing;
    std::size_t hole = 0;
    std::uint32_t refused = 0;
    for (std::uint32_t cell = 0; cell < train.cells; ++cell) {
        const bool gone = hole < train.lost.size() && train.lost[hole] == cell;
        if (gone) ++hole;
        const bool early = !gone && !contract.conforms(train.at(cell));
        refused += std::uint32_t(early);
        if (gone || early) missing.push_back(cell);
    }
    train.lost = std::move(missing);
    if (refused == 0) return;
    stats_.policed_cells += refused;
    if (whole) ++stats_.policed_pdus, train.cause = stack::Drop::Policing;
    if (lost) lost({stack::Drop::Policing, train.packet, std::uint32_t(whole), refused});
}

}  // namespace niclab::net
