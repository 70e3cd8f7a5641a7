/// @file The chip at an edge of its clock, which is that of the bus on PCI. It handles accesses of
/// the host, transfers of its bus master, events of the MAC, and the interrupt.
///
/// Timing: an access has its effect `register_clocks` after the chip sampled it. The bus master
///   serves the initialisation block first, then the receiver, then the transmitter. Rings are
///   polled after each frame, on demand, and every CSR47 clocks.
/// Registers: words until a dword is written to the data port, dwords from then on; octets of the
///   PROM in any width. For other widths it is *assumed* that a read returns ones, and a write has
///   no effect.
/// Behaviour: after a stop, a start without an initialisation begins both rings at their bases
///   again (lance.c of Linux 6.1 depends on it). A suspend lets the frames under way end in both
///   directions, then CSR5 shows it; received frames are ignored meanwhile. A bus error sets MERR
///   and ends all activity like STOP, but keeps CSR0's flags: *assumed*.
/// Loopback: with LOOP and INTL a frame goes to the own receiver (loopback.h), which accepts frames
///   of any length (Am79C978, p. 70, of the C-LANCE). The chip ignores the cable meanwhile.
#pragma once

#include "card/fill_level.h"
#include "cards/ether_board/host_side.h"
#include "cards/ether_board/loopback.h"
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
    /// The ends of the MAC.
    ether::OctetSource& line_out() { return loopback_; }
    ether::OctetSink& line_in() { return cable_; }
    ether_board::BusMaster master;
    sc_core::sc_out<bool> inta{"inta"};
    sc_core::sc_in<bool> rst{"rst"};

    /// Sets the MAC that is notified of a frame to send.
    void connect(ether::Mac& mac) { mac_ = &mac; }
    /// Link pulses of the transceiver begin, or stop. To be called between two calls of simulate().
    void set_link(bool up) { registers_.link = up, wake(); }
    const Registers& registers() const { return registers_; }
    /// A mode that the driver has selected and this model ignores; nullptr: none.
    const char* ignored_mode() const { return registers_.ignored_mode; }
    /// Its reports about frames.
    ether_board::SendTaps& sending() { return transmitter_.taps; }
    ether_board::ReceiveTap& receiving() { return receiver_.over; }
    /// Reports a transmit demand of the host: a poll of the send ring.
    core::Tap<>& demanded() { return demanded_; }
    static std::array<ether_board::CopyTap*, 0> copies() { return {}; }
    const Receiver::Stats& received() const { return receiver_.stats(); }
    const Transmitter::Stats& sent() const { return transmitter_.stats(); }
    /// No frame is being sent, and none is moved to memory.
    bool idle() const { return transmitter_.idle() && receiver_.idle(); }
    /// Its FIFOs and rings, for occupancy.csv.
    std::vector<card::FillLevel> fill_levels() {
        return {card::fill_level("transmit_fifo", "octets", to_mac.fifo),
                card::fill_level("receive_fifo", "octets", from_mac.fifo)};
    }
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
    void send();
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
    ether_board::CableInput cable_;
    ether_board::Loopback loopback_;
    ether::Mac* mac_ = nullptr;
    BusUser* user_ = nullptr;  ///< Of the transfer under way; nullptr: its result is not needed any more.
    bool start_behind_init_ = false;
    bool poll_due_ = false, armed_ = false;
    std::uint8_t register_address_ = 0;
    bool inta_ = false;
    sc_core::sc_event poll_;
};

}  // namespace niclab::lance
