/// @file What an access of a card to host memory costs: last level cache (LLC), DRAM, and the hop
/// to another socket.
///
/// Behaviour: the CPU's last writes are in the LLC of the CPU's socket. Writes of a card go to the
///   LLC of the card's socket (Intel's DDIO), into a share of it, first in, first out. Without DDIO
///   they go to DRAM, and the line leaves the LLC. Reads of a card allocate nothing. A line in the
///   share costs nothing more, whatever socket its memory is of. A read of memory of another socket
///   costs the hop, whether its LLC has the line or not.
/// Source: Neugebauer et al., *Understanding PCIe performance for end host networking*, SIGCOMM
///   2018. Its data: write then read of remote memory takes as long as of local memory. Reads of
///   remote memory do not slow down beyond the size of the LLC. *Assumed*: a share of 10 %.
/// Not modelled: sets, sharing of the LLC with programs, bandwidth of DRAM.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ring.h"
#include "base/time.h"

namespace niclab::pcie {

using base::Femtoseconds;

struct HostMemoryConfig {
    std::uint64_t llc_octets = 15u << 20;
    bool ddio = true;
    double ddio_share = 0.1;
    Femtoseconds miss = 0;      ///< Of a line in DRAM, more than one in the LLC.
    Femtoseconds hop = 0;       ///< To another socket than the card's; 0: the CPU and the memory are in the card's.
    bool remote_memory = true;  ///< With a hop: the memory is there; otherwise only the CPU that wrote it.
};

class HostMemory {
public:
    /// `octets`: of the window that cards access, from address `base` on.
    HostMemory(const HostMemoryConfig& config, std::uint64_t base, std::uint64_t octets);

    /// The CPU writes the whole window, in order.
    void warm();
    void write(std::uint64_t address, unsigned octets);
    /// Time of a read, more than one of the LLC of the card's socket.
    Femtoseconds read_time(std::uint64_t address, unsigned octets) const;

private:
    std::uint64_t line_of(std::uint64_t address) const { return (address - base_) / kLine; }
    static constexpr unsigned kLine = 64;
    const HostMemoryConfig config_;
    const std::uint64_t base_;
    std::uint64_t warm_from_;  ///< First line that the CPU's writes have left in the LLC.
    std::size_t share_lines_;
    std::vector<bool> in_share_;
    std::vector<bool> in_dram_;        ///< A write without DDIO has removed the line from every cache.
    base::Ring<std::uint64_t> share_;  ///< Oldest first.
};

}  // namespace niclab::pcie
