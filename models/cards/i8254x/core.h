/// @file The chip at an edge of the PCI clock: accesses of the host, transfers of its bus master,
/// the link, events of the MAC, and the interrupt.
///
/// Timing: an access has its effect `register_clocks` after the chip sampled it. The bus master
///   makes one transfer at a time. Receives have priority, as with PRIOR of CTRL in the 82543
///   (e1000_hw.h of Linux 6.1); in each direction the ring is first.
/// Registers: dwords in the memory window. The I/O window has an address and the register at it.
///   Registers without a function keep what is written. *assumed*: narrower accesses have no
///   effect, and a bus error ends all transfers until a reset.
/// Assumed: the chip's logic runs at the PCI clock.
/// Not modelled: wake-up, flash memory, management, LEDs, flow control.
#pragma once

#include "card/fill_level.h"
#include "cards/ether_board/host_side.h"
#include "cards/ether_board/loopback.h"
#include "cards/i8254x/eeprom.h"
#include "cards/i8254x/interrupts.h"
#include "cards/i8254x/phy.h"
#include "cards/i8254x/receiver.h"
#include "cards/i8254x/transmitter.h"
#include "core/clocked.h"
#include "core/stats.h"
#include "ether/mac.h"

namespace niclab::i8254x {

class Core : public core::Clocked, public core::StatsSource {
public:
    Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config);

    ether_board::HostSide host;
    TransmitBuffer to_mac;
    ReceiveBuffer from_mac;
    ether::OctetSource& line_out() { return loopback_; }
    ether::OctetSink& line_in() { return cable_; }
    ether_board::BusMaster master;
    sc_core::sc_out<bool> inta{"inta"};
    core::Mailbox<unsigned> messages{"messages"};  ///< Vectors of MSI-X, for the bus.
    sc_core::sc_in<bool> rst{"rst"};

    /// Sets the MAC that is notified of a frame to send.
    void connect(ether::Mac& mac) { mac_ = &mac; }
    /// The partner's end of the cable is connected, or not. To be called between two calls of
    /// simulate().
    void set_link(bool up) { phy_.set_cable(up, core::now_fs()), wake(); }
    ether_board::SendTaps& sending() { return transmitter_.taps; }
    ether_board::ReceiveTap& receiving() { return receiver_.over; }
    /// For a bus that writes to memory after it has taken a write (ReceiveTap).
    void report_at_hand_over() { receiver_.report_at_hand_over(); }
    /// Reports a write of TDT.
    core::Tap<>& demanded() { return demanded_; }
    static std::array<ether_board::CopyTap*, 0> copies() { return {}; }
    const Receiver::Stats& received() const { return receiver_.stats(); }
    const Transmitter::Stats& sent() const { return transmitter_.stats(); }
    const Interrupts& interrupts() const { return interrupts_; }
    /// A mode that the driver has selected and that this model ignores; nullptr: none.
    const char* ignored_mode() const;
    bool idle() const { return transmitter_.idle() && receiver_.idle(); }
    /// Its FIFOs and rings, for occupancy.csv.
    std::vector<card::FillLevel> fill_levels();
    void describe(core::StatsVisitor& visitor) const override;

private:
    void on_clock();
    void on_reset();
    void on_alarm() { count_call(), wake(); }
    void finish_transfer();
    void grant();
    void follow_link();
    void interrupt(core::Femtoseconds now);
    void arm();
    std::uint32_t access();
    std::uint32_t io_access(const ether_board::HostAccess& access);
    std::uint32_t read(std::uint32_t offset);
    void write(std::uint32_t offset, std::uint32_t value);
    std::uint32_t status() const;
    std::uint32_t read_causes();
    void write_control(std::uint32_t value);
    void write_buffers(std::uint32_t value);
    void reset();
    /// Of the packet buffer, from PBA.
    std::uint32_t receive_octets() const { return (registers_[kPba] & 0xFFFF) * 1024; }
    std::uint32_t send_octets() const { return config_.model.buffer_octets - receive_octets(); }

    const Config config_;
    core::Tap<> demanded_;
    RegisterFile registers_;
    Interrupts interrupts_;
    Vectors vectors_;
    Statistics statistics_;
    Eeprom eeprom_;
    Phy phy_;
    Receiver receiver_;
    Transmitter transmitter_;
    ether_board::CableInput cable_;
    ether_board::Loopback loopback_;  ///< Inside the PHY.
    ether::Mac* mac_ = nullptr;
    const std::array<BusUser*, 4> users_;  ///< By priority.
    BusUser* user_ = nullptr;              ///< Of the transfer under way; nullptr: its result is not needed any more.
    std::uint32_t io_address_ = 0;
    bool inta_ = false, bus_error_ = false;
    std::uint64_t bus_errors_ = 0;
    core::Femtoseconds armed_ = kNever;
    sc_core::sc_event alarm_;
};

}  // namespace niclab::i8254x
