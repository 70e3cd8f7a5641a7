/// @file  The chip at an edge of its clock, on PCI that of the bus: an access of the host, a transfer of its bus master, what the MAC tells, the interrupt.
///
/// Timing:     an access has its effect `register_clocks` after the chip saw it. The bus master serves the initialisation block first, then the
///             receiver, then the transmitter. Rings are looked at behind each frame, on demand, and each CSR47 clocks.
/// I/O:        words until a dword is written to the data port, dwords from then on; octets of the PROM in any width. *Assumed*: what has
///             another width reads ones and writes nothing.
/// Start:      from a stop without an initialisation both rings begin at their bases again (lance.c of Linux 6.1 relies on it).
/// Suspend:    the frames under way end, in and out, then CSR5 tells; what comes in is not heard meanwhile.
/// Bus error:  MERR, and all activity ends as by STOP but for CSR0's flags: *assumed*.
#pragma once

#include "cards/ether_board/host_side.h"
#include "cards/lance/receiver.h"
#include "cards/lance/transmitter.h"
#include "core/clocked.h"
#include "core/stats.h"

namespace niclab::lance {

class Core : public core::Clocked, public core::StatsSource {
public:
    Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config);

    ether_board::HostSide host;
    TransmitSide to_mac;
    ether_board::ReceiveSide from_mac;
    ether_board::BusMaster master;
    sc_core::sc_out<bool> inta{"inta"};
    sc_core::sc_in<bool> rst{"rst"};

    /// Who is told that a frame is ready for the line.
    void connect(ether::Mac& mac) { mac_ = &mac; }
    /// Link pulses of the transceiver come, or stop. Between two slices of simulation.
    void set_link(bool up) { registers_.link = up, wake(); }
    const Registers& registers() const { return registers_; }
    /// What it tells of frames.
    ether_board::SendTaps& sending() { return transmitter_.taps; }
    ether_board::ReceiveTap& receiving() { return receiver_.over; }
    /// The host asks for a look at the send ring.
    core::Tap<>& demanded() { return demanded_; }
    static std::array<ether_board::CopyTap*, 0> copies() { return {}; }
    const Receiver::Stats& received() const { return receiver_.stats(); }
    const Transmitter::Stats& sent() const { return transmitter_.stats(); }
    /// No frame is on its way out, and none to memory.
    bool idle() const { return transmitter_.idle() && receiver_.idle(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    /// Reads the initialisation block.
    class Initialiser : public BusUser {
    public:
        explicit Initialiser(Registers& registers) : r_(registers) {}
        void begin() { wanted_ = true; }
        void stop() { wanted_ = false; }
        bool next(Transfer& transfer) override;
        void done(const Transfer& transfer) override { r_.initialise(transfer.data.data()); }

    private:
        Registers& r_;
        bool wanted_ = false;
    };

    void on_clock();
    void on_reset();
    void on_poll();
    void finish_transfer();
    void grant();
    void run_host();
    std::uint32_t access();
    std::uint32_t registers_access();
    Port port() const;
    std::uint16_t read(Port port);
    void write(Port port, std::uint16_t value);
    void command(std::uint16_t value);
    void start();
    void stop();
    void look();
    void arm();

    Config config_;
    core::Tap<> demanded_;
    Registers registers_;
    Initialiser initialiser_;
    Receiver receiver_;
    Transmitter transmitter_;
    ether::Mac* mac_ = nullptr;
    BusUser* user_ = nullptr;  ///< Of the transfer under way; nullptr: nobody wants it any more.
    bool start_behind_init_ = false;
    bool poll_due_ = false, armed_ = false;
    std::uint8_t register_address_ = 0;
    bool inta_ = false;
    sc_core::sc_event poll_;
};

}  // namespace niclab::lance
