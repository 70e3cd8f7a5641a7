/// @file  Follows every CS-PDU of one direction by what can be seen from outside.
///
/// A PDU is recognised by its descriptor's address on PCI, its cells by their octets on UTOPIA, its bursts by their
/// order; nothing is hidden in the model for it. What arrives is compared octet by octet with what was sent.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "atm/cell.h"
#include "pci/dma_if.h"

namespace niclab::probe {

/// The moments of a PDU, in this order; their differences are the stages.
enum class Moment { SendCall, TxReq, TxTrdy, TxSoc, RxSoc, RxReq, RxTrdy, Delivered };
inline constexpr unsigned kMoments = 8;
inline constexpr std::array<const char*, kMoments - 1> kStages = {
    "stl", "pci_access_tx", "sar_segmentation", "phy_in_to_phy_out", "sar_reassembly", "pci_access_rx", "srl"};

/// One row of pdus.csv.
struct PduRow {
    unsigned run = 0;
    std::uint32_t pdu = 0;
    std::uint8_t vpi = 0;
    std::uint16_t vci = 0;
    std::size_t payload_octets = 0, sdu_octets = 0, cells = 0;
    std::string status = "lost";
    std::array<core::Femtoseconds, kMoments> at{};  ///< Absolute; 0 = did not happen.
    core::Femtoseconds run_start = 0;
    core::Femtoseconds moment(Moment m) const { return at[static_cast<unsigned>(m)]; }
    bool complete() const;
};

/// Distances between the starts of user cells that follow each other without a null cell.
struct CellSpacing {
    std::uint64_t count = 0;
    core::Femtoseconds sum = 0, min = 0, max = 0;
    void add(core::Femtoseconds distance);
    double mean_us() const { return count ? double(sum) / double(count) * 1e-9 : 0; }
};

class PduTracker {
public:
    void begin_run(unsigned run, core::Femtoseconds start, std::uint32_t first_pdu);
    /// PDUs not delivered count as lost from now on.
    void end_run();

    void send_called(std::uint32_t pdu, core::Femtoseconds t, std::uint16_t vci, std::size_t payload_octets,
                     const std::vector<std::uint8_t>& sdu);
    void posted(std::uint32_t pdu, std::uint32_t first_descriptor);
    void sender_burst(const pci::Burst& burst);
    void cell_sent(const atm::Cell& cell, core::Femtoseconds soc);
    void cell_received(const atm::Cell& cell, core::Femtoseconds soc);
    /// `newest`: said of the cell received last, else of the oldest undecided.
    void cell_fate(bool stored, bool newest);
    void receiver_burst(const pci::Burst& burst);
    void delivered(bool ok, const char* status, const std::vector<std::uint8_t>& sdu, core::Femtoseconds t);

    /// PDUs called for and not delivered yet.
    std::size_t outstanding() const { return undelivered_.size(); }
    bool settled() const { return undelivered_.empty(); }
    /// Grows with everything that happens; a run without progress stands still.
    std::uint64_t progress() const { return progress_; }
    /// User cells sent and not yet decided upon.
    std::uint64_t in_flight() const { return on_line_.size() + undecided_.size(); }
    std::uint64_t sent() const { return sent_; }
    std::uint64_t lost_on_line() const { return lost_on_line_; }
    std::uint64_t nulls_inside_pdus() const { return nulls_inside_; }
    const CellSpacing& spacing() const { return spacing_; }
    const std::vector<PduRow>& rows() const { return rows_; }
    /// Sentences about PDUs that arrived other than they were sent.
    const std::vector<std::string>& mismatches() const { return mismatches_; }

private:
    struct CellRecord {
        atm::Cell cell;
        std::size_t row;
    };
    struct Waiting {
        std::size_t row;
        std::uint32_t descriptor;
    };
    void set(std::size_t row, Moment m, core::Femtoseconds t);

    unsigned run_ = 0;
    core::Femtoseconds run_start_ = 0;
    std::uint32_t first_pdu_ = 0;
    std::map<std::uint32_t, std::size_t> row_of_;  ///< PDU number to row, for the present run.
    std::vector<PduRow> rows_;
    std::map<std::size_t, std::vector<std::uint8_t>> sdus_;  ///< Of the PDUs not delivered yet, by row.
    std::deque<Waiting> unfetched_;
    std::deque<std::size_t> to_send_;  ///< Rows whose cells are still to be sent, in order.
    std::deque<CellRecord> on_line_;
    std::deque<std::size_t> undecided_, storing_;
    std::deque<std::size_t> undelivered_;
    bool inside_pdu_ = false, previous_user_ = false;
    core::Femtoseconds previous_soc_ = 0;
    CellSpacing spacing_;
    std::uint64_t sent_ = 0, lost_on_line_ = 0, nulls_inside_ = 0, progress_ = 0;
    std::vector<std::string> mismatches_;
};

}  // namespace niclab::probe
