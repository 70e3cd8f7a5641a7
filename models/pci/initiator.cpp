#include "pci/initiator.h"

#include <stdexcept>

namespace niclab::pci {

Initiator::Initiator(sc_core::sc_module_name name, core::Clock& clock, bus::DmaChannel& channel,
                     ConfigSpace* config_space, const InitiatorConfig& config)
    : Clocked(name, clock), machine_(channel, config_space, finished) {
    configure(config);
    pins.agent = this;
    SC_HAS_PROCESS(Initiator);
    channel.request.set_consumer(*this);
    call_at_edges<&Initiator::on_clock>(*this);
    SC_METHOD(on_grant);
    sensitive << pins.gnt;
    dont_initialize();
    SC_METHOD(on_reset);
    sensitive << pins.rst;
    dont_initialize();
}

void Initiator::configure(const InitiatorConfig& config) {
    try {
        machine_.configure(config);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(std::string(name()) + ": " + e.what());
    }
}

InitiatorSample Initiator::inputs() const {
    const core::Femtoseconds now = core::now_fs();
    return {pins.levels(), pins.granted(), pins.wide, now, now + clock().period_fs()};
}

void Initiator::on_clock() {
    if (suspended_) return;
    const InitiatorSample in = inputs();
    const bool asked = machine_.req();
    const bool drives_anew = machine_.clock(in);
    if (drives_anew) pins.put(machine_.drive());
    if (machine_.req() != asked) pins.ask(machine_.req());
    if (drives_anew) return;
    const bool off_wires = pins.record && machine_.req() == asked;
    if (off_wires ? machine_.sleeps_off_wires(in) : machine_.idle_until_asked(in.gnt)) sleep();
}

void Initiator::on_reset() {
    count_call();
    if (pins.record) pins.record->settle();
    wake();
    machine_.reset(pins.rst->read());
    pins.put(machine_.drive());
    pins.ask(machine_.req());
}

void Initiator::describe(core::StatsVisitor& v) const {
    if (pins.record) pins.record->synchronize();
    const Stats& s = stats();
    v.counter("bursts", s.bursts, "bursts", "Bursts completed.");
    v.counter("dwords", s.dwords, "dwords", "Dwords transferred.");
    v.counter("wait_clocks", s.wait_clocks, "clocks", "Clocks with IRDY# asserted and without a data transfer.");
    v.counter("retries", s.retries, "events", "Transactions that ended with retry.");
    v.counter("disconnects", s.disconnects, "events", "Transactions disconnected by the target and continued later.");
    v.counter("master_aborts", s.master_aborts, "events", "Transactions that no target claimed.");
    v.counter("target_aborts", s.target_aborts, "events", "Transactions that ended with a target abort.");
    v.counter("parity_errors", s.parity_errors, "events",
              "Data phases with a parity error: wrong PAR on a read, PERR# on a write.");
    v.counter("resets", s.resets, "bursts", "Bursts that ended with RST#.");
    v.counter("back_to_back_transactions", s.back_to_backs, "events",
              "Transactions without an idle clock before them.");
}

}  // namespace niclab::pci
