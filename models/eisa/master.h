/// @file The bus master interface of a card on an EISA bus: converts the bursts of its engine to
/// bursts of dwords to 32-bit memory.
///
/// Timing: the clock is that of the bus, halves of BCLK; it follows BCLK as sampled. One tenure
///   transfers one burst of the engine. MREQn# is asserted first. After MAKn# the address follows
///   with the next fall of BCLK, half a BCLK later START#. All is deasserted with the fall after
///   the last transfer. MREQn# is asserted again `rest_clocks` later, so that the CPU and others
///   get the bus in between.
///
/// Transfers: the first ends with the first rise of BCLK after a BCLK of CMD#. A burst has one more
/// transfer with each rise, later if EXRDY was low at the fall before. With that fall the next
/// address is driven and, if another transfer follows, MSBURST#. A burst stays within 1 KB, then
/// START# follows again. Memory without SLBURST# has a START# for each dword.
/// Limits: if EX32# is not asserted, the burst ends as a master abort.
/// Source: EISA 3.12, from memory of it: *assumed*. A master must leave within 64 BCLK after MAKn#:
///   Intel 82374EB, 7.2.2. A burst of 16 dwords without waits ends before.
/// Not modelled: ports, LOCK#, memory of 16 and 8 bits, downshift.
#pragma once

#include "bus/dma_if.h"
#include "core/clocked.h"
#include "core/stats.h"
#include "eisa/bus.h"

namespace niclab::eisa {

struct MasterConfig {
    unsigned rest_clocks = 2;  ///< 1 .. 255 BCLK from one MREQn# to the next. *assumed*
    bool bursts = true;        ///< If false, each dword has its own START#.
};

class Master : public core::Clocked, public core::StatsSource {
public:
    /// Attaches itself to `bus` as `agent`, in slot `slot`, 1 to 15. Throws std::invalid_argument:
    /// a key out of range.
    Master(sc_core::sc_module_name name, core::Clock& halves, Bus& bus, unsigned slot, const std::string& agent,
           bus::DmaChannel& channel, const MasterConfig& config = {});

    Pins pins;
    /// Number of its tenures of the bus.
    std::uint64_t tenures() const { return tenures_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    enum class State { Idle, Asking, Address, Start, Transfer, Leaving, Resting };
    void on_half();
    void ask();
    void rise(const Levels& bus);
    void fall(const Levels& bus);
    void put_address();
    void put_data();
    void first_rise(const Levels& bus);
    void take(const Levels& bus);
    void leave();
    unsigned enables_of(unsigned dword) const;
    bool write() const { return bus::is_write(burst_.command); }
    std::uint32_t address_of(unsigned dword) const { return burst_.address + 4 * dword; }
    bool last() const { return dword_ + 1 == burst_.dwords; }
    /// The next transfer has no START# of its own.
    bool goes_on() const;

    bus::DmaChannel& channel_;
    core::Wire<bool>& mreq_;
    unsigned slot_;
    MasterConfig config_;
    State state_ = State::Idle;
    bus::Burst burst_;
    unsigned dword_ = 0;         ///< Of the burst.
    bool slave_bursts_ = false;  ///< SLBURST# at the end of START#.
    bool ready_ = false;         ///< EXRDY at the last fall of BCLK.
    unsigned rested_ = 0;
    Levels out_;
    std::uint64_t tenures_ = 0, starts_ = 0, transfers_ = 0, waits_ = 0, unanswered_ = 0;
};

}  // namespace niclab::eisa
