/// @file The chip at an edge of its clock: accesses of the host, transfers of its memory, events of
/// the MAC, and the interrupt.
///
/// Timing: an access has its effect `register_clocks` after the chip sampled it; through the data
///   port it then waits for the memory. The priority for the memory is: receiver, transmitter,
///   host. A burst of local DMA is not interrupted.
/// Reset: STP lets a frame under way in or out end, and withdraws one that waits for the cable
///   (transmitter.h); then ISR.RST is set. A read of the reset port,
///   or RST#, drops it. *Assumed*: a start requires STA = 1 with STP = 0, and CR = 20H keeps the
///   previous state.
#pragma once

#include <optional>

#include "card/fill_level.h"
#include "cards/dp8390/board_memory.h"
#include "cards/dp8390/configuration.h"
#include "cards/dp8390/receiver.h"
#include "cards/dp8390/remote_dma.h"
#include "cards/dp8390/transmitter.h"
#include "cards/ether_board/frame_taps.h"
#include "cards/ether_board/host_side.h"
#include "cards/ether_board/loopback.h"
#include "core/clocked.h"
#include "core/stats.h"

namespace niclab::dp8390 {

class Core : public core::Clocked, public core::StatsSource {
public:
    Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config);

    ether_board::HostSide host;
    DataLatch latch;  ///< Used if the configuration enables it.
    MemoryGate gate;  ///< For a board with memory that the bus accesses directly, and that has one port.
    TransmitSide to_mac;
    ReceiveSide from_mac;
    /// The source of the MAC.
    ether::OctetSource& line_out() { return loopback_; }
    sc_core::sc_out<bool> inta{"inta"};
    sc_core::sc_in<bool> rst{"rst"};

    /// Sets the MAC that is notified of a frame to send.
    void connect(ether::Mac& mac) { mac_ = &mac; }
    const Config& config() const { return config_; }
    /// Page 3 of its registers is that of an RTL8029. To be called before the simulation begins.
    void show_realtek() { registers_.show_realtek(); }
    /// For a board that has it on its bus, too.
    BoardMemory& memory() { return memory_; }
    const Registers& registers() const { return registers_; }
    /// A mode that the driver has selected and this model ignores; nullptr: none.
    const char* ignored_mode() const { return registers_.ignored_mode; }
    /// The host has taken the word in the latch.
    void take_latched();
    /// Registers in addition to those of the chip (an AT/LANTIC's), with an event for their
    /// changes. To be called before the simulation begins.
    void extend(Configuration& with) { configuration_ = &with; }
    const sc_core::sc_event& configured_event() const { return configured_; }
    /// Its reports about frames.
    ether_board::SendTaps& sending() { return transmitter_.taps; }
    ether_board::ReceiveTap& receiving() { return receiver_.over; }
    /// Reports that the host requests the transmission of a frame.
    core::Tap<>& demanded() { return demanded_; }
    ether_board::CopyTap copied;  ///< Reports that the host has moved all announced octets.
    std::array<ether_board::CopyTap*, 1> copies() { return {&copied}; }
    const Receiver::Stats& received() const { return receiver_.stats(); }
    const Transmitter::Stats& sent() const { return transmitter_.stats(); }
    /// Its FIFOs and rings, for occupancy.csv.
    std::vector<card::FillLevel> fill_levels();
    void describe(core::StatsVisitor& visitor) const override;

private:
    enum class Bus { Free, Receiver, Transmitter, Host, Gate };
    void on_clock();
    void on_reset();
    void run_memory(std::uint64_t edges);
    void rest();
    void grant();
    void run_host(std::uint64_t edges);
    void finish_host();
    std::uint32_t move_octets(unsigned lane);
    unsigned host_transfers() const;
    unsigned clocks_of(Bus user) const;
    void move_word();
    std::uint32_t host_registers();
    std::uint8_t read_register(unsigned number);
    void write_register(unsigned number, std::uint8_t value);
    void command(std::uint8_t value);
    void reset();
    void settle();
    void send();
    void finish_loop();
    bool data_port() const { return host.access.offset >= kDataPort && host.access.offset < kResetPort; }
    unsigned host_octets() const { return unsigned(__builtin_popcount(host.access.enables)); }

    Config config_;
    core::Tap<> demanded_;
    BoardMemory memory_;
    Registers registers_;
    Receiver receiver_;
    Transmitter transmitter_;
    RemoteDma remote_;
    LoopReceiver loop_receiver_;
    ether_board::Loopback loopback_;
    ether::Mac* mac_ = nullptr;
    Configuration* configuration_ = nullptr;
    sc_core::sc_event configured_{"configured"};
    Bus bus_ = Bus::Free;
    unsigned transfers_ = 0;    ///< Remaining transfers of the burst,
    std::uint64_t clocks_ = 0;  ///< and the edges of the present one.
    std::uint64_t cycle_ = 0;   ///< Of the last edge at which it was awake.
    bool started_ = false;
    bool stopping_ = false;                ///< STP was written: RST follows.
    core::Femtoseconds remote_begun_ = 0;  ///< Time at which the host announced the transfer.
    bool inta_ = false;
};

}  // namespace niclab::dp8390
