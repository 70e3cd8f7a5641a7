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

class PciCsv : public core::SortedRows {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PciCsv(std::string path) : SortedRows(std::move(path), pci_columns()) {}
    /// Adds a row; those of one bus are in their order.
    void row(const std::string& bus, const std::string& master, const PciTransaction& t);
};

}  // namespace niclab::probe
