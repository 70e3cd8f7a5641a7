/// @file A competing master: an initiator that moves blocks to and from memory at a rate.
///
/// Behaviour: every dword that it reads is compared with the dword that it wrote.
/// Source: none; the numbers of the presets for devices of the late 1990s are *assumed*.
/// Limitations: a device's waits between the bursts of a block are not modelled. Blocks do not
///   overlap: a block that is due during another one starts late, and at most one waits.
#pragma once

#include <string>
#include <vector>

#include "base/random.h"
#include "core/stats.h"
#include "pci/initiator.h"

namespace niclab::pci {

struct TrafficConfig {
    std::string name = "traffic";     ///< Of the agent.
    unsigned block_octets = 512;      ///< 4 .. 65536, multiple of 4.
    unsigned burst_dwords = 16;       ///< 1 .. 16 per transaction.
    double blocks_per_second = 1000;  ///< Greater than 0.
    double read_share = 0.5;          ///< Share of the blocks that are read, 0 .. 1.
    bool periodic = false;            ///< If false, gaps are exponential.
    unsigned region_octets = 65536;   ///< Size of the memory region, at least a block.
    double start_us = 0;              ///< No block before this simulated time.
};

/// Named settings. "disk": a bus-master IDE controller that moves clusters at a disk's rate.
/// "video": a frame grabber that writes a line of 640 points of 16 bits each 69 us. Throws
/// std::invalid_argument for another name.
TrafficConfig traffic_preset(const std::string& name);
const std::vector<std::string>& traffic_presets();

class TrafficGenerator : public sc_core::sc_module, public core::StatsSource {
public:
    struct Stats {
        std::uint64_t blocks = 0, late_blocks = 0, octets = 0, wrong_dwords = 0, failed_bursts = 0;
    };

    /// Uses the memory from `base` on, which must hold zeros.
    TrafficGenerator(sc_core::sc_module_name name, core::Clock& clock, std::uint32_t base, const TrafficConfig& config,
                     std::uint64_t seed, bool wide = false);

private:
    TrafficConfig config_;
    bus::DmaChannel channel_;

public:
    Initiator initiator;
    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void work();
    double gap_us();
    void move_block();
    void move_burst(std::uint32_t first_dword, unsigned dwords, bool read);

    std::uint32_t base_;
    base::RandomStream random_;
    std::vector<std::uint32_t> written_;  ///< Expected contents of the region.
    Stats stats_;
};

}  // namespace niclab::pci
