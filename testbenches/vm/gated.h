/// @file Simulated time as the guest's time: the mode `gated`.
///
/// Behaviour: the gate in QEMU (qemu_gate.c) counts instructions, which take a fixed time. It advances
///   the simulation, and each access begins at the time of its instruction. The guest's time
///   includes the bus cycles of the access. While the guest is idle, the simulation runs to its next
///   timer or to an interrupt.
/// Limitations: interrupts and timers are up to one quantum late while the CPU runs. Bus masters
///   take no time from the CPU.
#pragma once

#include "guest_time.h"
#include "qemu_gate.h"

namespace niclab::vm {

/// The simulation's end of the gate, and the end for QEMU.
class Gate {
public:
    /// Throws std::runtime_error.
    Gate();
    Gate(const Gate&) = delete;
    ~Gate();
    gate_page& page() { return *page_; }
    int socket() const { return socket_.get(); }
    int qemu_page() const { return file_.get(); }
    int qemu_socket() const { return qemu_socket_.get(); }
    /// QEMU has started, and has both.
    void release() { qemu_socket_.reset(); }

private:
    Descriptor file_, socket_, qemu_socket_;
    gate_page* page_ = nullptr;
};

class Gated : public GuestTime {
public:
    static constexpr unsigned kNsPerInstruction = 10, kQuantum = 500;  ///< Instructions of a quantum.

    Gated(sc_core::sc_module_name name, const Parts& parts, Gate& gate);
    bool is_guests() const override { return true; }
    std::string description() const override;

private:
    void serve() override;
    void begin_request();
    void end_request();
    bool answer();
    core::Femtoseconds at(std::uint64_t guest_ns) const { return origin_ + guest_ns * 1'000'000; }
    /// The first whole nanosecond of the guest's time that is not before now.
    std::uint64_t guest_ns() const { return (core::now_fs() - origin_ + 999'999) / 1'000'000; }

    Gate& gate_;
    core::Femtoseconds origin_ = 0;  ///< Simulated time at the guest's time 0.
};

}  // namespace niclab::vm
