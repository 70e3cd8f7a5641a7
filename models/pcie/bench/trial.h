/// @file One experiment of pcie-bench on a simulated host: latency or goodput of a DMA engine.
///
/// Behaviour: `lat_` experiments have one transfer at a time. `lat_dma_wrrd` writes, then reads the
///   same octets. `bw_` experiments keep 80 transfers outstanding; `bw_dma_rw` alternates reads and
///   writes. Addresses are multiples of 64 octets plus an offset; no transfer crosses 4 KiB.
///   `lat_cmd_` experiments pass the engine in no time.
/// Source: Neugebauer et al., SIGCOMM 2018. *Assumed*: 80 outstanding transfers.
/// Not modelled: the time of a command path of its own (`lat_cmd_`); offsets in the card's memory;
///   what an experiment before left in a cache.
#pragma once

#include <string>
#include <vector>

#include "pcie/bench/card_profile.h"
#include "pcie/bench/host_file.h"
#include "pcie/root_complex.h"

namespace niclab::pcie {

const std::vector<std::string>& experiment_names();
bool is_bandwidth(const std::string& experiment);

struct TrialConfig {
    std::string experiment = "lat_dma_rd";
    bool warm = true;       ///< The CPU wrote the window before.
    bool in_order = false;  ///< Addresses follow each other; otherwise they are random.
    unsigned size = 64, offset = 0;
    std::uint64_t window = 8192;
    LanesConfig lanes;
    bool above_4gib = true;
    DmaEngineConfig engine;
    unsigned padding_octets = 8, gap_octets = 16;
    RootComplexConfig root;
    HostMemoryConfig memory;
    IommuConfig iommu;
    double tlp_errors = 0, dllp_errors = 0;
    unsigned transfers = 0;  ///< 0: 600 of latency, 3000 at random addresses, 2000 of goodput.
    std::uint64_t seed = 1;
};

/// Where the time of a transfer goes, in ns; all of it.
struct Spans {
    double write = 0;         ///< Write before the read, up to its signal.
    double engine = 0;        ///< Before the request and after the last octet.
    double tag = 0;           ///< Waits for a tag.
    double request_wait = 0;  ///< For credits and for the link.
    double request = 0;       ///< Request on the link.
    double iommu = 0;         ///< Translation, and writes before the read.
    double root = 0;          ///< Latency of the root complex.
    double memory = 0;        ///< More than an LLC hit of the card's socket.
    double combine = 0;       ///< The last completion is formed: lines and completions before it.
    double completion = 0;    ///< That completion on the link, with its wait.
    double landing = 0;       ///< Octets into the card's memory.
};

struct TrialResult {
    std::vector<double> latencies_ns;  ///< Sorted; of the second half of the transfers.
    double goodput_gbit_s = 0;         ///< Without the first fifth of the transfers; of one direction.
    Spans spans;                       ///< Means over the same transfers.
    LinkEnd::Stats card, host;
    Iommu::Stats iommu;
    /// Value at a share of the sorted latencies; 0.5 is the median.
    double quantile(double share) const;
};

/// Throws std::invalid_argument: out of range, or no address without a crossing of 4 KiB.
TrialResult run_trial(const TrialConfig& config);

}  // namespace niclab::pcie
