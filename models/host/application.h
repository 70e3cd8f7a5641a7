/// @file  The program on a host: sends what it is told, takes or echoes what comes, and pays for the software.
///
/// Not modelled:  competition of sending and receiving for the one CPU; TCP's acknowledgements and windows.
#pragma once

#include <deque>

#include "core/clock.h"
#include "core/stats.h"
#include "core/tap.h"
#include "host/netdevice.h"
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
        std::uint32_t pdu = 0;
        std::vector<std::uint8_t> sdu;
    };

    Application(sc_core::sc_module_name name, NetDevice& driver, SerialPort& serial, const Profile& profile,
                const Config& config);

    /// Asks the application to send; in order, the software cost of each before its doorbell.
    void send(std::uint32_t pdu, std::vector<std::uint8_t> sdu);
    /// Number of the next reply of an echoing application.
    void number_replies_from(std::uint32_t pdu) { replies_ = pdu; }
    Channel send_channel() const { return config_.send; }
    bool ready() const { return ready_; }
    bool idle() const { return jobs_.empty() && !sending_ && !receiving_ && driver_.received().empty(); }

    void describe(core::StatsVisitor& visitor) const override;

    /// The call of a send: PDU number, SDU.
    core::Tap<Send> send_called;
    /// Program and protocol are done: the driver gets the PDU with this number.
    core::Tap<std::uint32_t> handed_down;
    /// A PDU reaches the program.
    core::Tap<NetDevice::Received> delivered;

private:
    void send_thread();
    void receive_thread();
    void take(const NetDevice::Received& pdu);
    void pay(double us);
    void hand_down(const Send& job);
    std::size_t payload(std::size_t sdu_octets) const {
        return sdu_octets > config_.header_octets ? sdu_octets - config_.header_octets : sdu_octets;
    }

    NetDevice& driver_;
    SerialPort& serial_;
    const ProtocolCost cost_;
    Config config_;
    std::deque<Send> jobs_;
    sc_core::sc_event job_event_;
    bool ready_ = false, sending_ = false, receiving_ = false;
    std::uint32_t replies_ = 0;
    core::Femtoseconds software_ = 0;  ///< Paid.
};

}  // namespace niclab::host
