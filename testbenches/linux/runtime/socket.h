/// @file A raw ATM socket of a simulated Linux machine: one connection of its driver. Its functions
/// are work of the machine's CPU.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "runtime/machine.h"

namespace niclab::linux_kernel {

class Socket {
public:
    struct Quality {
        bool aal5 = true;          ///< False: AAL0.
        int cells_per_second = 0;  ///< CBR at this rate; 0: UBR.
        bool receive = true, send = true;
    };
    struct Packet {
        std::vector<std::uint8_t> octets;
        double time_us;
    };

    explicit Socket(Machine& machine) : machine_(machine) {}
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    /// Result of the driver's open(): 0, or a negative error.
    int open(short vpi, int vci, const Quality& quality);
    /// Sends octets from an address `misaligned` (0..63) octets after a multiple of 64. For AAL0: 4
    /// octets of header in the machine's order, then 48. Returns the result of the driver's send().
    int send(const std::vector<std::uint8_t>& octets, unsigned misaligned = 0);
    /// Sends from a softirq, where the driver may not wait for room in its queue. -EOPNOTSUPP: it has
    /// no function for that.
    int send_in_softirq(const std::vector<std::uint8_t>& octets);
    void close();

    std::deque<Packet> received;
    /// Number of packets that the driver has returned after they were sent.
    std::uint64_t confirmed() const { return confirmed_; }
    k_atm_aal_stats stats{};
    atm_vcc& connection() { return vcc_; }

private:
    sk_buff* packet(const std::vector<std::uint8_t>& octets, unsigned misaligned);
    static void push(atm_vcc* vcc, sk_buff* skb);
    static void pop(atm_vcc* vcc, sk_buff* skb);

    Machine& machine_;
    atm_vcc vcc_{};
    std::uint64_t confirmed_ = 0;
};

}  // namespace niclab::linux_kernel
