/// @file Rows of text in a waveform: PCI transactions and data, cells on UTOPIA, violations of
/// rules; and a marker at each violation.
///
/// Timing: they show the samples of the checkers, at the clock edge that sampled them.
#pragma once

#include <deque>

#include "lab/bench/bench.h"
#include "lab/watch/checkers.h"
#include "probe/wave/pci_row_waves.h"
#include "probe/wave/wave_writer.h"

namespace niclab::lab {

class Rows {
public:
    /// Adds the rows next to the wires that they describe. A PCI bus has transaction, data and
    /// violation; each direction of a card's UTOPIA has cell and violation; the line has violation.
    Rows(Bench& bench, probe::WaveWriter& writer);
    /// To be called before the simulation begins. `checkers` without rules report only
    /// transactions.
    void listen(Checkers& checkers);

private:
    struct Pci {
        Pci(const Node& of, probe::RowSink& sink, const std::string& scope) : node(of), rows(sink, scope) {}
        const Node& node;
        probe::PciRowWaves rows;
    };
    struct Cells {
        const End& end;
        probe::RowSink::Id tx, rx;
        std::uint64_t shown[2] = {0, 0};  ///< Codes of transmit and receive.
    };
    void add_card(const End& end);

    probe::WaveWriter& writer_;
    std::deque<Pci> buses_;
    std::deque<Cells> cards_;
    std::deque<probe::ViolationRow> violations_;
};

}  // namespace niclab::lab
