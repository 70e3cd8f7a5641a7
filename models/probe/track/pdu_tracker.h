/// @file A tracker of every CS-PDU of one hop, from card to card, that uses only external
/// observations.
///
/// Behaviour: a PDU is identified by its descriptor's address on PCI, its cells by their order on
///   UTOPIA, its bursts by their order. Cells are tracked to the memory of the receiving program,
///   which identifies its PDU independently of the contents. The model needs no hidden marks. The
///   received octets are compared with the sent ones. Connections may be interleaved cell by cell;
///   within one, order is kept.
///
/// Busy period: user cells on TxUTOPIA without a null cell between them, while a posted PDU is not
/// completely sent. Cell spacing is measured only inside busy periods.
///
/// Line: cells keep their order; the line's observer reports the result for each (LineMatcher).
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

using EventKind = card::EventKind;

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
    std::vector<core::Femtoseconds> at;  ///< By position in the chain, absolute; 0: did not happen.
    core::Femtoseconds run_start = 0;
    /// 0: did not happen, or the chain has no such event.
    core::Femtoseconds time_of(EventKind m) const {
        const std::size_t place = chain->index(m);
        return place < at.size() ? at[place] : 0;
    }
    /// The packet's first access on the bus, or the first event that the card reports; 0: neither.
    core::Femtoseconds begun() const {
        const core::Femtoseconds access = time_of(EventKind::TxReq);
        return access != 0 || at.size() < 2 ? access : at[1];
    }
    /// All externally visible events happened.
    bool complete() const;
    /// Duration of the stage that begins at `place`; nothing if its begin or end did not happen.
    std::optional<core::Femtoseconds> stage(std::size_t place) const {
        if (place + 1 >= at.size() || at[place] == 0 || at[place + 1] == 0) return std::nullopt;
        return at[place + 1] - at[place];
    }
};

/// Distances between the starts of successive user cells in one busy period.
struct CellSpacing {
    std::uint64_t count = 0;
    core::Femtoseconds sum = 0, min = 0, max = 0;
    void add(core::Femtoseconds distance);
    double mean_us() const { return count ? double(sum) / double(count) * 1e-9 : 0; }
};

/// A listener that receives each event with the row of its PDU; the row of cells without a sender
/// is ~0.
class PduListener {
public:
    virtual ~PduListener() = default;
    virtual void row_posted(std::size_t row, Vc vc, core::Femtoseconds at) = 0;
    virtual void row_descriptor(std::size_t row, const bus::Burst& burst) = 0;
    virtual void row_cell_sent(std::size_t row) = 0;
    virtual void row_passed_line(std::size_t row, core::Femtoseconds at) = 0;
    virtual void row_received(std::size_t row, core::Femtoseconds at) = 0;
    virtual void row_decided(std::size_t row, core::Femtoseconds at) = 0;
    /// For cards with packet memory: a PDU is complete there.
    virtual void row_completed(std::size_t, core::Femtoseconds) {}
    /// For a line of the cards' kind: its last unit is in the host's memory, as the card reports.
    virtual void row_stored(std::size_t) {}
    /// The first burst of payload; for a card without packet memory that of each cell.
    virtual void row_payload(std::size_t row, const bus::Burst& burst) = 0;
    /// Between program and driver, in the sending and the receiving host.
    virtual void row_handed_down(std::size_t, core::Femtoseconds) {}
    virtual void row_delivered(std::size_t) {}
};

class PduTracker {
public:
    /// At most one listener, which must outlive the tracker.
    void listen(PduListener& listener) { listener_ = &listener; }
    /// Sets the path of its PDUs; to be called before the first of them.
    void set_chain(card::ChainPtr chain) { chain_ = std::move(chain); }
    const card::ChainPtr& chain() const { return chain_; }
    /// Sets the purpose of the first bus access for a PDU to send; `posted` passes its address.
    void set_first_access(bus::Purpose purpose) { first_access_ = purpose; }
    /// The receiving card holds PDUs until they are complete: bursts follow each other PDU by PDU,
    /// with an access to a status entry between them.
    void set_receiver_holds_pdus() { whole_ = true; }
    void begin_run(unsigned run, core::Femtoseconds start);
    /// PDUs that are not delivered count as lost from now on.
    void end_run();

    /// `pdu`: its identity, unique among the packets of the sending host. Rows are numbered by
    /// connection and run.
    void send_called(std::uint32_t pdu, core::Femtoseconds t, std::uint16_t vci, std::size_t payload_octets,
                     const std::vector<std::uint8_t>& sdu, std::uint8_t vpi = 0);
    /// A PDU of a sender that is not observed; returns its row. cell_entered() reports its cells.
    std::size_t announced(core::Femtoseconds t, std::uint16_t vci, std::size_t payload_octets,
                          const std::vector<std::uint8_t>& sdu, std::uint8_t vpi = 0);
    /// A cell of this row enters the line.
    void cell_entered(const atm::Cell& cell, std::size_t row);
    void handed_down(std::uint32_t pdu, core::Femtoseconds at) {
        if (listener_) listener_->row_handed_down(unposted_[place_unposted(pdu)].row, at);
    }
    /// Its send was called for this hop, and it is not posted yet: another hop of its host may have
    /// it.
    bool waits_for(std::uint32_t pdu) const;
    void posted(std::uint32_t pdu, std::uint32_t first_access, core::Femtoseconds at);
    void sender_burst(const bus::Burst& burst);
    void cell_sent(const atm::Cell& cell, core::Femtoseconds soc);
    /// For a line of the cards' kind: another unit of the oldest packet on `vc` is sent.
    void unit_sent(Vc vc, bool last);
    /// The oldest unit on such a line is in the receiving card, or was lost. Its result there:
    /// cell_outcome.
    void unit_left(bool arrived);
    /// The oldest cell on the line entered the receiving PHY's FIFO.
    void cell_passed_line(core::Femtoseconds at);
    /// The oldest cell on the line except `older` others was lost for `cause`.
    void cell_lost(const std::string& cause, std::size_t older = 0);
    /// A cell that was not sent as a user's entered the receiving PHY's FIFO.
    void cell_inserted();
    /// The oldest cell in the receiving PHY's FIFO was lost there.
    void cell_lost_in_phy(const std::string& cause);
    /// A cell that is complete at `at`.
    void cell_received(const atm::Cell& cell, core::Femtoseconds soc, core::Femtoseconds at);
    /// `newest`: for the cell received last, otherwise for the oldest without a result.
    void cell_outcome(bool stored, bool newest, core::Femtoseconds at);
    /// The oldest cell without a result, the end of its PDU, is dropped; the card ends the PDU with
    /// the stored cells.
    void pdu_cut();
    /// For a card that holds PDUs: the present PDU on `vc` is complete; or its stored part is
    /// dropped; the oldest complete one is dropped; or all are.
    void pdu_completed(Vc vc, core::Femtoseconds at);
    void pdu_discarded(Vc vc) { partial_[vc].clear(); }
    void pdu_refused();
    void pdus_emptied();
    /// A card reports an event of the chain: Engine::sending_reached, receiving_reached.
    void sending_reached(unsigned number, Vc vc, core::Femtoseconds at);
    void receiving_reached(unsigned number, Vc vc, unsigned behind, core::Femtoseconds at);
    void receiver_burst(const bus::Burst& burst);
    /// A delivery on `vc`. Its cells, which were tracked up to here, identify the PDU; the octets
    /// are compared with what was sent. `status` is that of the row.
    void delivered(Vc vc, bool ok, const char* status, const std::vector<std::uint8_t>& sdu, core::Femtoseconds t);

    /// Number of PDUs between the call of send and the delivery.
    std::size_t outstanding() const { return undelivered_.size(); }
    bool settled() const { return undelivered_.empty(); }
    /// Number of user cells sent, without a result.
    std::uint64_t in_flight() const { return on_line_.size() + in_phy_.size() + undecided_.size(); }
    std::uint64_t sent() const { return sent_; }
    /// User cells lost between TxUTOPIA and RxUTOPIA, by cause.
    const std::map<std::string, std::uint64_t>& lost() const { return lost_; }
    /// Number of cells that arrived without a sender.
    std::uint64_t inserted() const { return inserted_; }
    /// Number of cells that arrived with wrong bits, apart from the HEC, which the PHYs generate
    /// and remove.
    std::uint64_t damaged() const { return damaged_; }
    /// Counts `cells` null cells on TxUTOPIA.
    void nulls_sent(std::uint64_t cells) {
        if (inside_ > 0) nulls_inside_ += cells;
        busy_ = false;
    }
    std::uint64_t nulls_inside_pdus() const { return nulls_inside_; }
    const CellSpacing& spacing() const { return spacing_; }
    const std::vector<PduRow>& rows() const { return rows_; }
    /// Moves the rows out at the end of all runs.
    std::vector<PduRow> take_rows() { return std::move(rows_); }
    /// All rows before it have ended, and those delivered have all their events.
    std::size_t oldest_in_work() const;
    /// Descriptions of PDUs that arrived changed.
    const std::vector<std::string>& mismatches() const { return mismatches_; }
    /// PDUs and SDU octets of a connection: sent, delivered unchanged, lost or delivered changed by
    /// status, still under way.
    Account pdu_account(Vc vc) const;
    Account octet_account(Vc vc) const;

private:
    static constexpr std::size_t kNobody = ~std::size_t{0};  ///< The row of a cell without a sender.
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
    /// Sent and ended units of one kind, each counted at its event.
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

    void set(std::size_t row, EventKind m, core::Femtoseconds t) { set_place(row, chain_->index(m), t); }
    void set_place(std::size_t row, std::size_t place, core::Femtoseconds t);
    void end(std::size_t row, const std::string& status);
    void store(const Undecided& unit);
    void pdu_ends(Vc vc);
    std::size_t arrived(Vc vc, bool ok, const Sdu& sdu);
    void report_difference(std::size_t row, const Sdu& sent, const Sdu& sdu);
    std::size_t place_unposted(std::uint32_t pdu) const;
    /// Position in `undelivered_`, or its size.
    std::size_t place_undelivered(std::size_t row) const;
    bool all_reported(std::size_t row) const;
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
    /// Rows with cells still to be sent, in the order of each connection.
    struct Sending {
        Rows rows;
        bool inside = false;  ///< The first cell of the first row was sent.
    };
    std::map<Vc, Sending> to_send_;
    std::size_t unsent_ = 0, inside_ = 0;  ///< PDUs posted and not completely sent; those of them that have begun.
    base::Ring<CellRecord> on_line_, in_phy_;
    /// A cell's payload on its way to host memory: bursts may contain parts of it, or of several
    /// cells.
    struct Storing {
        std::size_t row = 0;
        unsigned octets = 0;  ///< Not transferred by a burst yet.
    };
    base::Ring<Undecided> undecided_;
    base::Ring<Undecided> units_on_line_;               ///< For a line of the cards' kind.
    std::map<std::pair<unsigned, Vc>, Rows> to_reach_;  ///< By the event that the sender reports, and connection.
    /// Rows with a stored cell, in the order of their first, from the oldest on that a card may
    /// still report.
    std::map<Vc, Rows> stored_;
    base::Ring<Storing> storing_;
    std::map<Vc, Rows> partial_;  ///< Rows with cells in the PDU that is being received on a connection.
    struct Whole {
        Vc vc;
        Rows rows;
    };
    base::Ring<Whole> completed_;             ///< Rows of complete PDUs in packet memory.
    std::map<Vc, base::Ring<Rows>> in_host_;  ///< Rows of PDUs in host memory that are not delivered yet.
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
