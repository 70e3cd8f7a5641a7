#include "pci/target.h"

#include <stdexcept>

namespace niclab::pci {

Target::Target(sc_core::sc_module_name name, core::Clock& clock, ConfigSpace& config_space, unsigned slot,
               const TargetConfig& config)
    : Clocked(name, clock), machine_(config_space, slot) {
    construct(config);
}

Target::Target(sc_core::sc_module_name name, core::Clock& clock, std::uint32_t octets, bus::TargetPort& port,
               const TargetConfig& config)
    : Clocked(name, clock), machine_(octets, port) {
    construct(config);
}

void Target::construct(const TargetConfig& config) {
    configure(config);
    pins.agent = this;
    SC_HAS_PROCESS(Target);
    call_at_edges<&Target::on_clock>(*this);
    SC_METHOD(on_busy);
    sensitive << pins.busy.pos();
    dont_initialize();
    SC_METHOD(on_reset);
    sensitive << pins.rst;
    dont_initialize();
}

void Target::configure(const TargetConfig& config) {
    try {
        machine_.configure(config);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(std::string(name()) + ": " + e.what());
    }
    pins.m66en = machine_.capable_66mhz();
}

void Target::on_clock() {
    if (suspended_) return;
    const Levels& bus = pins.levels();
    if (machine_.clock({bus, pins.wide})) pins.put(machine_.drive());
    if (machine_.idle(bus)) sleep();
}

void Target::on_reset() {
    count_call();
    if (pins.record) pins.record->settle();
    wake();
    machine_.reset(pins.rst->read());
    pins.put(machine_.drive());
}

void Target::describe(core::StatsVisitor& v) const {
    if (pins.record) pins.record->synchronize();
    const Stats& s = stats();
    v.counter("transactions", s.transactions, "events", "Transactions claimed.");
    v.counter("dwords", s.dwords, "dwords", "Dwords transferred.");
    v.counter("retries", s.retries, "events", "Transactions that ended with retry, without data.");
    v.counter("disconnects", s.disconnects, "events", "Transactions ended early by the target.");
    v.counter("parity_errors", s.parity_errors, "events", "Addresses or write data with wrong PAR.");
    v.counter("aborts", s.aborts, "events", "Transactions ended with target abort.");
    v.counter("system_errors", s.system_errors, "events", "Assertions of SERR# for an address with wrong PAR.");
}

}  // namespace niclab::pci
