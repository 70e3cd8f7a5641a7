/// @file The activity of a MAC at signal level: its attempts, and the busy times of its line.
#pragma once

#include "core/kernel_bridge.h"
#include "ether/mac.h"
#include "net/frame_port.h"

namespace niclab::lab {

class PortWatch : public sc_core::sc_module {
public:
    struct Line {
        double bit_rate;
        bool full_duplex;
        unsigned slot_bits;
    };
    PortWatch(sc_core::sc_module_name name, const core::KernelBridge& kernel_bridge,
              const ether::MacPins<core::Net>& wires, ether::Mac& mac, const Line& line)
        : sc_module(name), kernel_bridge_(kernel_bridge), wires_(wires), mac_(mac), line_(line) {
        SC_HAS_PROCESS(PortWatch);
        SC_METHOD(on_wires);
        sensitive << wires.txen << wires.crs;
        dont_initialize();
        mac.transmitter.event.listen([this](core::Femtoseconds, const ether::TransmitEvent& event) { note(event); });
    }
    /// Reports the begin of a transmission.
    std::function<void(base::Femtoseconds)> began;
    net::PortActivity activity() const {
        net::PortActivity a{line_.full_duplex, line_.bit_rate, mac_.transmitter.stats(), stats_};
        const ether::MacReceiver::Stats& in = mac_.receiver.stats();
        a.stats.received = in.good, a.stats.damaged = in.frames - in.good;
        if (sending_) a.stats.sending += now() - sending_since_;
        occupied_ ? a.stats.occupied += now() - changed_ : a.stats.held_off += held_off();
        return a;
    }
    /// No signal is on its line.
    bool is_quiet() const { return !wires_.txen.read() && !wires_.crs.read(); }

private:
    base::Femtoseconds now() const { return kernel_bridge_.now(); }
    /// Time of the present silence in its own back-off.
    base::Femtoseconds held_off() const {
        const base::Femtoseconds end = std::min(now(), backs_off_until_);
        return end > changed_ ? end - changed_ : 0;
    }
    void note(const ether::TransmitEvent& event) {
        stats_.slots += event.slots;
        if (event.what == ether::TransmitEvent::What::JamEnds)
            backs_off_until_ = now() + base::Femtoseconds(1e15 * event.slots * line_.slot_bits / line_.bit_rate);
    }
    void on_wires() {
        if (!kernel_bridge_.begun()) return;
        const bool sends = wires_.txen.read(), busy = sends || wires_.crs.read();
        if (sends != sending_) {
            if (sends && began) began(now());
            if (!sends) stats_.sending += now() - sending_since_;
            sending_ = sends, sending_since_ = now();
        }
        if (busy == occupied_) return;
        occupied_ ? stats_.occupied += now() - changed_ : stats_.held_off += held_off();
        occupied_ = busy, changed_ = now();
    }

    const core::KernelBridge& kernel_bridge_;
    const ether::MacPins<core::Net>& wires_;
    const ether::Mac& mac_;
    const Line line_;
    net::PortStats stats_;
    bool sending_ = false, occupied_ = false;
    base::Femtoseconds sending_since_ = 0, changed_ = 0, backs_off_until_ = 0;
};

}  // namespace niclab::lab
