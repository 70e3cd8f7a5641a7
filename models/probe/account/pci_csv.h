/// @file  pci.csv: one row a transaction, written as they end, in place only when the run is over.
#pragma once

#include <string>

#include "core/output_file.h"
#include "probe/account/pci_account.h"

namespace niclab::probe {

class PciCsv {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PciCsv(std::string path);
    void row(const std::string& bus, const std::string& master, const PciTransaction& t);
    /// Throws core::ConfigError when something could not be written.
    void check_output() const { file_.check(); }
    /// Puts the file in place; without it nothing is left. Throws core::ConfigError.
    void finish() { file_.finish(); }

private:
    core::StreamedFile file_;
    std::string row_;  ///< In the making; it keeps its memory.
};

}  // namespace niclab::probe
