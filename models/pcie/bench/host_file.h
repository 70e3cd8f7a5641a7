/// @file A measured host: facts about a machine, and what pcie-bench measured on it, in one CSV
/// file.
///
/// Behaviour: lines that begin with `#` are TOML, the facts. The next line names the columns; a row
///   per measured number follows. The name of the file is the name of the host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace niclab::pcie {

struct HostFacts {
    std::string name;
    unsigned generation = 3, width = 8, mps = 256, mrrs = 512;
    double llc_mib = 15;
    bool iommu = false, superpages = false;
    bool above_4gib = true;     ///< The card's addresses of host memory, unless an IOMMU translates them.
    bool ddio = true;           ///< Writes of the card go to the LLC.
    bool request_ecrc = false;  ///< The card's requests have an ECRC.
    std::string local;  ///< Host file of the same machine with CPU and memory in the card's socket; empty: here, too.
    bool remote_memory = true;  ///< With `local`: the memory is in another socket; otherwise only the CPU is.
};

/// A row of a host file. `window`, `size` and `offset` in octets.
struct Measured {
    std::string experiment, cache, pattern, statistic, split;
    unsigned size = 0, offset = 0, dev_offset = 0;
    std::uint64_t window = 0;
    double value = 0;  ///< ns or Gbit/s.
};

struct HostFile {
    HostFacts facts;
    std::vector<Measured> rows;
    /// Median of warm reads of 64 octets in order, the number that a host is known by. Throws
    /// core::ConfigError if no row has it.
    double read_64_ns() const;
    std::string path;
    std::string assumed;  ///< Facts that the file does not state, with their defaults: "mps = 256, mrrs = 512".
};

/// Throws core::ConfigError: FILE:LINE:COLUMN: problem; expected what is allowed.
HostFile read_host_file(const std::string& path);

}  // namespace niclab::pcie
