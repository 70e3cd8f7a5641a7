/// @file  What the program on a host, and observers, need of a card's driver, whichever card and line it is.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "core/stats.h"
#include "core/tap.h"
#include "core/turns.h"
#include "host/port.h"

namespace niclab::host {

/// With whom a program talks over a device. Opaque to all but the drivers of a line and who describes an experiment.
using Channel = std::uint32_t;

enum class PacketStatus { Ok, CrcError, LengthError };

/// A network interface as software sees it: opens channels and moves whole packets.
class NetDevice : public sc_core::sc_module, public core::StatsSource {
public:
    /// The card is about to be told of a packet.
    struct Posted {
        std::uint32_t pdu = 0;           ///< Its number.
        std::uint32_t first_access = 0;  ///< Bus address of the first access on behalf of the packet.
        std::uint32_t descriptors = 0;
    };
    struct Received {
        Channel channel = 0;
        PacketStatus status = PacketStatus::Ok;
        std::vector<std::uint8_t> sdu;  ///< The packet where the status is Ok, else all that came of it.
    };
    /// Whose time a handler takes, where the CPU is simulated, too.
    struct Processor {
        virtual ~Processor() = default;
        /// From an SC_THREAD: returns when the handler may begin.
        virtual void seize() = 0;
        /// It is over.
        virtual void yield() = 0;
    };
    /// Where packets of a channel wait for their program.
    struct Inbox {
        std::deque<Received> packets;
        sc_core::sc_event arrived;
    };
    struct Stats {
        std::uint64_t packets_sent = 0, packets_received = 0, interrupts = 0;
        core::Femtoseconds software = 0;  ///< Of copying or mapping packets.
    };

    /// From an SC_THREAD: finds, resets and sets up the card. Throws std::runtime_error when there is none.
    virtual void probe() = 0;
    /// Opens a channel for receiving. Throws std::runtime_error when there are too many.
    virtual void open(Channel channel) = 0;
    /// From an SC_THREAD: sends a packet of 1..65535 octets called `pdu`; waits until there is room for it. Of several
    /// programs that wait, the first to call is the first to send.
    void send(const std::vector<std::uint8_t>& packet, Channel channel, std::uint32_t pdu);
    /// Packets of `octets` that `send` would take without waiting.
    virtual std::size_t room(std::size_t octets) const = 0;
    /// There may be more room.
    const sc_core::sc_event& freed() const { return freed_event_; }
    /// Its handler asks `processor` from now on.
    void run_on(Processor& processor) { processor_ = &processor; }
    /// The card is left to another driver.
    virtual bool idle() const { return false; }
    /// No packet waits for its transmission to be confirmed.
    virtual bool transmit_idle() const = 0;

    /// From an SC_THREAD: returns when the card is set up; the first caller does it.
    void bring_up();
    bool ready() const { return ready_; }
    /// Of a channel; what comes on one without is dropped.
    Inbox& inbox(Channel channel) { return inboxes_[channel]; }
    core::Tap<Posted> posted;
    /// A packet that came on a channel is ready for the protocol.
    core::Tap<Channel> handed_up;
    /// The interrupt handler begins; the value counts its runs.
    core::Tap<std::uint64_t> handling;

    const Stats& stats() const { return stats_; }
    void describe(core::StatsVisitor& visitor) const override;

protected:
    NetDevice(sc_core::sc_module_name name, Port& port) : sc_module(name), port_(port) {}

    /// `send`, of one packet after the other.
    virtual void transmit(const std::vector<std::uint8_t>& packet, Channel channel, std::uint32_t pdu) = 0;
    /// Thread of a driver in charge of its card: waits for work and does it, over and over.
    void interrupt_thread();
    /// Until there may be something to do.
    virtual void wait_for_work() = 0;
    /// The handler: takes what the card has done. The card is locked meanwhile.
    virtual void service() = 0;
    /// Until the card's interrupt is asserted and `latency_us` later the handler begins; counted.
    void wait_for_interrupt(double latency_us);
    /// Hands a packet to the program.
    void deliver(Received packet);

    Port& port_;
    core::Turns card_;  ///< One sequence of register accesses at a time.
    bool ready_ = false;
    Stats stats_;
    sc_core::sc_event freed_event_;

private:
    Processor* processor_ = nullptr;
    std::map<Channel, Inbox> inboxes_;
    core::Turns sending_;  ///< Of one packet after the other.
    bool begun_ = false;
    sc_core::sc_event up_;
};

}  // namespace niclab::host
