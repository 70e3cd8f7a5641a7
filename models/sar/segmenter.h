/// @file  Transmit side: schedule table, channel descriptors, payload fetch, AAL5, status requests.
///
/// Source:     nicstar.h, idt.c; structure "B": on an empty queue the descriptor is fetched in one cell slot while a
///             null cell goes out, the payload in the next slot straight into the free place of the FIFO. Structure
///             "A1" (`assembly_stage`) assembles the cell beside the FIFO and moves it in when the next slot opens.
/// Timing:     a slot opens when a place of the FIFO is free (two clocks to cross from the UTOPIA clock). An idle slot
///             reads 1 word of the TST and 2 of each of the three variable-rate descriptors; one with work reads
///             all 12 of its descriptor, then takes `schedule_clocks`. Descriptors of following PDUs are fetched,
///             and status requests carried out, after the slot's cell.
/// Not modelled:  M of N credit, AAL3/4 CRC-10, XMITFOREVER.
/// Ambiguous:  an empty FIXED slot sends a null cell (*assumed*). When a payload comes too late for its slot a null
///             cell takes the slot and is counted (patent of the chip's maker). A PDU whose buffers end inside a cell
///             is sent with zeros up to the cell's end and raises TXICP (*assumed*). A write to TSTB counts from the
///             next slot on (*assumed*). Words 1 to 11 of the descriptor in work are written back over the host's.
#pragma once

#include <array>
#include <cstdint>

#include "atm/cell.h"
#include "core/fifo.h"
#include "core/synchronizer.h"
#include "core/tap.h"
#include "sar/config.h"
#include "sar/dma_mux.h"
#include "sar/host_queue.h"
#include "sar/registers.h"
#include "sar/sram.h"
#include "sar/tables.h"

namespace niclab::sar {

class Segmenter {
public:
    struct Stats {
        std::uint64_t user_cells = 0, null_cells = 0, late_slots = 0, nulls_before_ready_pdu = 0;
        std::uint64_t descriptors = 0, status_entries = 0, short_pdus = 0;
    };

    Segmenter(const Config& config, Registers& registers, Sram& sram, DmaMux& dma, core::Fifo<atm::Cell>& cells);

    /// One PCI clock. `timer` is TMR's present value.
    void tick(std::uint32_t timer);
    /// Nothing to do until the FIFO is read, the host writes or a burst ends.
    bool idle() const;
    void reset();
    /// The host wrote TSTB: the next slot starts there.
    void restart_schedule() { tst_pointer_ = 0; }

    HostQueue tsq{8};
    /// A user cell enters the transmit FIFO.
    core::Tap<atm::Cell> segmented;
    const Stats& stats() const { return stats_; }

private:
    enum class State { Idle, Tst, Pointers, Rest, Decide, Payload, Store, Tidy, Descriptor, StatusEntry };
    using Word = std::uint32_t;
    static constexpr unsigned kIdleJumps = 2;

    // One phase each.
    void open_slot(std::size_t places);
    void read_tst();
    void read_pointers();
    void read_rest();
    void begin_work();
    void request_payload();
    void take_payload(const pci::Burst& burst);
    void next_buffer();
    void cut_short();
    void finish_cell();
    void tidy(bool slot_waits);
    void take_descriptor(const pci::Burst& burst);
    void take_status_done();
    void store();

    void next_channel();
    void no_work();
    void push_user();
    void move_assembled();
    void push_null();
    void request_descriptor(bool b);
    void request_status_entry(std::uint32_t timer);
    void consume_a();
    void set(unsigned word, Word value);
    bool valid(Word flag) const { return (scd_[scd::kHead] & flag) != 0; }
    Word head() const { return scd_[scd::kHead] & offsets_; }
    Word tail() const { return scd_[scd::kTail] & offsets_; }
    Word after(Word offset) const { return (offset + 16) & offsets_; }
    std::size_t free_places();
    bool last_of_pdu() const;
    /// Without null cells scanning rests once a whole lap of the schedule has found nothing.
    bool may_have_work() const { return idle_jumps_ < kIdleJumps || assembled_; }

    const Config& config_;
    Registers& registers_;
    Sram& sram_;
    DmaMux& dma_;
    core::Fifo<atm::Cell>& cells_;
    core::Synchronizer popped_;
    std::size_t pushed_ = 0;

    State state_ = State::Idle;
    Word tst_pointer_ = 0;
    unsigned channel_ = 0;  ///< Variable-rate priority under examination.
    bool fixed_ = false;
    Word scd_address_ = 0, offsets_ = scd::kVariableOffsets;
    std::array<Word, scd::kWords> scd_{};
    std::uint32_t dirty_ = 0;  ///< Words of scd_ to be written back.
    unsigned step_ = 0, clocks_ = 0;
    bool fetch_b_ = false;  ///< Which cached entry the descriptor fetch is for.
    atm::Cell cell_;
    unsigned filled_ = 0;       ///< Payload octets of cell_.
    unsigned chunk_ = 0;        ///< Octets the present burst brings.
    bool slot_served_ = false;  ///< This slot's cell is in the FIFO.
    bool assembled_ = false;    ///< cell_ waits in the assembly stage.
    unsigned idle_jumps_ = 0;   ///< END entries passed since work was found.
    bool last_was_user_ = false;
    std::uint32_t timer_ = 0;
    Stats stats_;
};

}  // namespace niclab::sar
