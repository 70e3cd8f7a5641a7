/// @file  A competing master: an initiator of its own that moves blocks to and from memory at a rate.
///
/// What it reads must be what it wrote: every dword is compared.
/// Source:        none; presets stand for late-1990s devices and their numbers are *assumed*.
/// Not modelled:  what a device waits for between the bursts of a block; blocks do not overlap: one that is due while
///                the last is under way starts late, at most one waits.
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
    unsigned burst_dwords = 16;       ///< 1 .. 16 a transaction.
    double blocks_per_second = 1000;  ///< > 0
    double read_share = 0.5;          ///< 0 .. 1 of the blocks are read.
    bool periodic = false;            ///< Else gaps are exponential.
    unsigned region_octets = 65536;   ///< Of memory, at least a block.
    double start_us = 0;              ///< No block before this simulated time.
};

/// Named settings: "disk", a bus-master IDE controller that moves clusters at a disk's rate, and "video", a frame
/// grabber that writes a line of 640 points of 16 bits each 69 us. Throws std::invalid_argument for another name.
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
    std::vector<std::uint32_t> written_;  ///< What the region must hold.
    Stats stats_;
};

}  // namespace niclab::pci
