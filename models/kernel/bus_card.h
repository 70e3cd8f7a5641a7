/// @file  A cycle-level card under the stack: its driver on the host's bus, in the time of the host's CPU.
///
/// Time:     while the driver tells the card of a packet, or its handler runs, the CPU is held: it does nothing else, whatever comes.
///           What the machine's costs say of interrupts and packets is paid besides, when the handler is over (*assumed*: of an interrupt
///           that only confirms packets sent, as in stack/interface.h, nothing).
/// Buffers:  the handler looks at the card again when all packets it brought are taken: up to then their buffers, and those
///           of what the card goes on receiving, are all it has.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "base/pool.h"
#include "core/conductor.h"
#include "host/cpu.h"
#include "host/netdevice.h"
#include "stack/device.h"
#include "stack/manifest.h"

namespace niclab::kernel {

class BusCard : public sc_core::sc_module, public stack::Device, private host::NetDevice::Processor {
public:
    struct Config {
        std::uint32_t mtu = 9180;
        std::uint32_t header_octets = 8;  ///< Before each IP packet.
    };
    struct Stats {
        std::uint64_t sent = 0, received = 0;
        std::uint64_t damaged = 0;          ///< PDUs whose CRC or length was wrong.
        base::Femtoseconds delivering = 0;  ///< From the net to here, of all packets that came.
        base::Femtoseconds driver = 0;      ///< CPU time of register accesses.
    };
    /// `sent`, `coming`: what is under way from this host's card, and to it.
    BusCard(sc_core::sc_module_name name, core::Conductor& conductor, host::Cpu& cpu, host::NetDevice& driver,
            stack::Manifest& sent, stack::Manifest& coming, const Config& config);

    /// Packets to `to` go on this channel, and come on it. Before the simulation starts.
    void open(tcp::Address to, host::Channel channel);
    /// The card is set up and its connections are open.
    bool ready() const { return ready_; }
    /// Packets that go nowhere.
    core::Tap<stack::Loss> lost;
    /// A packet came whole: its channel, and its octets with what stands before them.
    core::Tap<host::Channel, std::size_t> came;

    std::uint32_t mtu() const override { return config_.mtu; }
    bool offer(const tcp::Packet& packet) override;
    std::optional<tcp::Packet> take() override;

    const Stats& stats() const { return stats_; }
    /// Packets that came and are not taken.
    std::size_t waiting() const { return done_.size(); }

private:
    struct Job {
        stack::Manifest::Octets sdu;
        host::Channel channel = 0;
        unsigned strand = 0;
        std::uint32_t pdu = 0;
    };
    void send_thread();
    void bring_up();
    void granted(std::uint64_t job);
    void handler_granted(std::uint64_t);
    void on_freed();
    void seize() override;
    void yield() override;
    void take_over(host::Channel channel);

    core::Conductor& conductor_;
    host::Cpu& cpu_;
    host::NetDevice& driver_;
    stack::Manifest &sent_, &coming_;
    Config config_;
    std::map<tcp::Address, host::Channel> connections_;
    bool ready_ = false, refused_ = false;
    base::Pool<Job> jobs_;                ///< That wait for the CPU.
    std::deque<std::uint64_t> may_send_;  ///< Of them, who has it.
    std::deque<host::Channel> brought_;   ///< Of the packets the handler has handed up, in their order.
    std::deque<tcp::Packet> done_;
    std::uint32_t next_pdu_ = 0;
    base::Femtoseconds handler_since_ = 0;
    sc_core::sc_event granted_, handler_granted_, taken_;
    Stats stats_;
};

}  // namespace niclab::kernel
