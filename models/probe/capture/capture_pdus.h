/// @file  Puts CPCS-PDUs together from the cells that pass a tap, as they are there: pad, trailer and errors included.
///
/// Source:        ITU-T I.363.5 for the cells of a PDU; the Extensible Record Format of DAG cards, type 4 (TYPE_AAL5):
///                16 octets of record header, the 4 octets of an ATM header without HEC, the PDU (from memory, held
///                against tshark).
/// Not modelled:  cells of management (PTI 4 to 7) and null cells belong to no PDU; a PDU whose last cell never comes
///                ends with the next one on its connection, or is not seen.
/// Ambiguous:     of which cell the ATM header is; here the last one's, whose PTI tells the end. The longest PDUs (SDUs
///                of more than 65512 octets) do not fit the 16 bits of the header's lengths: these are 65535 then, and
///                the record is marked truncated, which makes Wireshark show the first 65531 octets and no CRC. The
///                block around it has the whole PDU.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "atm/cell.h"
#include "core/clock.h"
#include "probe/track/pdu_tracker.h"

namespace niclab::probe {

/// A CPCS-PDU as it passed a tap.
struct CapturedPdu {
    atm::Header header;                              ///< Of its last cell.
    core::Femtoseconds first_soc = 0, last_soc = 0;  ///< Of its first and last cell.
    std::vector<std::uint8_t> octets;
    bool ended = true;  ///< Its last cell said so; else it became too long.
};

class PduAssembler {
public:
    /// Two of the longest PDUs, of which one lost its end; readers of captures take no more than 262144 octets.
    static constexpr std::size_t kMaxCells = 2 * 1366;

    /// A cell whose SOC was sampled at `soc`; the PDU it ends, if any.
    std::optional<CapturedPdu> cell(const atm::Cell& cell, core::Femtoseconds soc);

private:
    std::map<Vc, CapturedPdu> open_;
};

/// The PDU as a record of type AAL5, its time that of its last cell.
std::vector<std::uint8_t> erf_record(const CapturedPdu& pdu);

}  // namespace niclab::probe
