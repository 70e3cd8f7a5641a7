/// @file A program on a host: it sends the requested packets, receives or echoes packets, and takes
/// the time of the software.
///
/// Behaviour: the receiver of a packet notifies its sender, at once and without cost. This is how
///   the two programs of a flow match their records, and how a program determines when to send the
///   next packet.
/// Not modelled: competition of sending and receiving for the one CPU; TCP's acknowledgements and
///   windows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "core/stats.h"
#include "core/tap.h"
#include "host/netdevice.h"
#include "host/profile.h"
#include "host/serial_port.h"

namespace niclab::host {

/// Packets that a program has sent and that its peer has not confirmed, in the order of
/// sending.
///
/// Behaviour: a connection keeps its order: packets that were sent before a packet that arrived
///   never arrive. Packets are distinguished by their contents; among equal ones the oldest is
///   meant.
class Outstanding {
public:
    using Sdu = std::vector<std::uint8_t>;

    void sent(const Sdu& sdu) { digests_.push_back(digest(sdu)); }
    /// Removes the packet, and all that were sent before it.
    void arrived(const Sdu& sdu) {
        const auto at = std::find(digests_.begin(), digests_.end(), digest(sdu));
        if (at != digests_.end()) digests_.erase(digests_.begin(), at + 1);
    }
    /// A damaged packet arrived, which cannot be identified: removes the oldest.
    void arrived_damaged() {
        if (!digests_.empty()) digests_.pop_front();
    }
    /// Removes all packets: they will never arrive.
    void forget() { digests_.clear(); }
    std::size_t count() const { return digests_.size(); }

private:
    static std::size_t digest(const Sdu& sdu) {
        return std::hash<std::string_view>()({reinterpret_cast<const char*>(sdu.data()), sdu.size()});
    }
    std::deque<std::size_t> digests_;
};

class Application : public sc_core::sc_module, public core::StatsSource {
public:
    struct Config {
        bool echo = false;
        Channel receive = 0;  ///< The channel it opens.
        Channel send = 0;
        std::string protocol = "raw";
        std::size_t header_octets = 0;  ///< Octets of each SDU that are not payload.
        bool serial_marker = false;
    };
    struct Send {
        std::uint32_t pdu = 0;  ///< Its identity, unique among the packets of the host.
        std::vector<std::uint8_t> sdu;
    };

    Application(sc_core::sc_module_name name, NetDevice& driver, SerialPort& serial, const Profile& profile,
                const Config& config, std::uint32_t& identities);

    /// A function that returns the octets of a packet, called when the packet is sent: many packets
    /// may be requested at once.
    using Packet = std::function<std::vector<std::uint8_t>()>;

    /// Requests a transmission; requests are processed in order, the software cost of each before
    /// its doorbell.
    void send(Packet packet);
    void send(std::vector<std::uint8_t> sdu);
    /// Sets the program at the other end, which is notified of packets that arrived here.
    void talk_to(Application& peer) { peer_ = &peer; }
    /// Packets that it sent and that its peer has not confirmed: under way, or lost.
    Outstanding& outstanding() { return outstanding_; }
    const Outstanding& outstanding() const { return outstanding_; }
    /// Number of packets sent and received.
    std::uint64_t calls() const { return calls_; }
    /// Number of requested packets that are not begun.
    std::size_t queued() const { return jobs_.size(); }
    /// Cancels them.
    void cancel() { jobs_.clear(); }
    bool ready() const { return ready_; }
    bool idle() const { return jobs_.empty() && !sending_ && !receiving_ && inbox_.packets.empty(); }

    void describe(core::StatsVisitor& visitor) const override;

    /// Reports the call of a send.
    core::Tap<Send> send_called;
    /// Reports that program and protocol are finished: the driver receives the PDU with this
    /// number.
    core::Tap<std::uint32_t> handed_down;
    /// Reports a PDU that reached the program.
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
    Send job_{};  ///< The one under way: a thread that is killed while it waits frees nothing.
    sc_core::sc_event job_event_;
    bool ready_ = false, sending_ = false, receiving_ = false;
    std::uint32_t& identities_;        ///< Identity of the next packet; shared by the programs of a host.
    core::Femtoseconds software_ = 0;  ///< Software time spent.
};

}  // namespace niclab::host
