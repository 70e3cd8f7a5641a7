/// @file  Follows every CS-PDU of one hop, from card to card, by what can be seen from outside.
///
/// A PDU is recognised by its descriptor's address on PCI, its cells by their order on UTOPIA, its bursts by theirs;
/// what a program takes is the PDU whose cells were followed to its memory, whatever is in it. Nothing is hidden in the
/// model for it. What arrives is compared octet by octet with what was sent.
/// Connections may be interleaved cell by cell; within one, order is kept.
///
/// Busy period:  user cells on TxUTOPIA without a null cell between them, while some posted PDU is not sent wholly.
///               Cell spacing is measured inside busy periods only.
/// On the line:  cells keep their order; what becomes of each the line's observer says (LineMatcher).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "atm/cell.h"
#include "base/ring.h"
#include "bus/dma_if.h"
#include "card/chain.h"
#include "probe/track/ledger.h"

namespace niclab::probe {

using Moment = card::Seen;

/// A connection.
struct Vc {
    std::uint8_t vpi = 0;
    std::uint16_t vci = 0;
    bool operator<(const Vc& o) const { return vpi != o.vpi ? vpi < o.vpi : vci < o.vci; }
    bool operator==(const Vc& o) const { return vpi == o.vpi && vci == o.vci; }
};

/// One row of pdus.csv.
struct PduRow {
    PduRow() = default;
    explicit PduRow(card::ChainPtr way) : chain(std::move(way)), at(chain->size()) {}
    card::ChainPtr chain;
    unsigned run = 0;
    std::uint32_t pdu = 0;
    std::uint8_t vpi = 0;
    std::uint16_t vci = 0;
    std::size_t payload_octets = 0, sdu_octets = 0, cells = 0;
    std::string status = "lost";
    std::vector<core::Femtoseconds> at;  ///< By place in the chain, absolute; 0: did not happen.
    core::Femtoseconds run_start = 0;
    /// 0: did not happen, or the chain has no such moment.
    core::Femtoseconds moment(Moment m) const {
        const std::size_t place = chain->place(m);
        return place < at.size() ? at[place] : 0;
    }
    /// All happened that can be seen from outside the cards.
    bool complete() const;
    /// Duration of the stage that begins at `place`; nothing where an end of it did not happen.
    std::optional<core::Femtoseconds> stage(std::size_t place) const {
        if (place + 1 >= at.size() || at[place] == 0 || at[place + 1] == 0) return std::nullopt;
        return at[place + 1] - at[place];
    }
};

/// Distances between the starts of user cells that follow each other in one busy period.
struct CellSpacing {
    std::uint64_t count = 0;
    core::Femtoseconds sum = 0, min = 0, max = 0;
    void add(core::Femtoseconds distance);
    double mean_us() const { return count ? double(sum) / double(count) * 1e-9 : 0; }
};

/// Hears which PDU, by its row, an event belongs to; the row of cells nobody sent is ~0.
class PduListener {
public:
    virtual ~PduListener() = default;
    virtual void row_posted(std::size_t row, Vc vc, core::Femtoseconds at) = 0;
    virtual void row_descriptor(std::size_t row, const bus::Burst& burst) = 0;
    virtual void row_cell_sent(std::size_t row) = 0;
    virtual void row_passed_line(std::size_t row, core::Femtoseconds at) = 0;
    virtual void row_received(std::size_t row, core::Femtoseconds at) = 0;
    virtual void row_decided(std::size_t row, core::Femtoseconds at) = 0;
    /// Of cards with packet memory: all of a PDU is there.
    virtual void row_completed(std::size_t, core::Femtoseconds) {}
    /// On a line of a kind's own: its last unit is in the host's memory, as the card tells.
    virtual void row_stored(std::size_t) {}
    /// The first burst of payload; of a card without packet memory each cell's.
    virtual void row_payload(std::size_t row, const bus::Burst& burst) = 0;
    /// Between program and driver, on the way down and up.
    virtual void row_handed_down(std::size_t, core::Femtoseconds) {}
    virtual void row_delivered(std::size_t) {}
};

class PduTracker {
public:
    /// At most one, which must outlive the tracker.
    void listen(PduListener& listener) { listener_ = &listener; }
    /// The way of its PDUs; to be told before the first of them.
    void set_chain(card::ChainPtr chain) { chain_ = std::move(chain); }
    const card::ChainPtr& chain() const { return chain_; }
    /// What the first bus access on behalf of a PDU to send is for; its address is told by `posted`.
    void set_first_access(bus::Purpose purpose) { first_access_ = purpose; }
    /// The receiving card holds PDUs until they are whole: bursts follow each other PDU by PDU, with an access to a
    /// status entry between them.
    void set_receiver_holds_pdus() { whole_ = true; }
    void begin_run(unsigned run, core::Femtoseconds start);
    /// PDUs not delivered count as lost from now on.
    void end_run();

    /// `pdu`: its identity, which no other packet of the sending host has. Rows are numbered by connection and run.
    void send_called(std::uint32_t pdu, core::Femtoseconds t, std::uint16_t vci, std::size_t payload_octets,
                     const std::vector<std::uint8_t>& sdu, std::uint8_t vpi = 0);
    void handed_down(std::uint32_t pdu, core::Femtoseconds at) {
        if (listener_) listener_->row_handed_down(unposted_[place_unposted(pdu)].row, at);
    }
    /// It was called for here, and is not posted yet: another hop of its host may have it.
    bool waits_for(std::uint32_t pdu) const;
    void posted(std::uint32_t pdu, std::uint32_t first_access, core::Femtoseconds at);
    void sender_burst(const bus::Burst& burst);
    void cell_sent(const atm::Cell& cell, core::Femtoseconds soc);
    /// On a line of a kind's own: another unit of the oldest packet on `vc` is sent.
    void unit_sent(Vc vc, bool last);
    /// The oldest unit on such a line is in the receiving card, or was lost. What becomes of it there: cell_fate.
    void unit_left(bool arrived);
    /// The oldest cell on the line reached the receiving PHY's FIFO.
    void cell_passed_line(core::Femtoseconds at);
    /// The oldest cell on the line but for `older` others was lost for `cause`.
    void cell_lost(const std::string& cause, std::size_t older = 0);
    /// A cell that nobody sent as a user's reached the receiving PHY's FIFO.
    void cell_inserted();
    /// The oldest cell in the receiving PHY's FIFO was lost there.
    void cell_lost_in_phy(const std::string& cause);
    /// Whole at `at`.
    void cell_received(const atm::Cell& cell, core::Femtoseconds soc, core::Femtoseconds at);
    /// `newest`: said of the cell received last, else of the oldest undecided.
    void cell_fate(bool stored, bool newest, core::Femtoseconds at);
    /// The oldest undecided cell is dropped, the end of its PDU; the card ends the PDU at the cells that are stored.
    void pdu_cut();
    /// Of a card that holds PDUs: the PDU coming in on `vc` is whole; or what is there of it is dropped; the oldest
    /// that is whole is dropped; or all of them are.
    void pdu_completed(Vc vc, core::Femtoseconds at);
    void pdu_discarded(Vc vc) { partial_[vc].clear(); }
    void pdu_refused();
    void pdus_emptied();
    /// A card tells of a moment of the chain: Engine::sending_reached, receiving_reached.
    void sending_reached(unsigned told, Vc vc, core::Femtoseconds at);
    void receiving_reached(unsigned told, Vc vc, unsigned behind, core::Femtoseconds at);
    void receiver_burst(const bus::Burst& burst);
    /// On `vc`. Which PDU it is its cells tell, followed up to here; the octets are compared with what was sent.
    /// `status` is the row's.
    void delivered(Vc vc, bool ok, const char* status, const std::vector<std::uint8_t>& sdu, core::Femtoseconds t);

    /// PDUs called for and not delivered yet.
    std::size_t outstanding() const { return undelivered_.size(); }
    bool settled() const { return undelivered_.empty(); }
    /// User cells sent and not yet decided upon.
    std::uint64_t in_flight() const { return on_line_.size() + in_phy_.size() + undecided_.size(); }
    std::uint64_t sent() const { return sent_; }
    /// User cells lost between TxUTOPIA and RxUTOPIA, by cause.
    const std::map<std::string, std::uint64_t>& lost() const { return lost_; }
    /// Cells that arrived and nobody sent.
    std::uint64_t inserted() const { return inserted_; }
    /// Cells that arrived with wrong bits, the HEC apart: the PHYs make and remove it.
    std::uint64_t damaged() const { return damaged_; }
    /// So many null cells on TxUTOPIA.
    void nulls_sent(std::uint64_t cells) {
        if (inside_ > 0) nulls_inside_ += cells;
        busy_ = false;
    }
    std::uint64_t nulls_inside_pdus() const { return nulls_inside_; }
    const CellSpacing& spacing() const { return spacing_; }
    const std::vector<PduRow>& rows() const { return rows_; }
    /// Hands them out at the end of all runs; none are left.
    std::vector<PduRow> take_rows() { return std::move(rows_); }
    /// Each row before it has come to its end, and those delivered have all their moments.
    std::size_t oldest_in_work() const;
    /// Sentences about PDUs that arrived other than they were sent.
    const std::vector<std::string>& mismatches() const { return mismatches_; }
    /// PDUs and SDU octets of a connection: called for, delivered as sent, lost or delivered otherwise by status, still
    /// on their way.
    Account pdu_account(Vc vc) const;
    Account octet_account(Vc vc) const;

private:
    static constexpr std::size_t kNobody = ~std::size_t{0};  ///< The row of a cell nobody sent.
    struct CellRecord {
        atm::Cell cell;
        std::size_t row = 0;
    };
    struct Undecided {
        std::size_t row = 0;
        atm::Header header;  ///< As received.
        bool cell = true;    ///< Of an ATM line.
    };
    struct Waiting {
        std::size_t row = 0;
        std::uint32_t address = 0;
    };
    /// What was sent and how it ended, in one unit, each counted where it happens.
    struct Tally {
        std::uint64_t sent = 0, delivered = 0;
        std::map<std::string, std::uint64_t> dropped;
        void end(const std::string& status, std::uint64_t n);
        Account account(const char* unit, std::uint64_t in_flight) const;
    };
    using Rows = base::Ring<std::size_t>;
    struct Called {
        std::uint32_t pdu = 0;
        std::size_t row = 0;
    };
    struct Undelivered {
        std::size_t row = 0;
        std::vector<std::uint8_t> sdu;
    };
    using Sdu = std::vector<std::uint8_t>;

    void set(std::size_t row, Moment m, core::Femtoseconds t) { set_place(row, chain_->place(m), t); }
    void set_place(std::size_t row, std::size_t place, core::Femtoseconds t);
    void end(std::size_t row, const std::string& status);
    void store(const Undecided& unit);
    void pdu_ends(Vc vc);
    std::size_t arrived(Vc vc, bool ok, const Sdu& sdu);
    void report_difference(std::size_t row, const Sdu& sent, const Sdu& sdu);
    std::size_t place_unposted(std::uint32_t pdu) const;
    /// In `undelivered_`, or its size.
    std::size_t place_undelivered(std::size_t row) const;
    bool told_all(std::size_t row) const;
    Vc vc_of(std::size_t row) const { return {rows_[row].vpi, rows_[row].vci}; }

    void first_payload(std::size_t row, const bus::Burst& burst);
    void whole_pdu_burst(const bus::Burst& burst);

    PduListener* listener_ = nullptr;
    card::ChainPtr chain_;
    bus::Purpose first_access_ = bus::Purpose::Descriptor;
    bool whole_ = false;
    unsigned run_ = 0;
    core::Femtoseconds run_start_ = 0;
    std::map<Vc, std::uint32_t> numbers_;  ///< Of the next row of a connection.
    base::Ring<Called> unposted_;          ///< Of the present run.
    std::vector<PduRow> rows_;
    base::Ring<Waiting> unfetched_;
    /// Rows whose cells are still to be sent, in the order of each connection.
    struct Sending {
        Rows rows;
        bool inside = false;  ///< The first cell of the first row is out.
    };
    std::map<Vc, Sending> to_send_;
    std::size_t unsent_ = 0, inside_ = 0;  ///< PDUs posted and not sent wholly; those of them begun.
    base::Ring<CellRecord> on_line_, in_phy_;
    /// A cell's payload on its way to host memory: bursts may carry parts of it, or of several.
    struct Storing {
        std::size_t row = 0;
        unsigned octets = 0;  ///< That no burst has carried yet.
    };
    base::Ring<Undecided> undecided_;
    base::Ring<Undecided> units_on_line_;               ///< Of a kind's own.
    std::map<std::pair<unsigned, Vc>, Rows> to_reach_;  ///< By moment the sender tells of, and connection.
    /// Rows of which a cell was stored, in the order of their first, from the oldest on that a card may still tell of.
    std::map<Vc, Rows> stored_;
    base::Ring<Storing> storing_;
    std::map<Vc, Rows> partial_;  ///< Rows with cells in the PDU that comes in on a connection.
    struct Whole {
        Vc vc;
        Rows rows;
    };
    base::Ring<Whole> completed_;             ///< Likewise of those whole in packet memory.
    std::map<Vc, base::Ring<Rows>> in_host_;  ///< Likewise of those in host memory and not delivered yet.
    bool between_pdus_ = true;                ///< The next payload burst is another PDU's first.
    base::Ring<Undelivered> undelivered_;     ///< In the order of rows.
    bool busy_ = false;
    core::Femtoseconds previous_soc_ = 0;
    CellSpacing spacing_;
    std::uint64_t sent_ = 0, inserted_ = 0, damaged_ = 0, nulls_inside_ = 0;
    std::map<std::string, std::uint64_t> lost_;
    std::map<Vc, Tally> pdus_, octets_;
    std::vector<std::string> mismatches_;
};

}  // namespace niclab::probe
