/// @file The MAC of 802.3 between a chip's FIFOs and a transceiver: the machines of
/// transmit_machine.h and receive_machine.h, connected to their pins.
///
/// Behaviour: a chip has a Mac, supplies an OctetSource and an OctetSink (octet_interface.h), and calls
///   request() when a frame is ready. All other inputs come from the pins.
#pragma once

#include "core/clocked.h"
#include "core/stats.h"
#include "core/tap.h"
#include "ether/pins.h"
#include "ether/receive_machine.h"
#include "ether/transmit_machine.h"

namespace niclab::ether {

struct MacConfig {
    MacRules rules;
    unsigned width = 1;      ///< Data wires per direction: 1 (seven-wire, 10 MHz), 4 (MII; 2.5 or 25 MHz), or 8
                             ///< (GMII, 125 MHz, full duplex).
    std::uint64_t seed = 1;  ///< Of the experiment; each MAC's back-off has its own stream, selected by its name.
};

class MacTransmitter : public core::Clocked, public core::StatsSource, private TransmitMachine::Watcher {
public:
    using Stats = TransmitMachine::Stats;

    /// Clocked by the transceiver's TXC. Throws std::invalid_argument.
    MacTransmitter(sc_core::sc_module_name name, core::Clock& txc, MacPins<core::Source>& pins, OctetSource& source,
                   const MacConfig& config);

    /// A frame is ready: to be called when OctetSource::ready() becomes true.
    void request() { rouse(); }
    /// For transfers of whole frames (medium/frame_transaction.h): see the machine.
    bool held() const { return machine_.held(); }
    std::uint64_t certain_clocks() const { return dozing_ ? 0 : machine_.certain_clocks(); }
    bool keeps_sending() const { return !dozing_ && machine_.keeps_sending(); }
    bool sends_fcs() const { return machine_.sends_fcs(); }
    std::uint64_t begun_clocks() const { return machine_.begun_clocks(); }
    /// From now on edges happen only through run(), until resume(). Neither call may be at an edge.
    void suspend() { suspended_ = true, halt(); }
    void run(std::uint64_t clocks, std::vector<std::uint8_t>& symbols) { machine_.run(clocks, symbols); }
    void resume();
    /// Reports the steps of a frame on its way to the line, for observers.
    core::Tap<TransmitEvent> event;
    const Stats& stats() const { return machine_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void on_clock();
    void on_carrier() { count_call(), rouse(); }
    void on_return();
    /// A station that transmits needs no wake-up.
    void rouse() {
        if (!suspended_) wake();
    }
    void drive();
    void doze();
    void on_transmit_event(const TransmitEvent& e) override { event(core::now_fs(), e); }

    MacPins<core::Source>& pins_;
    TransmitMachine machine_;
    TransmitLevels driven_;
    std::uint64_t last_cycle_ = 0;  ///< Of the clock, when the transmitter fell asleep.
    bool dozing_ = false;
    bool suspended_ = false;
    sc_core::sc_event alarm_, return_;
};

class MacReceiver : public core::Clocked, public core::StatsSource {
public:
    using Stats = ReceiveMachine::Stats;

    /// Clocked by the transceiver's RXC.
    MacReceiver(sc_core::sc_module_name name, core::Clock& rxc, MacPins<core::Source>& pins, OctetSink& sink,
                const MacConfig& config);
    const Stats& stats() const { return machine_.stats(); }
    void describe(core::StatsVisitor& visitor) const override;
    /// As for the transmitter. `own`: the station itself transmits, half duplex.
    void suspend() { halt(); }
    void run(const std::uint8_t* symbols, std::size_t n, bool own) { machine_.run(symbols, n, own); }
    std::uint64_t clocks_to_octet() const { return machine_.clocks_to_octet(); }
    void resume() { wake(); }

private:
    void on_clock();
    void on_valid() { count_call(), wake(); }

    MacPins<core::Source>& pins_;
    ReceiveMachine machine_;
    bool full_duplex_;
};

class Mac : public sc_core::sc_module {
public:
    /// Throws std::invalid_argument.
    Mac(sc_core::sc_module_name name, core::Clock& txc, core::Clock& rxc, OctetSource& source, OctetSink& sink,
        const MacConfig& config = {})
        : sc_module(name),
          transmitter("transmitter", txc, pins, source, config),
          receiver("receiver", rxc, pins, sink, config) {}

    MacPins<core::Source> pins;
    MacTransmitter transmitter;
    MacReceiver receiver;
    /// A frame is ready.
    void request() { transmitter.request(); }
};

}  // namespace niclab::ether
