/// @file  The chip at an edge of its clock, PCI's or, on ISA, its own: an access of the host, a command, a transfer of its bus master, what the MAC tells, the interrupt.
///
/// Source:     3c59x.c of Linux 6.1 (commands, and which of them it waits for); elink3reg.h of NetBSD.
/// Timing:     an access has its effect `register_clocks` after the chip saw it. RxDiscard, RxReset, TxReset and TotalReset have theirs at the
///             end of a time during which bit 12 of the status register is set; other commands at once, and behind one that is in progress.
/// Commands:   a word of the command port, both of its octets; one of them alone is nothing: *assumed*.
/// Ambiguous:  what a host may do while a download moves octets. To send, 3c59x.c never looks: it hands its next frame over at once, which would run
///             into the one under way, and it keeps one buffer to be given back. Taken on PCI, which has a host that waits come again: accesses
///             wait while octets of a download are moved, and no longer, so that its end is told before the next frame can come. Behind a frame
///             that came in the same driver looks, and reads it out itself while a download runs. Taken on EISA, where a cycle that waits would
///             keep the bus from the download: accesses are answered meanwhile, what is written into the FIFO comes in between.
///             A transfer goes by the address and the length that were there when it began; one more begun meanwhile is counted, not done.
///             What acknowledges an upload: nothing in 3c59x.c does. Taken: its bit goes with RxDiscard, too; DmaDone tells of both.
/// Assumed:    all the arguments of TxReset and RxReset reset everything of their half; a bus error ends the transfer, HostError until TxReset or
///             RxReset; an octet past the end of the transmit FIFO, or of a received frame, is a HostError likewise.
#pragma once

#include "cards/ether_board/bus_master.h"
#include "cards/ether_board/host_side.h"
#include "cards/etherlink/registers.h"
#include "core/clocked.h"
#include "core/stats.h"

namespace niclab::etherlink {

class Core : public core::Clocked, public core::StatsSource {
public:
    Core(sc_core::sc_module_name name, core::Clock& clock, const Config& config);

    ether_board::HostSide host;
    ether_board::TransmitSide to_mac{kSideOctets + ether_board::kKeptOctets};
    ether_board::ReceiveSide from_mac{kSideOctets};
    ether_board::BusMaster master;
    sc_core::sc_out<bool> inta{"inta"};
    sc_core::sc_in<bool> rst{"rst"};
    core::Wire<unsigned> irq_chosen{"irq_chosen"};  ///< Of a 3C509, by its driver; 0: none.

    /// Who is told that a frame is ready for the line.
    void connect(ether::Mac& mac) { mac_ = &mac; }
    /// The cable is plugged in, or pulled out. Between two slices of simulation.
    void set_link(bool up) { registers_.link = up, wake(); }
    /// What it tells of frames.
    ether_board::SendTaps& sending() { return transmitter_.taps; }
    ether_board::ReceiveTap& receiving() { return receiver_.over; }
    core::Tap<>& demanded() { return transmitter_.demanded; }
    ether_board::CopyTap& copied_in() { return transmitter_.copied; }
    ether_board::CopyTap& copied_out() { return receiver_.copied; }
    std::array<ether_board::CopyTap*, 2> copies() { return {&copied_in(), &copied_out()}; }
    const Receiver::Stats& received() const { return receiver_.stats(); }
    const Transmitter::Stats& sent() const { return transmitter_.stats(); }
    /// Downloads of another length than the frame in the transmit FIFO wanted.
    std::uint64_t downloads_astray() const { return astray_; }
    /// Transfers begun while another was under way.
    std::uint64_t starts_over() const { return starts_over_; }
    /// No frame waits to be sent, and none comes in.
    bool idle() const { return transmitter_.idle() && receiver_.idle(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    /// Between the clocks of the MAC and the chip's; the FIFOs that the host sees are behind it.
    static constexpr unsigned kSideOctets = 64;
    enum class Dma { None, Download, Upload };
    void on_clock();
    void on_reset();
    void run_host();
    std::uint32_t access();
    std::uint8_t fifo_octet(bool write, std::uint8_t value);
    void command(std::uint16_t value);
    void finish_command();
    void set(Command command, std::uint16_t argument);
    void begin_dma(bool download);
    void run_dma();
    bool next_transfer(ether_board::Transfer& transfer);
    void finish_transfer(bool good);
    void end_dma(std::uint16_t flag);
    std::uint16_t threshold(std::uint16_t argument) const;
    void total_reset();
    void indicate();
    /// Octets of a download are on the bus, or can be at once.
    bool downloading() const { return dma_ == Dma::Download && (!master.idle() || transmitter_.free_octets() > 0); }
    bool host_waits() const { return (downloading() && !config_.eisa) || (command_clocks_ > 0 && host.access.write); }

    Config config_;
    Statistics statistics_;
    Receiver receiver_;
    Transmitter transmitter_;
    Registers registers_;
    ether::Mac* mac_ = nullptr;
    Dma dma_ = Dma::None;
    core::Femtoseconds dma_since_ = 0;
    MasterRegisters stretch_;      ///< Address and length of the transfer,
    unsigned moved_ = 0;           ///< octets of it.
    unsigned command_clocks_ = 0;  ///< Of the command in progress; 0: none is.
    std::uint16_t command_ = 0;
    bool bus_error_ = false;
    bool inta_ = false;
    std::uint64_t astray_ = 0, starts_over_ = 0;
};

}  // namespace niclab::etherlink
