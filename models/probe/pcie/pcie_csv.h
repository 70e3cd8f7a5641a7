/// @file The file pcie.csv: one row per TLP on a link, in the order of their last symbols. The file
/// appears when the run is over.
#pragma once

#include <string>
#include <vector>

#include "core/column.h"
#include "core/output_file.h"
#include "core/time.h"
#include "pcie/link_observer.h"

namespace niclab::probe {

/// Of pcie.csv.
core::Columns pcie_columns();

class PcieCsv {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PcieCsv(std::string path);
    /// Adds a row; those of one link are in their order.
    void row(const std::string& link, const pcie::LinkPacket& packet);
    /// All rows up to now are known: they may be written.
    void settle();
    /// Throws core::ConfigError if a write has failed.
    void check_output() const { file_.check(); }
    /// Completes the file; without this call nothing is left. Throws core::ConfigError.
    void finish() { write(), file_.finish(); }

private:
    struct Row {
        core::Femtoseconds over;
        std::size_t begin, end;  ///< In `text_`.
    };
    void write();
    core::StreamedFile file_;
    std::vector<char> text_;  ///< The first `used_` are not written yet. Both keep their memory for reuse.
    std::size_t used_ = 0;
    std::vector<Row> rows_;
};

}  // namespace niclab::probe
