/// @file All rows of host files simulated, on every processor, as text of CSV files.
///
/// Behaviour: the latency of a host's root complex follows from one measured number, its warm reads
///   of 64 octets. If memory is in another socket, that number gives the hop, and the file of the
///   same machine with local memory gives the latency. Equal experiments are simulated once. The
///   text does not depend on the number of processors.
#pragma once

#include <string>
#include <vector>

#include "pcie/bench/card_profile.h"
#include "pcie/bench/host_file.h"

namespace niclab::pcie {

struct BatchText {
    std::string simulated;  ///< Every row of every host, with its measured and its simulated value.
    std::string spans;      ///< Where the time of each latency experiment goes.
    std::string assumed;    ///< A line per host that does not state its link, MPS and MRRS.
};

/// `paths`: host files. A `local` file is searched next to its host. Throws core::ConfigError.
BatchText simulate_hosts(const CardProfile& card, const std::vector<std::string>& paths);

}  // namespace niclab::pcie
