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

class PcieCsv : public core::SortedRows {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PcieCsv(std::string path) : SortedRows(std::move(path), pcie_columns()) {}
    /// Adds a row; those of one link are in their order.
    void row(const std::string& link, const pcie::LinkPacket& packet);
};

}  // namespace niclab::probe
