/// @file The program at the other end of a guest's ATM line: Classical IP over ATM on a permanent
/// connection, above niclab's own driver and card. It answers ping and TCP at 10.0.0.2.
///
/// Behaviour: a packet is an AAL5 SDU with the LLC and SNAP headers of IP. Other packets are counted.
/// Not modelled: the time of this program; InATMARP: the guest knows the address of its connection.
/// Source: RFC 1577, RFC 1483 (LLC encapsulation), RFC 1626 (MTU).
#pragma once

#include <functional>

#include "answers.h"
#include "cards/board/atm_device.h"

namespace niclab::vm {

class AtmPeer : public sc_core::sc_module {
public:
    /// The connection, in both directions.
    static constexpr std::uint8_t kVpi = 0;
    static constexpr std::uint16_t kVci = 100;
    static constexpr tcp::Address kAddress = 0x0A00'0002;
    /// Of IP packets: the default of Classical IP.
    static constexpr std::uint16_t kMtu = 9180;

    /// `driver` must outlive it.
    AtmPeer(sc_core::sc_module_name name, host::NetDevice& driver);

    struct Stats {
        std::uint64_t received = 0;    ///< Whole packets.
        std::uint64_t damaged = 0;     ///< With a wrong CRC or length.
        std::uint64_t unanswered = 0;  ///< Whole packets of other kinds.
        std::uint64_t sent = 0;
    };
    const Stats& stats() const { return stats_; }
    const Answers& answers() const { return answers_; }
    /// Called when a whole packet has arrived, and when one is passed to the driver.
    std::function<void(const LinePacket&)> on_packet;

private:
    void run();
    void receive(const host::NetDevice::Received& packet);
    void send_answers();
    void wait_for_work();

    host::NetDevice& driver_;
    host::NetDevice::Inbox& inbox_;
    Answers answers_{kAddress, kMtu};
    Stats stats_;
};

}  // namespace niclab::vm
