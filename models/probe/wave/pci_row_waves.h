/// @file Rows of text next to the wires of a PCI bus: the transaction under way and the data of
/// each clock.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/pci_rows.h"
#include "probe/account/pin_watch.h"
#include "probe/wave/row_sink.h"

namespace niclab::probe {

class PciRowWaves {
public:
    /// Adds the rows `transaction` and `data` in `scope`.
    PciRowWaves(RowSink& sink, const std::string& scope);
    PciRowWaves(const PciRowWaves&) = delete;
    /// Whether the sink uses one of the rows.
    bool wanted() const { return transaction_ != WaveSink::kUnwanted || data_ != WaveSink::kUnwanted; }
    /// Shows the samples of `watch` from now on.
    void listen(PciWatch& watch);

private:
    RowSink& sink_;
    std::shared_ptr<std::vector<std::string>> agents_;  ///< Shared with the text of the row.
    check::PciRows decoder_;
    check::PciRows::Codes shown_{};
    RowSink::Id transaction_, data_;
};

/// A row `violation`: the violated rule of a bus, for one clock.
class ViolationRow {
public:
    ViolationRow(RowSink& sink, const std::string& scope, core::Femtoseconds clock_fs);
    /// Shows `violation` in the scope of its bus.
    void report(const check::Violation& violation);

private:
    RowSink& sink_;
    std::string scope_;
    core::Femtoseconds clock_fs_;
    RowSink::Id id_;
};

}  // namespace niclab::probe
