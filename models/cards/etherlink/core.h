/// @file The chip at an edge of its clock, which is PCI's, or its own on ISA. It handles accesses
/// of the host, commands, transfers of its bus master, events of the MAC, and the interrupt.
///
/// Source: 3c59x.c of Linux 6.1 (commands, and those for which it waits); elink3reg.h of NetBSD.
/// Timing: an access has its effect `register_clocks` after the chip sampled it. RxDiscard,
///   RxReset, TxReset and TotalReset take effect at the end of a time during which bit 12 of the
///   status register is set. Other commands take effect at once, or after the one in progress.
///
/// Commands: a command is a whole word at the command port; a single octet there has no effect:
/// *assumed*.
///
/// Downloads: no source defines what a host may do while a download moves octets. For sending,
/// 3c59x.c never checks: it passes its next frame on at once, which would collide with the download
/// under way, and it keeps only one buffer to free. After a received frame the same driver checks,
/// and reads the frame itself during a download. Assumed for PCI, where a waiting host retries:
/// accesses wait only while octets of a download are moved, so that its end is reported before the
/// next frame can come. Assumed for EISA, where a waiting cycle would keep the bus from the
/// download: accesses are answered meanwhile, and data written to the FIFO comes in between.
///
/// Transfers: a transfer uses the address and the length at its begin; another start meanwhile is
/// counted, not executed. The source does not define how an upload is acknowledged: 3c59x.c does
/// not do it. Assumed: its bit is cleared with RxDiscard, too; DmaDone reports both.
/// Assumed: all the arguments of TxReset and RxReset reset all of their half. A bus error ends the
///   transfer, with HostError until TxReset or RxReset. An octet past the end of the transmit FIFO,
///   or of a received frame, is a HostError, too.
#pragma once

#include <vector>

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
    /// The ends of the MAC.
    ether::OctetSource& line_out() { return to_mac; }
    ether::OctetSink& line_in() { return from_mac; }
    ether_board::BusMaster master;
    sc_core::sc_out<bool> inta{"inta"};
    sc_core::sc_in<bool> rst{"rst"};
    core::Wire<unsigned> irq_chosen{"irq_chosen"};  ///< For a 3C509, set by its driver; 0: none.

    /// Sets the MAC that is notified of a frame to send.
    void connect(ether::Mac& mac) { mac_ = &mac; }
    /// Connects or disconnects the cable. To be called between two calls of simulate().
    void set_link(bool up) {
        registers_.link = up;
        if (registers_.management) registers_.management->set_link(up);
        wake();
    }
    /// A mode that the driver has selected and this model ignores; nullptr: none.
    const char* ignored_mode() const { return registers_.ignored_mode; }
    /// Its reports about frames.
    ether_board::SendTaps& sending() { return transmitter_.taps; }
    ether_board::ReceiveTap& receiving() { return receiver_.over; }
    core::Tap<>& demanded() { return transmitter_.demanded; }
    ether_board::CopyTap& copied_in() { return transmitter_.copied; }
    ether_board::CopyTap& copied_out() { return receiver_.copied; }
    /// Copies by the CPU, or on its request: none by a chip with lists.
    std::vector<ether_board::CopyTap*> copies() {
        if (config_.lists) return {};
        return {&copied_in(), &copied_out()};
    }
    const Receiver::Stats& received() const { return receiver_.stats(); }
    const Transmitter::Stats& sent() const { return transmitter_.stats(); }
    /// Number of downloads with another length than that of the frame in the transmit FIFO.
    std::uint64_t downloads_astray() const { return astray_; }
    /// Number of transfers that were started during another one.
    std::uint64_t starts_over() const { return starts_over_; }
    /// No frame waits to be sent or is being received.
    bool idle() const { return transmitter_.idle() && receiver_.idle(); }
    /// Its FIFOs and rings, for occupancy.csv.
    std::vector<card::FillLevel> fill_levels() { return {transmitter_.fill_level(), receiver_.fill_level()}; }
    void describe(core::StatsVisitor& visitor) const override;

protected:
    /// One edge of the bus master.
    virtual void run_master() { run_dma(); }
    /// The bus master can begin a transfer at the next edge.
    virtual bool master_can_begin() const { return false; }
    /// The access under way; returns the result of a read.
    virtual std::uint32_t access();
    virtual void set(Command command, std::uint16_t argument);
    /// TxReset, RxReset, or both with TotalReset.
    virtual void reset_download();
    virtual void reset_upload();
    bool command_runs() const { return command_clocks_ > 0; }
    virtual void describe_master(core::StatsVisitor& visitor) const;

    Config config_;
    Statistics statistics_;
    Receiver receiver_;
    Transmitter transmitter_;
    Registers registers_;
    bool bus_error_ = false;

private:
    /// Between the clocks of the MAC and of the chip; the FIFOs that the host sees come after it.
    static constexpr unsigned kSideOctets = 64;
    enum class Dma { None, Download, Upload };
    void on_clock();
    void on_reset();
    void run_host();
    std::uint8_t fifo_octet(bool write, std::uint8_t value);
    void command(std::uint16_t value);
    void finish_command();
    void begin_dma(bool download);
    void run_dma();
    bool next_transfer(ether_board::Transfer& transfer);
    void finish_transfer(bool good);
    void end_dma(std::uint16_t flag);
    std::uint16_t threshold(std::uint16_t argument) const;
    void total_reset();
    void indicate();
    /// Octets of a download are on the bus, or could be at once.
    bool downloading() const { return dma_ == Dma::Download && (!master.idle() || transmitter_.free_octets() > 0); }
    bool host_waits() const { return (downloading() && !config_.eisa) || (command_clocks_ > 0 && host.access.write); }

    ether::Mac* mac_ = nullptr;
    Dma dma_ = Dma::None;
    core::Femtoseconds dma_since_ = 0;
    MasterRegisters stretch_;      ///< Address and length of the transfer,
    unsigned moved_ = 0;           ///< and its octets moved.
    unsigned command_clocks_ = 0;  ///< Of the command in progress; 0: none.
    std::uint16_t command_ = 0;
    bool inta_ = false;
    std::uint64_t astray_ = 0, starts_over_ = 0;
};

}  // namespace niclab::etherlink
