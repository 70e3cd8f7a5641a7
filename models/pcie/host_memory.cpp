#include "pcie/host_memory.h"

#include <algorithm>

namespace niclab::pcie {

HostMemory::HostMemory(const HostMemoryConfig& config, std::uint64_t base, std::uint64_t octets)
    : config_(config),
      base_(base),
      warm_from_((octets + kLine - 1) / kLine),
      share_lines_(static_cast<std::size_t>(double(config.llc_octets) * config.ddio_share / kLine)),
      in_share_(warm_from_),
      in_dram_(warm_from_) {}

void HostMemory::warm() {
    const std::uint64_t lines = in_share_.size(), most = config_.llc_octets / kLine;
    warm_from_ = lines > most ? lines - most : 0;
}

void HostMemory::write(std::uint64_t address, unsigned octets) {
    for (std::uint64_t line = line_of(address); line <= line_of(address + octets - 1); ++line) {
        if (!config_.ddio || share_lines_ == 0) {
            in_dram_[line] = true;
            continue;
        }
        if (in_share_[line]) continue;
        if (share_.size() == share_lines_) {
            in_share_[share_.front()] = false;
            share_.pop_front();
        }
        in_share_[line] = true;
        share_.push_back(line);
    }
}

Femtoseconds HostMemory::read_time(std::uint64_t address, unsigned octets) const {
    const Femtoseconds from_memory = config_.remote_memory && config_.hop > 0 ? config_.hop : config_.miss;
    Femtoseconds most = 0;
    for (std::uint64_t line = line_of(address); line <= line_of(address + octets - 1); ++line)
        if (!in_share_[line]) most = std::max(most, line < warm_from_ || in_dram_[line] ? from_memory : config_.hop);
    return most;
}

}  // namespace niclab::pcie
