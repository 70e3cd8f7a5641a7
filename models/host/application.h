/// @file  A program on a host: sends what it is told, takes or echoes what comes, and pays for the software.
///
/// The two programs of a flow compare notes, as the authors of a measurement do: who takes a packet tells who sent it,
/// at once and at no cost. That is how a program knows when to send the next.
/// Not modelled:  competition of sending and receiving for the one CPU; TCP's acknowledgements and windows.
#pragma once

#include <deque>
#include <functional>

#include "core/clock.h"
#include "core/stats.h"
#include "core/tap.h"
#include "host/netdevice.h"
#include "host/outstanding.h"
#include "host/profile.h"
#include "host/serial_port.h"

namespace niclab::host {

class Application : public sc_core::sc_module, public core::StatsSource {
public:
    struct Config {
        bool echo = false;
        Channel receive = 0;  ///< The channel it opens.
        Channel send = 0;
        std::string protocol = "raw";
        std::size_t header_octets = 0;  ///< Of each SDU, not payload.
        bool serial_marker = false;
    };
    struct Send {
        std::uint32_t pdu = 0;  ///< Its identity: no other packet of the host has it.
        std::vector<std::uint8_t> sdu;
    };

    Application(sc_core::sc_module_name name, NetDevice& driver, SerialPort& serial, const Profile& profile,
                const Config& config, std::uint32_t& identities);

    /// The octets of a packet, made when it is its turn: many may be asked for at once.
    using Packet = std::function<std::vector<std::uint8_t>()>;

    /// Asks the application to send; in order, the software cost of each before its doorbell.
    void send(Packet packet);
    void send(std::vector<std::uint8_t> sdu);
    /// The program at the other end, which is told what arrived here.
    void talk_to(Application& peer) { peer_ = &peer; }
    /// What it sent and its peer has not told of: on the way, or lost.
    Outstanding& outstanding() { return outstanding_; }
    const Outstanding& outstanding() const { return outstanding_; }
    /// Packets sent and taken so far.
    std::uint64_t calls() const { return calls_; }
    /// What it was asked to send and has not begun.
    std::size_t queued() const { return jobs_.size(); }
    /// Forgets that.
    void cancel() { jobs_.clear(); }
    bool ready() const { return ready_; }
    bool idle() const { return jobs_.empty() && !sending_ && !receiving_ && inbox_.packets.empty(); }

    void describe(core::StatsVisitor& visitor) const override;

    /// The call of a send.
    core::Tap<Send> send_called;
    /// Program and protocol are done: the driver gets the PDU with this number.
    core::Tap<std::uint32_t> handed_down;
    /// A PDU reaches the program.
    core::Tap<NetDevice::Received> delivered;

private:
    void send_thread();
    void receive_thread();
    void take(const NetDevice::Received& pdu);
    void call(const Send& send);
    void arrived(const NetDevice::Received& pdu);
    void pay(double us);
    void hand_down(const Send& job);
    std::size_t payload(std::size_t sdu_octets) const {
        return sdu_octets > config_.header_octets ? sdu_octets - config_.header_octets : sdu_octets;
    }

    NetDevice& driver_;
    NetDevice::Inbox& inbox_;
    SerialPort& serial_;
    const ProtocolCost cost_;
    Config config_;
    Application* peer_ = nullptr;
    Outstanding outstanding_;
    std::uint64_t calls_ = 0;
    struct Job {
        std::uint32_t pdu;
        Packet packet;
    };
    std::deque<Job> jobs_;
    Send job_{};  ///< The one under way: a thread that is cut off while it waits frees nothing.
    sc_core::sc_event job_event_;
    bool ready_ = false, sending_ = false, receiving_ = false;
    std::uint32_t& identities_;        ///< The next packet's; shared by the programs of a host.
    core::Femtoseconds software_ = 0;  ///< Paid.
};

}  // namespace niclab::host
