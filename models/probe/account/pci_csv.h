/// @file The file pci.csv: one row per transaction, in the order of their ends; the file appears
/// when the run is over.
#pragma once

#include <string>
#include <vector>

#include "core/column.h"
#include "core/output_file.h"
#include "probe/account/pci_account.h"

namespace niclab::probe {

/// Of pci.csv.
core::Columns pci_columns();

class PciCsv {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PciCsv(std::string path);
    /// Adds a row; those of one bus are in their order.
    void row(const std::string& bus, const std::string& master, const PciTransaction& t);
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
