#include "net/atm_switch.h"

namespace niclab::net {

void AtmSwitch::attach(unsigned port, const QueueConfig& config, Line& line) {
    queues_.at(port) = std::make_unique<OutputQueue>(agenda_, config, line);
    queues_[port]->damaged = [this](const Train& t) {
        if (damaged) damaged(t);
    };
}

void AtmSwitch::police(unsigned port, std::uint16_t vci, Femtoseconds increment, Femtoseconds limit) {
    contracts_.emplace(std::make_pair(port, vci), atm::Gcra(increment, limit));
}

void AtmSwitch::arrive(unsigned port, const Train& train) {
    const auto route = routes_.find({port, train.vci});
    if (route == routes_.end() || !queues_[route->second]) {
        ++stats_.unknown;
        return;
    }
    const auto contract = contracts_.find({port, train.vci});
    if (contract == contracts_.end()) return queues_[route->second]->enter(train);
    Train checked = train;
    check(contract->second, checked);
    queues_[route->second]->enter(std::move(checked));
}

void AtmSwitch::check(atm::Gcra& contract, Train& train) {
    const bool whole = train.lost.empty();
    std::vector<std::uint32_t> lost;
    std::size_t hole = 0;
    for (std::uint32_t cell = 0; cell < train.cells; ++cell) {
        const bool missing = hole < train.lost.size() && train.lost[hole] == cell;
        if (missing) ++hole;
        const bool refused = !missing && !contract.conforms(train.at(cell));
        if (refused) ++stats_.policed_cells;
        if (missing || refused) lost.push_back(cell);
    }
    if (whole && !lost.empty()) {
        ++stats_.policed_pdus;
        train.cause = stack::Drop::Policing;
        if (damaged) damaged(train);
    }
    train.lost = std::move(lost);
}

}  // namespace niclab::net
