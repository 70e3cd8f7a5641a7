/// @file The chip of a 3C905, 3C905B or 3C905C: the chip of core.h with a PHY on its management wires.
/// Its bus master follows a list of descriptors in each direction.
///
/// Source: list_layout.h names the drivers that agree on commands and registers.
/// Behaviour: one transfer at a time, first for a received frame. TxReset and RxReset clear the list
///   pointer of their half (if_xl.c of FreeBSD). A command of Stall is in progress until the list
///   has stalled. A host waits for a read of a register only.
/// Assumed: a bus error stops both lists, each until its half is reset; DmaCtrl shows how the
///   transfer ended. TxReset ends the polls of the list, RxReset early uploads. Assumed of all
///   registers after 20H that are not named here: they read zero.
/// Not modelled: the timers, IntStatusAuto, the hash filter of groups,
///   the reclaim threshold.
#pragma once

#include "cards/etherlink/core.h"
#include "cards/etherlink/download_list.h"
#include "cards/etherlink/phy.h"
#include "cards/etherlink/upload_list.h"

namespace niclab::etherlink {

class ListCore : public Core {
public:
    ListCore(sc_core::sc_module_name name, core::Clock& clock, const Config& config);

    /// No frame waits to be sent, is fetched or is being received.
    bool idle() const { return Core::idle() && (!download_.in_progress() || download_.waits_for_poll()); }
    const DownloadList::Stats& downloads() const { return download_.stats(); }
    const UploadList::Stats& uploads() const { return upload_.stats(); }

protected:
    void run_master() override;
    bool master_can_begin() const override;
    std::uint32_t access() override;
    void set(Command command, std::uint16_t argument) override;
    void reset_download() override;
    void reset_upload() override;
    void describe_master(core::StatsVisitor& visitor) const override;

private:
    void set_stall(unsigned argument);
    void finish_transfer();
    void fail();
    void grant();
    void end_stall();
    void arm_poll();
    void on_poll();
    std::uint32_t read_register(unsigned offset) const;
    void write_register(unsigned offset, std::uint32_t value);

    DownloadList download_;
    UploadList upload_;
    Phy phy_;
    ether_board::BusUser* user_ = nullptr;  ///< Of the transfer under way.
    bool stalls_ = false;                   ///< A command of Stall is in progress.
    bool poll_due_ = false, armed_ = false;
    std::uint32_t dma_control_ = 0;
    sc_core::sc_event poll_;
};

}  // namespace niclab::etherlink
