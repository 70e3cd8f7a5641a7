/// @file The receive side: look-up of the cells in the FIFO, free buffers, payload bursts, status
/// queue, raw cells.
///
/// Source: nicstar.h, idt.c.
/// Timing: a cell costs `receive_clocks` of decision, 1 header word, 4 words of its connection, 2
///   of a free buffer if needed, 12 of payload and the write-back. The next look-up runs in
///   parallel with the burst of the last. A raw cell costs 12 words of payload instead of buffer
///   and write-back.
/// Assumed: (all *assumed*, no manual is available) A cell without a free buffer is dropped and the
///   rest of its PDU continues, so that the host sees a CRC error. While the RSQ is full, reception
///   waits and the FIFO overflows. A free buffer queue is empty when a cell finds it empty (drivers
///   do not define it; `empty_at_last_buffer` selects the other reading). OAM cells of an open
///   connection go to the raw queue, without RAWCF unless the connection requests it. A cell of VPI
///   0 and VCI 0 is invalid. A connection of AAL3/4 ends a PDU with EOM and SSM and checks the
///   CRC-10 of each cell; reserved AAL codes are AAL0. BSFB takes small buffers only. A burst that
///   ends in an abort is visible only in the PCI status register and in a counter. Closing a
///   connection leaves its buffer where it is (the related IDT77252 returns it).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "atm/cell.h"
#include "bus/dma_if.h"
#include "card/sram.h"
#include "cards/board/unit.h"
#include "cards/nicstar/config.h"
#include "cards/nicstar/delivery.h"
#include "cards/nicstar/dma_mux.h"
#include "cards/nicstar/entry_table.h"
#include "cards/nicstar/host_queue.h"
#include "cards/nicstar/payload.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/rx_fifo.h"
#include "cards/nicstar/tables.h"
#include "core/tap.h"

namespace niclab::nicstar {

/// The two free buffer queues: rings of {handle, address} in SRAM, filled by commands,
/// emptied by reception.
///
/// Source: nicstar.h: 512 entries each; the first pair of a command (DR0, DR1) is used first.
class FreeBuffers {
public:
    enum Kind : unsigned { kSmall = 0, kLarge = 1 };

    unsigned count(unsigned kind) const { return rings_[kind].count; }
    bool has_place(unsigned kind) const { return count(kind) < sram_map::kFbqEntries; }
    /// SRAM address of the next descriptor.
    std::uint32_t free_slot(unsigned kind) const {
        return slot(kind, (rings_[kind].first + count(kind)) % sram_map::kFbqEntries);
    }
    /// The descriptor is in its slot.
    void add(unsigned kind) { ++rings_[kind].count; }
    /// SRAM address of the oldest descriptor; there must be one.
    std::uint32_t oldest(unsigned kind) const {
        assert(rings_[kind].count > 0);
        return slot(kind, rings_[kind].first);
    }
    void take(unsigned kind) {
        assert(rings_[kind].count > 0);
        rings_[kind].first = (rings_[kind].first + 1) % sram_map::kFbqEntries;
        --rings_[kind].count;
    }
    void reset() { rings_ = {}; }

private:
    struct Ring {
        unsigned first = 0, count = 0;
    };
    static std::uint32_t slot(unsigned kind, unsigned entry) { return sram_map::kFbq[kind] + entry * 2; }
    std::array<Ring, 2> rings_{};
};

/// The raw cell queue in host memory: 64-octet slots in large buffers, chained by their last
/// slots.
///
/// Source: idt.c: the last slot of a buffer holds {next address, next handle}; RAWCT is the
///   position of the next raw cell. In nicstar.c the first large buffer that is supplied is the
///   first of the queue, and word 1 of a slot distinguishes a link from a cell. It follows that
///   words 1 to 3 of a cell are zero.
/// Assumed: the chain continues as soon as the last cell slot is used and a large buffer is free
///   (*assumed*). RAWCT is at a link slot only if there is no buffer. Bits 1:0 of a buffer's
///   address count as zero (*assumed*).
class RawQueue {
public:
    static constexpr std::uint32_t kSlotOctets = 64;

    /// No cell can be stored before another large buffer is attached.
    bool needs_buffer() const { return cells_left_ == 0; }
    /// A link to the new buffer must be written into the last slot of the old one.
    bool needs_link() const { return needs_buffer() && next_ != 0; }
    /// Address of the next raw cell; 0 before there is a buffer.
    std::uint32_t next() const { return next_; }
    void reset() { next_ = cells_left_ = 0; }

    /// The queue continues in this buffer of `octets` octets; call put_link() first if
    /// needs_link().
    void attach(std::uint32_t address, std::uint32_t octets) {
        next_ = address & ~3u;
        cells_left_ = octets / kSlotOctets - 1;
    }
    void put_link(bus::Burst& burst, std::uint32_t address, std::uint32_t handle) const {
        begin(burst, 2);
        burst.data[0] = address;
        burst.data[1] = handle;
    }
    /// Makes `burst` write a cell into the next slot; not while needs_buffer().
    void put_cell(bus::Burst& burst, std::uint32_t header, const PayloadWords& payload) {
        begin(burst, 16);
        burst.data[0] = header;
        for (unsigned i = 0; i < payload.size(); ++i) burst.data[4 + i] = payload[i];
        next_ += kSlotOctets;
        --cells_left_;
    }
    /// Distinguishes the two kinds of bursts with this purpose.
    static bool is_cell(const bus::Burst& burst) { return burst.dwords == 16; }

private:
    void begin(bus::Burst& burst, std::uint8_t dwords) const {
        burst = {};
        burst.command = bus::Command::MemoryWrite;
        burst.purpose = bus::Purpose::RawUnit;
        burst.address = next_;
        burst.dwords = dwords;
    }
    std::uint32_t next_ = 0, cells_left_ = 0;
};

class Reassembler {
public:
    struct Stats {
        std::uint64_t stored = 0, raw_cells = 0, invalid = 0, lookup_errors = 0, resource_management = 0, no_buffer = 0,
                      no_memory = 0, reset = 0;
        std::uint64_t status_entries = 0, crc_errors = 0, aborted_bursts = 0;
    };

    Reassembler(const Config& config, const Edge& edge, Registers& registers, card::Sram& sram, DmaMux& dma,
                core::Fifo<atm::CellWord>& words);

    /// Moves words from the UTOPIA receiver into the FIFO, one per clock.
    void tick_fifo() { fifo_.tick(); }
    /// Look-up, buffers, bursts: one step per clock.
    void tick();
    bool idle() const;
    /// Number of coming edges that affect only the SRAM and this object, unless a burst ends or the
    /// host writes before.
    unsigned private_edges() const;
    /// Number of coming edges at which it only counts or waits; and a function that skips them.
    std::uint64_t still_edges() const;
    void pass(std::uint64_t edges);
    /// Runs up to `most` edges together at which it reads a word and no one else uses the SRAM.
    /// Returns their number.
    unsigned read_words(std::uint64_t most);
    RxFifo& incoming() { return fifo_; }
    /// Drops everything in the card, with a report for each cell; to be called before the DMA
    /// queues are emptied.
    void reset();
    /// This SRAM word belongs to the present connection: a change by the host must wait, because it
    /// would be overwritten.
    bool holds(std::uint32_t address) const;

    HostQueue rsq{16};
    /// The connections' entries.
    EntryTable connections;
    FreeBuffers free_buffers;
    RawQueue raw_queue;
    /// Reports the result for each received user cell. FifoOverflow and ReceiveDisabled refer to
    /// the cell that arrived last, the others to the oldest in the FIFO.
    core::Tap<card::Unit, card::UnitOutcome> cell_outcome;
    const Stats& stats() const { return stats_; }
    const RxFifo& fifo() const { return fifo_; }
    core::Tap<unsigned>& fifo_filled() { return fifo_.filled; }

private:
    static constexpr auto kUser = card::SramUser::Receive;

    /// From Connection on, a connection's words are held.
    enum class State {
        Wait,
        Decide,
        Header,
        LookUp,
        Drop,
        RawBuffer,
        RawPayload,
        RawPost,
        Connection,
        Buffer,
        Payload,
        Post,
        Status,
        Store
    };
    using Word = std::uint32_t;

    unsigned private_in_state() const;
    unsigned private_of_cell() const;
    unsigned private_of_connection(const atm::Header& header, Word address) const;
    unsigned private_of_buffer(Word flags) const;
    void wait_for_cell();
    void decide();
    void read_header();
    void look_up();
    void read_connection();
    void choose_path();
    void pop_buffer();
    void read_payload(State next);
    void post_cell();
    void post_status();
    void store();
    void accept_raw(bool interrupt);
    void pop_raw_buffer();
    void post_raw();
    void drop(card::UnitOutcome outcome);
    void finish_drop();
    std::uint64_t& counter_of(card::UnitOutcome outcome);
    void drop_for_want_of_memory();
    void drop_for_want_of_buffer(unsigned kind);
    void next_cell();
    void take_completed(const bus::Burst& burst);
    bool read_descriptor(unsigned kind, Word* words);
    bool ends_pdu() const;
    bool crc_wrong(Word flags) const;
    bool wants_raw_buffer() const { return raw_queue.needs_buffer() && free_buffers.count(FreeBuffers::kLarge) > 0; }
    static unsigned kind_of(Word flags) { return flags & rct::kLarge && !(flags & rct::kOneSize) ? 1 : 0; }
    unsigned kind() const { return kind_of(flags()); }
    Word flags() const { return rct_[0]; }
    unsigned buffer_octets(unsigned kind) const;
    void set(unsigned word, Word value);
    unsigned connection() const { return rct_address_ / rct::kWords; }

    const Config& config_;
    const Edge& edge_;
    Registers& registers_;
    card::Sram& sram_;
    DmaQueue& queue_;
    DmaMux& dma_;
    RxFifo fifo_;
    Delivery delivery_;

    State state_ = State::Wait;
    unsigned step_ = 0, clocks_ = 0;
    Word header_word_ = 0;
    atm::Header header_;
    Word rct_address_ = 0;
    std::array<Word, rct::kWords> rct_{};
    std::uint32_t dirty_ = 0;
    PayloadWords payload_{};
    bool end_of_pdu_ = false;
    card::UnitOutcome dropped_ = card::UnitOutcome::Stored;  ///< Reason for which the present cell is dropped.
    Word raw_buffer_[2] = {};      ///< Handle and address of the buffer in which the raw queue continues.
    bool raw_interrupt_ = false;   ///< The present raw cell may set RAWCF.
    unsigned raw_under_way_ = 0;   ///< Raw cells with a burst that has not ended.
    std::uint32_t raw_flags_ = 0;  ///< raw_interrupt_ of each of them, the oldest in bit 0.
    Stats stats_;
};

}  // namespace niclab::nicstar
