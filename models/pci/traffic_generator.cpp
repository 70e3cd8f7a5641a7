#include "pci/traffic_generator.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace niclab::pci {

const std::vector<std::string>& traffic_presets() {
    static const std::vector<std::string> names{"disk", "video"};
    return names;
}

TrafficConfig traffic_preset(const std::string& name) {
    TrafficConfig c;
    c.name = name;
    if (name == "disk") {
        // A disk of 8 MB/s, in clusters of 4 KiB; two thirds of them are read from the disk, which
        // means written to memory.
        c.block_octets = 4096;
        c.blocks_per_second = 2000;
        c.read_share = 0.33;
    } else if (name == "video") {
        // 640 x 480 points of 16 bits, 30 pictures per second.
        c.block_octets = 1280;
        c.blocks_per_second = 14'400;
        c.read_share = 0;
        c.periodic = true;
    } else {
        throw std::invalid_argument("unknown traffic preset '" + name + "'");
    }
    return c;
}

namespace {
InitiatorConfig initiator_config(bool wide) {
    InitiatorConfig c;
    c.wide = wide;
    return c;
}
}  // namespace

TrafficGenerator::TrafficGenerator(sc_core::sc_module_name name, core::Clock& clock, std::uint32_t base,
                                   const TrafficConfig& config, std::uint64_t seed, bool wide)
    : sc_module(name),
      config_(config),
      channel_("dma"),
      initiator("initiator", clock, channel_, nullptr, initiator_config(wide)),
      base_(base),
      random_(seed, this->name()),
      written_(config.region_octets / 4) {
    SC_HAS_PROCESS(TrafficGenerator);
    SC_THREAD(work);
}

double TrafficGenerator::gap_us() {
    const double mean = 1e6 / config_.blocks_per_second;
    return config_.periodic ? mean : -mean * std::log1p(-random_.uniform01());
}

void TrafficGenerator::work() {
    // Periodic agents would all start together: each has its own phase.
    double due_us = config_.start_us + random_.uniform01() * 1e6 / config_.blocks_per_second;
    for (;;) {
        const double now_us = double(core::now_fs()) * 1e-9;
        if (due_us > now_us) {
            wait(sc_core::sc_time(due_us - now_us, sc_core::SC_US));
        } else {
            ++stats_.late_blocks;
            due_us = now_us;  // Blocks that could not start in time do not accumulate.
        }
        move_block();
        due_us += gap_us();
    }
}

void TrafficGenerator::move_block() {
    const bool read = random_.chance(config_.read_share);
    const unsigned dwords = config_.block_octets / 4;
    const auto places = static_cast<std::int64_t>(written_.size() / dwords);
    auto next = static_cast<std::uint32_t>(random_.uniform(0, places - 1)) * dwords;
    ++stats_.blocks;
    for (unsigned left = dwords; left > 0;) {
        const unsigned n = std::min(left, config_.burst_dwords);
        move_burst(next, n, read);
        next += n;
        left -= n;
    }
}

void TrafficGenerator::move_burst(std::uint32_t first, unsigned dwords, bool read) {
    bus::Burst burst;
    burst.command = read ? bus::Command::MemoryReadMultiple : bus::Command::MemoryWrite;
    burst.purpose = bus::Purpose::Background;
    burst.address = base_ + 4 * first;
    burst.dwords = static_cast<std::uint8_t>(dwords);
    for (unsigned i = 0; !read && i < dwords; ++i)
        burst.data[i] = written_[first + i] = static_cast<std::uint32_t>(random_.uniform(0, 0xFFFFFFFF));
    channel_.request.post(burst);
    while (!channel_.response.has_item()) wait(channel_.response.posted_event());
    const bus::Burst& answer = channel_.response.item();
    if (answer.status != bus::BurstStatus::Done) ++stats_.failed_bursts;
    for (unsigned i = 0; read && answer.status == bus::BurstStatus::Done && i < dwords; ++i)
        if (answer.data[i] != written_[first + i]) ++stats_.wrong_dwords;
    channel_.response.take();
    stats_.octets += 4 * dwords;
    while (channel_.request.full()) wait(channel_.request.taken_event());
}

void TrafficGenerator::describe(core::StatsVisitor& v) const {
    v.counter("blocks", stats_.blocks, "blocks", "Blocks transferred.");
    v.counter("late_blocks", stats_.late_blocks, "blocks",
              "Blocks that were due during the transfer of another block.");
    v.counter("octets", stats_.octets, "octets", "Octets transferred.");
    v.counter("mismatched_dwords", stats_.wrong_dwords, "dwords", "Dwords read that differ from what was written.");
    v.counter("failed_bursts", stats_.failed_bursts, "bursts", "Bursts that ended with an abort or a reset.");
}

}  // namespace niclab::pci
