/// @file Reassembly of CPCS-PDUs from the cells that pass a tap, unchanged: pad, trailer and errors
/// included.
///
/// Source: ITU-T I.363.5 for the cells of a PDU. The record is the Extensible Record Format of DAG
///   cards, type 4 (TYPE_AAL5). It has 16 octets of record header, the 4 octets of an ATM header
///   without HEC, and the PDU (from memory, compared with tshark).
/// Limitations: management cells (PTI 4 to 7) and null cells belong to no PDU. A PDU without its
///   last cell ends with the next one on its connection, or is not captured.
/// Assumed: the ATM header is that of the last cell, because its PTI shows the end. The longest
///   PDUs (SDUs of more than 65512 octets) do not fit the 16 bits of the header's lengths. The
///   lengths are 65535 then, and the record is marked truncated, so that Wireshark shows the first
///   65531 octets and no CRC. The block around it has the whole PDU.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "atm/cell.h"
#include "core/clock.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::probe {

/// A CPCS-PDU that passed a tap.
struct CapturedPdu {
    atm::Header header;                              ///< Of its last cell.
    core::Femtoseconds first_soc = 0, last_soc = 0;  ///< Of its first and last cell.
    std::vector<std::uint8_t> octets;
    bool ended = true;  ///< Its last cell was received; false: it became too long.
};

class PduAssembler {
public:
    /// Two of the longest PDUs, the first without its end; readers of captures accept at most
    /// 262144 octets.
    static constexpr std::size_t kMaxCells = 2 * 1366;

    /// A cell with its SOC sampled at `soc`; returns the PDU that it ends, if any.
    std::optional<CapturedPdu> cell(const atm::Cell& cell, core::Femtoseconds soc);

private:
    std::map<Vc, CapturedPdu> open_;
};

/// The PDU as a record of type AAL5, with the time of its last cell.
std::vector<std::uint8_t> erf_record(const CapturedPdu& pdu);

}  // namespace niclab::probe
