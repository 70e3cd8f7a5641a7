/// @file The file pcie.csv: one row per TLP on a link, in the order of their last symbols. The file
/// appears when the run is over.
#pragma once

#include <string>
#include <utility>

#include "core/column.h"
#include "core/sorted_rows.h"
#include "pcie/link_observer.h"

namespace niclab::probe {

/// Of pcie.csv.
core::Columns pcie_columns();

class PcieCsv {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PcieCsv(std::string path) : rows_(std::move(path), pcie_columns()) {}
    /// Adds a row; those of one link are in their order.
    void row(const std::string& link, const pcie::LinkPacket& packet);
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
