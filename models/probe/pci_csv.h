/// @file  pci.csv: one row a transaction, written as they end, in place only when the run is over.
#pragma once

#include <fstream>
#include <string>

#include "probe/pci_account.h"

namespace niclab::probe {

class PciCsv {
public:
    /// Throws core::ConfigError when the file cannot be written.
    explicit PciCsv(std::string path);
    ~PciCsv();
    void row(const std::string& bus, const std::string& master, const PciTransaction& t);
    /// Puts the file in place; without it nothing is left. Throws core::ConfigError.
    void finish();

private:
    std::string path_;
    std::ofstream out_;
};

}  // namespace niclab::probe
