/// @file The transmit side: schedule table, channel descriptors, payload fetch, AAL5, status
/// requests.
///
/// Source: nicstar.h, idt.c. Structure "B" fetches the descriptor of an empty queue in one cell
///   slot while a null cell is sent. The payload is fetched in the next slot into the free place of
///   the FIFO. Structure "A1" (`assembly_stage`) assembles the cell next to the FIFO and moves it
///   in when the next slot opens.
/// Timing: a slot opens when a place of the FIFO is free (two clocks to cross from the UTOPIA
///   clock). An idle slot reads 1 word of the TST and 2 of each of the three variable-rate
///   descriptors. A slot with work reads all 12 of its descriptor, then takes `schedule_clocks`.
///   Descriptors of following PDUs are fetched, and status requests executed, after the slot's
///   cell.
/// Assumed: an empty FIXED slot sends a null cell (*assumed*; `fixed_falls_through` gives it to the
///   variable-rate channels). When a payload comes too late for its slot, a null cell takes the
///   slot and is counted. TXICP is unchanged, the PDU is complete (*assumed*). According to the
///   abstract of the maker's patent (US 5,796,735) such null cells are a negative credit, for which
///   later forced-null and non-real-time slots are skipped. That this chip has it is *assumed*, as
///   is that its counter ends at 255 (`late_credit` false: each such slot delays the schedule
///   permanently). A write to TSTB takes effect with the next slot (*assumed*). Words 1 to 11 of
///   the present descriptor are written back over the host's. With XMITFOREVER a queue restarts at
///   its base after its last entry (*assumed*). A second END that is read for the same slot uses it
///   up (*assumed*). A cell of AAL3/4 gets its CRC-10 and no mark of the last one in PTI; the
///   unused AAL code is AAL0 (*assumed*).
/// Limits: (all *assumed*) A PDU with buffers that end inside a cell, or a last buffer of length 0,
///   is sent with zeros up to the cell's end. An entry with an aborted fetch is skipped. A buffer
///   with an aborted payload fetch is dropped and its octets are counted; the queue continues. Each
///   raises TXICP. Data with wrong parity is sent as received; the PCI status register shows it.
#pragma once

#include <array>
#include <cstdint>

#include "atm/cell.h"
#include "card/sram.h"
#include "cards/board/unit.h"
#include "cards/nicstar/config.h"
#include "cards/nicstar/dma_mux.h"
#include "cards/nicstar/entry_table.h"
#include "cards/nicstar/host_queue.h"
#include "cards/nicstar/registers.h"
#include "cards/nicstar/tables.h"
#include "core/clock.h"
#include "core/fifo.h"
#include "core/synchronizer.h"
#include "core/tap.h"

namespace niclab::nicstar {

/// The M of N limit: the number of variable-rate slots that a channel may use.
///
/// Source: nicstar.h. A descriptor has M (1..7) and N (1..127); the channel may use M of every N
///   variable slots. Linux always writes M = N = 1.
/// Assumed: a window of N slots begins with the first slot that the channel uses, and the next with
///   the first used slot after its end (*assumed*). M or N of 0, and M of N or more, set no limit
///   (*assumed*).
class Credit {
public:
    /// Whether the channel may use variable slot number `slot`.
    bool allows(std::uint32_t slot) const { return m_ == 0 || slot - begin_ >= n_ || used_ < m_; }
    /// The channel uses slot number `slot` for a cell of a descriptor with this M and N.
    void use(std::uint32_t slot, unsigned m, unsigned n) {
        if (slot - begin_ >= n_) begin_ = slot, used_ = 0;
        m_ = m < n ? m : 0;
        n_ = n;
        ++used_;
    }
    void reset() { *this = {}; }

private:
    std::uint32_t begin_ = 0, n_ = 0;
    unsigned m_ = 0, used_ = 0;  ///< m_ 0: no limit.
};

/// TMR: a counter of 24 bits with a step of 256 octet times; also the time stamp of the
/// transmit status queue.
///
/// Source: idt.c: some 16 roll-overs per hour on a 155 Mb/s card, which is 256 periods of 19.44 MHz
///   per count.
class Timer {
public:
    static constexpr std::uint32_t kCounts = 1u << 24;

    explicit Timer(const Config& config)
        : step_fs_(static_cast<core::Femtoseconds>(256e15 / config.timer_octet_hz)), start_(config.timer_start) {}
    std::uint32_t value() const { return static_cast<std::uint32_t>(core::now_fs() / step_fs_ + start_) % kCounts; }
    /// From power-on to the first roll-over, and between two.
    core::Femtoseconds first_roll_over() const { return (kCounts - start_) * step_fs_; }
    core::Femtoseconds lap() const { return kCounts * step_fs_; }

private:
    core::Femtoseconds step_fs_;
    std::uint32_t start_;
};

class Segmenter {
public:
    struct Stats {
        std::uint64_t user_cells = 0, null_cells = 0, late_slots = 0, nulls_before_ready_pdu = 0;
        std::uint64_t repaid_slots = 0;
        std::uint64_t descriptors = 0, status_entries = 0, short_pdus = 0;
        std::uint64_t aborted_entries = 0, aborted_buffers = 0, aborted_octets = 0;
    };

    Segmenter(const Config& config, const Edge& edge, const Timer& timer, Registers& registers, card::Sram& sram,
              DmaMux& dma, core::Fifo<atm::Cell>& cells);

    /// One PCI clock.
    void tick();
    /// Nothing to do until the FIFO is read, the host writes or a burst ends.
    bool idle() const;
    /// Number of coming edges that affect only the SRAM and this object, unless a burst ends or the
    /// host writes before.
    unsigned private_edges() const;
    /// Number of edges from the one at `next` on at which it only counts or waits; and a function
    /// that skips them.
    std::uint64_t still_edges(core::Femtoseconds next) const;
    void pass(core::Femtoseconds next, std::uint64_t edges);
    /// Runs up to `most` edges together, the first at `next`, at which it reads a word and no one
    /// else uses the SRAM. Returns their number.
    unsigned read_words(core::Femtoseconds next, std::uint64_t most);
    /// Idle, and no channel has had data to send since the last change of the schedule, in at least
    /// one whole pass of it.
    bool is_idle() const;
    /// Skips `slots` slots of an idle schedule, each with the place of one cell.
    void skip_null_slots(std::uint64_t slots);
    void reset();
    /// The host wrote TSTB: the next slot starts there.
    void restart_schedule() { tst_pointer_ = 0; }
    /// The host sets the address of the first variable-rate queue's tail in its memory.
    void poll_at(std::uint32_t address) { poll_address_ = address; }
    /// TMR rolled over: writes an entry without a tag into the TSQ.
    void timer_rolled_over() { roll_over_ = true; }

    HostQueue tsq{8};
    /// The channels' descriptors, without their pointers.
    EntryTable descriptors;
    /// Reports a user cell that enters the transmit FIFO.
    core::Tap<card::Unit, unsigned> segmented;
    /// Reports the SRAM address of a polled tail that has moved.
    core::Tap<std::uint32_t> tail_polled;
    const Stats& stats() const { return stats_; }

private:
    static constexpr auto kUser = card::SramUser::Transmit;
    static constexpr auto kSide = DmaSide::Transmit;

    enum class State { Idle, Tst, Pointers, Rest, Decide, Payload, Store, Tidy, Descriptor, StatusEntry, Poll, Tail };
    using Word = std::uint32_t;
    static constexpr unsigned kIdleJumps = 2, kJumpsPerSlot = 2, kMostOwed = 255;

    void skip_null_slot();
    // Number of coming edges without an outside effect, from a state on.
    unsigned edges_until(std::size_t places, std::size_t popped) const;
    unsigned edges_until(std::size_t places) const { return edges_until(places, cells_.popped_total()); }
    unsigned private_in_state() const;
    unsigned private_of_slot() const;
    bool of_transmitter(Word address) const;
    unsigned private_of_channel(bool fixed, unsigned channel, Word scd_address, unsigned words_read) const;
    unsigned private_of_decision(unsigned clocks) const { return clocks > 0 ? clocks - 1 : 0; }
    // One function per phase.
    void take_burst(const bus::Burst& burst);
    void step(std::size_t places);
    void idle_step(std::size_t places);
    void open_slot(std::size_t places);
    void read_tst();
    void read_pointers();
    void read_rest();
    void decide();
    void begin_work();
    void request_payload();
    void take_payload(const bus::Burst& burst);
    void next_buffer();
    void cut_short();
    void give_up_buffer();
    void complete_cell(std::uint8_t* payload, bool last);
    void finish_cell();
    /// What follows a cell. `slot_waits`: the next slot is open.
    enum class AfterCell { StatusEntry, Descriptor, NextDescriptor, Store };
    AfterCell after_cell(bool slot_waits) const;
    void tidy(bool slot_waits);
    void take_descriptor(const bus::Burst& burst);
    void poll();
    void take_poll(const bus::Burst& burst);
    void store_tail();
    bool poll_is_due() const { return poll_address_ != 0 && poll_age_ >= config_.poll_clocks; }
    bool read_ahead(Word address);
    void cache(const Word* words);
    void skip_entry();
    void take_status_done(const bus::Burst& burst);
    void store();

    void next_channel();
    void no_work();
    void push_user();
    void move_assembled();
    void push_null();
    void request_descriptor(bool b);
    void request_status_entry(Word tag);
    bool repay();
    void begin_channel(bool fixed, Word scd_address);
    void consume_a();
    void set(unsigned word, Word value);
    bool valid(Word flag) const { return (scd_[scd::kHead] & flag) != 0; }
    Word head() const { return scd_[scd::kHead] & offsets_; }
    Word tail() const { return scd_[scd::kTail] & offsets_; }
    /// The entry after the one at `offset`.
    Word after(Word offset) const {
        const Word next = (offset + 16) & offsets_;
        return next == tail() && (scd_[scd::kHead] & scd::kTransmitForever) ? 0 : next;
    }
    bool has_more() const { return after(head()) != tail(); }
    std::size_t free_places() { return cells_.capacity() - (pushed_ - popped_.sample(edge_.popped(cells_))); }
    bool last_of_pdu() const;
    /// Without null cells scanning stops after a whole pass of the schedule without work.
    bool may_have_work() const { return idle_jumps_ < kIdleJumps || assembled_; }

    const Config& config_;
    const Edge& edge_;
    const Timer& timer_;
    Registers& registers_;
    card::Sram& sram_;
    DmaMux& dma_;
    core::Fifo<atm::Cell>& cells_;
    core::Synchronizer popped_;
    std::size_t pushed_ = 0;

    State state_ = State::Idle;
    Word tst_pointer_ = 0;
    unsigned channel_ = 0;  ///< Variable-rate priority that is being examined.
    bool fixed_ = false;
    std::array<Credit, 3> credits_{};  ///< Of the variable-rate priorities.
    std::uint32_t variable_slot_ = 0;  ///< Number of the present variable slot.
    unsigned owed_ = 0;                ///< Slots by which late payload has delayed the schedule.
    Word scd_address_ = 0, offsets_ = scd::kVariableOffsets;
    std::array<Word, scd::kWords> scd_{};
    std::uint32_t dirty_ = 0;  ///< Words of scd_ to be written back.
    unsigned step_ = 0, clocks_ = 0;
    /// Entries that were read with a burst for an earlier one.
    struct Ahead {
        Word address = 0;  ///< 0: none.
        std::array<Word, 4> words{};
    };
    std::array<Ahead, 8> ahead_{};
    std::uint32_t poll_address_ = 0, polled_tail_ = 0;
    unsigned poll_age_ = 0;  ///< Clocks since the last poll of a tail.
    bool fetch_b_ = false;   ///< The cached entry for which the descriptor is fetched.
    atm::Cell cell_;
    unsigned filled_ = 0;       ///< Payload octets of cell_.
    unsigned chunk_ = 0;        ///< Octets of the present burst.
    bool slot_served_ = false;  ///< This slot's cell is in the FIFO.
    bool assembled_ = false;    ///< cell_ waits in the assembly stage.
    unsigned jumps_ = 0;        ///< END entries read for this slot.
    unsigned idle_jumps_ = 0;   ///< END entries passed since work was found.
    bool last_was_user_ = false;
    bool passing_ = false;          ///< The cells of slots are counted, not sent.
    bool roll_over_ = false;        ///< A roll-over entry waits for the TSQ.
    bool status_of_timer_ = false;  ///< The status entry under way is one.
    Stats stats_;
};

}  // namespace niclab::nicstar
