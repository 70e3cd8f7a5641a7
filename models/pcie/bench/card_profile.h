/// @file The fitted numbers of a bench card and of the host side, from a file of `pcie/cards`.
#pragma once

#include <string>

#include "pcie/dma_engine.h"
#include "pcie/host_memory.h"
#include "pcie/iommu.h"
#include "pcie/link_end.h"

namespace niclab::pcie {

/// Without what a host decides: MPS, MRRS, lanes, sizes, latency of the root complex.
struct CardProfile {
    DmaEngineConfig engine;
    unsigned padding_octets = 8, gap_octets = 16;
    Femtoseconds llc_miss = 0;
    IommuConfig iommu;
};

/// Throws core::ConfigError.
CardProfile read_card_profile(const std::string& path);

}  // namespace niclab::pcie
