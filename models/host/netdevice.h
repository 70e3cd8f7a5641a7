/// @file The interface of a card's driver to programs and observers, for every card and line.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "core/stats.h"
#include "core/tap.h"
#include "core/ticket_lock.h"
#include "host/port.h"

namespace niclab::host {

/// The address of a peer on a device. Only the drivers of a line and the code that describes an
/// experiment interpret it.
using Channel = std::uint32_t;

enum class PacketStatus { Ok, CrcError, LengthError };

/// A network interface for software: opens channels and transfers whole packets.
class NetDevice : public sc_core::sc_module, public core::StatsSource {
public:
    /// The notification of the card of a packet.
    struct Posted {
        std::uint32_t pdu = 0;           ///< Its number.
        std::uint32_t first_access = 0;  ///< Bus address of the first access on behalf of the packet.
        std::uint32_t descriptors = 0;
    };
    struct Received {
        Channel channel = 0;
        PacketStatus status = PacketStatus::Ok;
        std::vector<std::uint8_t> sdu;  ///< The packet if the status is Ok, else the received part of it.
    };
    /// A simulated CPU that executes the handler.
    struct Processor {
        virtual ~Processor() = default;
        /// From an SC_THREAD: returns when the handler may begin.
        virtual void seize() = 0;
        /// The handler has ended.
        virtual void yield() = 0;
    };
    /// Packets of a channel that wait for their program.
    struct Inbox {
        std::deque<Received> packets;
        sc_core::sc_event arrived;
    };
    struct Stats {
        std::uint64_t packets_sent = 0, packets_received = 0, interrupts = 0;
        core::Femtoseconds software = 0;  ///< Of copying or mapping packets.
    };

    /// From an SC_THREAD: finds, resets and initialises the card. Throws std::runtime_error if
    /// there is none.
    virtual void probe() = 0;
    /// Opens a channel for receiving. Throws std::runtime_error if there are too many.
    virtual void open(Channel channel) = 0;
    /// From an SC_THREAD: sends a packet of 1..65535 octets with the number `pdu`; waits until
    /// there is space for it. If several programs wait, the first to call is the first to send.
    void send(const std::vector<std::uint8_t>& packet, Channel channel, std::uint32_t pdu);
    /// Number of packets of `octets` that `send` would accept without waiting.
    virtual std::size_t room(std::size_t octets) const = 0;
    /// Event: there may be more space.
    const sc_core::sc_event& freed() const { return freed_event_; }
    /// From now on its handler requests `processor`.
    void run_on(Processor& processor) { processor_ = &processor; }
    /// Another driver controls the card.
    virtual bool idle() const { return false; }
    /// No packet waits for its transmission to be confirmed.
    virtual bool transmit_idle() const = 0;

    /// From an SC_THREAD: returns when the card is initialised; the first caller does it.
    void bring_up();
    bool ready() const { return ready_; }
    /// The inbox of a channel; packets of a channel without an inbox are dropped.
    Inbox& inbox(Channel channel) { return inboxes_[channel]; }
    core::Tap<Posted> posted;
    /// Reports that a received packet of a channel is ready for the protocol.
    core::Tap<Channel> handed_up;
    /// Reports the begin of the interrupt handler, with the number of its runs.
    core::Tap<std::uint64_t> handling;

    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

protected:
    NetDevice(sc_core::sc_module_name name, Port& port) : sc_module(name), port_(port) {}

    /// Implements `send`, for one packet after the other.
    virtual void transmit(const std::vector<std::uint8_t>& packet, Channel channel, std::uint32_t pdu) = 0;
    /// The thread of a driver that controls its card: waits for work and processes it, in a loop.
    void interrupt_thread();
    /// Waits until there may be work.
    virtual void wait_for_work() = 0;
    /// The handler: processes the finished work of the card, which is locked meanwhile.
    virtual void service() = 0;
    /// Waits until the card's interrupt is asserted, and `latency_us` more until the handler
    /// begins; counts the runs.
    void wait_for_interrupt(double latency_us);
    /// Passes a packet to the program.
    void deliver(Received packet);

    Port& port_;
    core::TicketLock card_;  ///< One sequence of register accesses at a time.
    bool ready_ = false;
    Stats stats_;
    sc_core::sc_event freed_event_;

private:
    Processor* processor_ = nullptr;
    std::map<Channel, Inbox> inboxes_;
    core::TicketLock sending_;  ///< One packet at a time.
    bool begun_ = false;
    sc_core::sc_event up_;
};

}  // namespace niclab::host
