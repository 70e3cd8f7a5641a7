#include "pci/fast/two_level_bus.h"

#include <algorithm>

#include "pci/initiator.h"
#include "pci/target.h"

namespace niclab::pci {

TwoLevelBus::TwoLevelBus(sc_core::sc_module_name name, core::Clock& clock, const ArbiterConfig& config,
                         const BusConfig& variant)
    : Bus(name, clock, config, variant) {
    clock.observe(core::edge_call<&TwoLevelBus::before_edge>(*this));  // Before all observers of the bus.
}

void TwoLevelBus::before_end_of_elaboration() {
    Bus::before_end_of_elaboration();
    SC_HAS_PROCESS(TwoLevelBus);
    SC_METHOD(on_reset);
    sensitive << rst();
    dont_initialize();
}

/// The last of the methods that the clock calls.
void TwoLevelBus::end_of_elaboration() {
    core::EdgeCall call = core::edge_call<&TwoLevelBus::on_edge>(*this);
    call.owner = nullptr;  // It writes on behalf of its agents.
    edge_method_ = clock().attach(call);
    clock().sleep(*edge_method_);
    if (leaving_) switch_to_records();
}

/// Not before all agents are attached.
void TwoLevelBus::enter_transaction_level() {
    if (active_bus_ || rst().read()) return;
    leaving_ = true;
    if (edge_method_) switch_to_records();
}

void TwoLevelBus::switch_to_records() {
    TransactionBus::Now now{levels().read(), {}, requests(), grants()};
    for (const Half& half : halves()) now.drive.push_back(half.drive->read());
    if (!transaction_bus_) {
        TransactionBus::BusAgents agents{clock(), arbiter(), {}, {}};
        if (!add_agents(agents)) return;
        transaction_bus_ = std::make_unique<TransactionBus>(*this, agents);
        transaction_bus_->set_repetition(!recorder_);
        if (compares_each_) transaction_bus_->compare_each_repetition();
    }
    transaction_bus_->begin(now);
    active_bus_ = transaction_bus_.get();
    use(active_bus_);
    clock().wake(*edge_method_);
}

/// Returns false if an agent uses the wires directly, or if there are too many for a record.
bool TwoLevelBus::add_agents(TransactionBus::BusAgents& agents) const {
    if (halves().size() > WireRecord::kMostHalves) return false;
    for (const InitiatorPins* pins : initiator_pins()) agents.initiators.push_back({pins->agent, pins->half});
    for (const TargetPins* pins : target_pins()) agents.targets.push_back({pins->agent, pins->half});
    const auto thinks = [](const auto& party) { return party.agent != nullptr; };
    return std::all_of(agents.initiators.begin(), agents.initiators.end(), thinks) &&
           std::all_of(agents.targets.begin(), agents.targets.end(), thinks);
}

bool TwoLevelBus::record(const core::EdgeCall* recorder) {
    const bool repeats = active_bus_ && !recorder_;
    if (recorder && repeats && (clock().is_edge(core::now_fs()) || !active_bus_->is_idle())) return false;
    recorder_ = recorder ? std::optional(*recorder) : std::nullopt;
    if (transaction_bus_) transaction_bus_->set_repetition(!recorder_);
    if (active_bus_) report_change();
    return true;
}

/// An agent without work sleeps again after the next edge.
bool TwoLevelBus::enter_signal_level() {
    if (!active_bus_) return leaving_ = false, true;
    if (clock().is_edge(core::now_fs()) || rst().read() || !transaction_bus_->is_idle()) return false;
    active_bus_ = nullptr, leaving_ = false;
    use(nullptr);
    for (std::size_t h = 0; h < halves().size(); ++h) halves()[h].drive->write(transaction_bus_->drive[h]);
    for (std::size_t k = 0; k < req().size(); ++k) {
        req()[k]->write((transaction_bus_->req >> k & 1u) != 0);
        gnt()[k]->write((transaction_bus_->gnt >> k & 1u) != 0);
    }
    clock().sleep(*edge_method_);
    arbiter().wake();
    for (const InitiatorPins* pins : initiator_pins()) pins->agent->wake();
    for (const TargetPins* pins : target_pins()) pins->agent->wake();
    return true;
}

/// The agents act at once; released wires are visible a delta cycle later, as at signal level.
void TwoLevelBus::on_reset() {
    if (!active_bus_) return;
    reset_seen_ = !reset_seen_;
    if (reset_seen_) {
        transaction_bus_->settle();
        next_trigger(sc_core::SC_ZERO_TIME);
    } else {
        transaction_bus_->commit();
        report_change();
    }
}

}  // namespace niclab::pci
