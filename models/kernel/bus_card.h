/// @file A cycle-level card at the lower end of the protocol stack: its driver accesses the host's
/// bus in the time of the host's CPU.
///
/// Timing: the CPU is busy while the driver notifies the card of a packet and while its interrupt
///   handler runs. The machine's costs of interrupts and packets are added when the handler has
///   ended. *Assumed*: an interrupt that only confirms sent packets costs nothing more, as in
///   stack/interface.h.
/// Behaviour: the handler polls the card again when all packets that it delivered are taken. Until
///   then the card has only the buffers of those packets and of the packets that it receives
///   meanwhile. Packets are sent in the order in which they were offered. A strand that gets the CPU
///   for the driver sends the oldest one, as a driver takes the head of its queue.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "core/kernel_bridge.h"
#include "host/cpu.h"
#include "host/netdevice.h"
#include "stack/device.h"
#include "stack/manifest.h"

namespace niclab::kernel {

class BusCard : public sc_core::sc_module, public stack::Device, private host::NetDevice::Processor {
public:
    struct Config {
        std::uint32_t mtu = 9180;
        std::uint32_t header_octets = 8;  ///< In front of each IP packet.
    };
    struct Stats {
        std::uint64_t sent = 0, received = 0;
        std::uint64_t damaged = 0;          ///< PDUs with a wrong CRC or length.
        base::Femtoseconds delivering = 0;  ///< Sum over all received packets of the time from the net to here.
        base::Femtoseconds driver = 0;      ///< CPU time of register accesses.
    };
    /// `sent`, `coming`: packets under way from this host's card, and to it.
    BusCard(sc_core::sc_module_name name, core::KernelBridge& kernel_bridge, host::Cpu& cpu, host::NetDevice& driver,
            stack::Manifest& sent, stack::Manifest& coming, const Config& config);

    /// Assigns `channel` to the packets to and from `to`. To be called before the simulation
    /// starts.
    void open(tcp::Address to, host::Channel channel);
    /// The same for all packets: the card's line has addresses.
    void open_all(host::Channel channel);
    /// Whether the card is initialised and its connections are open.
    bool ready() const { return ready_; }
    /// Packets that are dropped.
    core::Tap<stack::Loss> lost;
    /// A complete received packet: its channel and its octets, including the header in front of it.
    core::Tap<host::Channel, std::size_t> came;
    // For observers, in the kernel's time.
    /// A packet is offered: the number of its PDU, and its entry in `sent`.
    core::Tap<std::uint32_t, stack::Manifest::Entry> offered;
    /// The driver begins with the PDU of this number.
    core::Tap<std::uint32_t> begun;
    /// The driver has passed up a packet, whole or not.
    core::Tap<host::NetDevice::Received> brought_up;
    /// The stack takes a packet: the number of its entry in `coming`, its channel there, and the
    /// time at which the driver had passed it up.
    core::Tap<std::uint32_t, host::Channel, base::Femtoseconds> taken;

    std::uint32_t mtu() const override { return config_.mtu; }
    bool offer(const tcp::Packet& packet) override;
    std::optional<tcp::Packet> take() override;

    const Stats& stats() const { return stats_; }
    /// Whether the driver's code is being executed.
    bool holds_cpu() const { return handling_ || !sending_strands_.empty(); }
    /// Number of received packets that are not taken yet.
    std::size_t waiting() const { return done_.size(); }

private:
    struct Job {
        stack::Manifest::Octets sdu;
        host::Channel channel = 0;
        std::uint32_t pdu = 0;
    };
    void send_thread();
    void bring_up();
    void granted(std::uint64_t strand);
    void handler_granted(std::uint64_t);
    /// For one more packet, next to those that wait for the CPU.
    bool has_room() const;
    void on_freed();
    void tell_room();
    void seize() override;
    void yield() override;
    struct PassedUp {
        host::Channel channel = 0;
        core::Femtoseconds at = 0;
    };
    struct Done {
        tcp::Packet packet;
        std::uint32_t number = 0;
        host::Channel channel = 0;
        core::Femtoseconds passed_up = 0;
    };
    void take_over(const PassedUp& passed_up);

    core::KernelBridge& kernel_bridge_;
    host::Cpu& cpu_;
    host::NetDevice& driver_;
    stack::Manifest &sent_, &coming_;
    Config config_;
    std::map<tcp::Address, host::Channel> connections_;
    std::optional<host::Channel> for_all_;
    bool ready_ = false, refused_ = false, handling_ = false;
    std::deque<Job> jobs_;                  ///< In the order of their offers; each waits for a strand.
    std::deque<unsigned> sending_strands_;  ///< They own the CPU, each for one job.
    std::deque<PassedUp> brought_;          ///< Packets that the handler has passed up, in order.
    std::deque<Done> done_;
    std::uint32_t next_pdu_ = 0;
    base::Femtoseconds handler_since_ = 0;
    sc_core::sc_event granted_, handler_granted_, taken_event_;
    Stats stats_;
};

}  // namespace niclab::kernel
