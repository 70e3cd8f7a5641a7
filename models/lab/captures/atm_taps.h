/// @file  SDUs of AAL5 in niclab's own captures: of cells, of descrambled SONET frames, and of
/// CPCS-PDUs in ERF records.
///
/// Cells (USER0) and frames (USER1) have link types without a public meaning, so that they are read
/// only where niclab wrote the section. ERF records of type AAL5 are read from any program.
/// Source:      ITU-T I.363.5; the Extensible Record Format of DAG cards (from memory).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lab/captures/capture_reader.h"
#include "probe/capture/capture_cells.h"
#include "probe/capture/capture_pdus.h"

namespace niclab::lab {

/// The packets of an interface are of one of those forms.
bool has_atm_form(const CaptureInterface& interface);

class AtmTaps {
public:
    /// The result for `units` units, which are PDUs of ERF or else cells: an SDU, or a reason why
    /// there is none.
    using Sdu = std::function<void(const std::uint8_t* sdu, std::size_t octets, std::uint64_t units)>;
    using Lost = std::function<void(const std::string& why, std::uint64_t units)>;
    AtmTaps(Sdu sdu, Lost lost) : sdu_(std::move(sdu)), lost_(std::move(lost)) {}

    /// A packet of an interface with such a form.
    void take(const CapturedPacket& packet, const CaptureInterface& interface);
    /// The end of the capture: cells of PDUs without an end are lost.
    void finish();

private:
    void take_erf(const CapturedPacket& packet);
    void take_frame(const CapturedPacket& packet);
    void take_cell(std::size_t interface, const atm::Cell& cell);
    void take_pdu(const std::vector<std::uint8_t>& octets, std::uint64_t units);

    Sdu sdu_;
    Lost lost_;
    std::map<std::size_t, probe::PduAssembler> assemblers_;  ///< By interface.
    std::map<std::size_t, std::uint64_t> waiting_;           ///< Cells of PDUs that have not ended.
    std::map<std::size_t, probe::LineCells> lines_;
};

}  // namespace niclab::lab
