/// @file The file pci.csv: one row per transaction, in the order of their ends; the file appears
/// when the run is over.
#pragma once

#include <string>
#include <utility>

#include "core/column.h"
#include "core/sorted_rows.h"
#include "probe/account/pci_account.h"

namespace niclab::probe {

/// Of pci.csv.
core::Columns pci_columns();

class PciCsv {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PciCsv(std::string path) : rows_(std::move(path), pci_columns()) {}
    /// Adds a row; those of one bus are in their order.
    void row(const std::string& bus, const std::string& master, const PciTransaction& t);
    /// All rows up to now are known: they may be written.
    void settle() { rows_.settle(); }
    /// The rows, to be passed to another process.
    core::SortedRows& rows() { return rows_; }
    /// Throws core::ConfigError if a write has failed.
    void check_output() const { rows_.check(); }
    /// Completes the file; without this call nothing is left. Throws core::ConfigError.
    void finish() { rows_.finish(); }

private:
    core::SortedRows rows_;
};

}  // namespace niclab::probe
