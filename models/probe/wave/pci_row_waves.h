/// @file  Rows of words beside the wires of a PCI bus: the transaction under way and what each clock brings.
#pragma once

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
    /// They say what `watch` samples, from now on.
    void listen(PciWatch& watch);

private:
    RowSink& sink_;
    std::vector<std::string> agents_;
    check::PciRows decoder_;
    RowSink::Id transaction_, data_;
};

/// A row `violation`: the rule that was broken on a bus, for a clock.
class ViolationRow {
public:
    ViolationRow(RowSink& sink, const std::string& scope, core::Femtoseconds clock_fs);
    /// Says so where `violation` was seen in its scope.
    void tell(const check::Violation& violation);

private:
    RowSink& sink_;
    std::string scope_;
    core::Femtoseconds clock_fs_;
    RowSink::Id id_;
};

}  // namespace niclab::probe
