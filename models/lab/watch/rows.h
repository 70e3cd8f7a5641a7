/// @file  Rows of words in a waveform: PCI transactions and data, cells on UTOPIA, violations of rules; and a marker where
///        a rule was broken.
///
/// They say what the checkers see, at the clock edge that sampled it.
#pragma once

#include <deque>

#include "lab/bench/bench.h"
#include "lab/watch/checkers.h"
#include "probe/wave/pci_row_waves.h"
#include "probe/wave/wave_writer.h"

namespace niclab::lab {

class Rows {
public:
    /// Adds the rows beside the wires they tell of: transaction, data and violation of each PCI bus; cell and violation of
    /// each direction of a card's UTOPIA; violation of the line it launches.
    Rows(Bench& bench, probe::WaveWriter& writer);
    /// To be called before the simulation begins. `checkers` without rules tell of transactions only.
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
    };
    void add_card(const End& end);

    probe::WaveWriter& writer_;
    std::deque<Pci> buses_;
    std::deque<Cells> cards_;
    std::deque<probe::ViolationRow> violations_;
};

}  // namespace niclab::lab
