/// @file  Receive side: cell FIFO in SRAM, connection look-up, free buffers, payload bursts, status queue.
///
/// Source:     nicstar.h, idt.c.
/// Timing:     each 32-bit word of a cell is one SRAM write as it comes in. A whole cell then costs `receive_clocks`
///             of decision, 1 header word, 4 words of its connection, 2 of a free buffer where one is needed, 12 of
///             payload and the write-back of what changed. The next look-up runs beside the burst of the last.
/// Not modelled:  the raw cell queue: OAM, RM and raw cells are dropped under a cause of their own. VPM (a VPI or VCI
///             beyond the index is an error), RXCONSTCELLADDR; AAL3/4 cells are stored as they are.
/// Ambiguous:  a cell without a free buffer is dropped and the rest of its PDU goes on, so that the host sees a CRC
///             error (*assumed*). With the RSQ full reception waits and the FIFO overflows (*assumed*). A free buffer
///             queue counts as empty when a cell finds it so, not when its last buffer goes (*assumed*).
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
#include "sar/payload.h"
#include "sar/registers.h"
#include "sar/sram.h"
#include "sar/tables.h"

namespace niclab::sar {

/// What became of a received user cell.
enum class Fate { Stored, FifoOverflow, ReceiveDisabled, LookupError, RawCell, NoBuffer };
const char* to_string(Fate fate);

class Reassembler {
public:
    struct Stats {
        std::uint64_t stored = 0, fifo_overflow = 0, receive_disabled = 0, lookup_errors = 0, raw_cells = 0,
                      no_buffer = 0;
        std::uint64_t status_entries = 0, crc_errors = 0, peak_fifo_cells = 0;
    };

    Reassembler(const Config& config, Registers& registers, Sram& sram, DmaMux& dma, core::Fifo<atm::CellWord>& words);

    /// Words from the UTOPIA receiver into the FIFO, one a clock.
    void tick_fifo();
    /// Look-up, buffers, bursts: one step a clock.
    void tick();
    bool idle() const;
    void reset();
    /// The host adds a free buffer, whose SRAM words the command wrote; there must be a place.
    void add_buffer(unsigned kind) { ++free_count_[kind]; }
    bool has_place(unsigned kind) const { return free_count_[kind] < sram_map::kFbqEntries; }
    std::uint32_t buffer_slot(unsigned kind) const;
    unsigned buffers(unsigned kind) const { return free_count_[kind]; }
    /// This SRAM word is of the connection in work: a change by the host has to wait, lest it be overwritten.
    bool holds(std::uint32_t address) const;

    HostQueue rsq{16};
    /// What became of each received user cell. FifoOverflow and ReceiveDisabled are said of the cell that came last,
    /// the others of the oldest in the FIFO.
    core::Tap<atm::Header, Fate> cell_fate;
    const Stats& stats() const { return stats_; }

private:
    enum class State { Wait, Decide, Header, Connection, Buffer, Payload, Post, Status, Store };
    using Word = std::uint32_t;

    void read_header();
    void read_connection();
    void pop_buffer();
    void read_payload();
    void post_cell();
    void post_status();
    void store();
    void check_header(Word header);
    void drop(Fate fate);
    void next_cell();
    void take_completed(const pci::Burst& burst);
    void end_arrival();
    bool fifo_read(unsigned word, Word& value);
    unsigned kind() const { return flags() & rct::kLarge ? 1 : 0; }
    Word flags() const { return rct_[0]; }
    unsigned buffer_octets(unsigned kind) const;
    void set(unsigned word, Word value);

    const Config& config_;
    Registers& registers_;
    Sram& sram_;
    DmaQueue& queue_;
    DmaMux& dma_;
    core::Fifo<atm::CellWord>& words_;
    core::Synchronizer pushed_;
    std::size_t taken_ = 0;

    // The FIFO in SRAM.
    unsigned write_cell_ = 0, read_cell_ = 0, cells_ = 0, write_word_ = 0;
    Word arriving_ = 0;            ///< Header of the cell that is coming in.
    Fate arrival_ = Fate::Stored;  ///< Stored: into the FIFO.

    State state_ = State::Wait;
    unsigned step_ = 0, clocks_ = 0;
    atm::Header header_;
    Word rct_address_ = 0;
    std::array<Word, rct::kWords> rct_{};
    std::uint32_t dirty_ = 0;
    PayloadWords payload_{};
    bool end_of_pdu_ = false;

    std::array<unsigned, 2> free_first_{}, free_count_{};
    Stats stats_;
};

}  // namespace niclab::sar
