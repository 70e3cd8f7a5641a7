/// @file  Our own driver of a 3C595: frames into the card's transmit FIFO and out of its receive FIFO, moved by the CPU.
///
/// Frames:        ether_board/packet_frame.h.
/// Source:        what the card wants: layout.h, and 3c59x.c of Linux 6.1, which moves a 3C595's frames by programmed I/O unless told
///                otherwise (facts).
/// Assumed:       every millisecond while the card has something to send the driver looks whether all has left: nothing else tells.
/// Not modelled:  the card as master of its bus, statistics, early receive.
#pragma once

#include "card/kind.h"
#include "cards/ether_board/address.h"
#include "host/netdevice.h"

namespace niclab::etherlink {

class Driver : public host::NetDevice {
public:
    struct Config {
        unsigned mbps = 10;            ///< 10 or 100: which transceiver is chosen.
        unsigned start_octets = 2044;  ///< A multiple of 4, 8 .. 2044: of a frame in the card, until it may be sent.
    };
    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);

    void probe() override;
    void open(host::Channel channel) override { inbox(channel); }
    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t octets) const override { return free_octets_ / fifo_octets(octets); }
    bool transmit_idle() const override { return free_octets_ == all_octets_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void find_card();
    void read_address();
    void set_up();
    void wait_for_work() override { wait_for_interrupt(place_.interrupt_us); }
    void service() override;
    void look_until_all_has_left();
    void take_received();
    void hand_up(std::size_t octets);
    void take_statuses();
    void look_for_room() { free_octets_ = in(kTxFree); }
    /// Of a packet's frame with what precedes and fills it.
    static std::size_t fifo_octets(std::size_t packet);

    void command(unsigned which, unsigned argument = 0) { out(kCommand, which << 11 | argument); }
    void finish(unsigned which, unsigned argument = 0);
    void select(unsigned window) { command(1, window); }
    void out(unsigned port, unsigned value) { port_.io_write(io_ + port, 2, value); }
    std::uint16_t in(unsigned port) { return std::uint16_t(port_.io_read(io_ + port, 2)); }

    static constexpr unsigned kCommand = 0x0E, kFifo = 0x10, kRxStatus = 0x18, kTxStatus = 0x1B, kTxFree = 0x1C;
    card::DriverPlace place_;
    Config config_;
    std::uint32_t io_ = 0;
    ether_board::Address own_{};
    std::size_t all_octets_ = 0, free_octets_ = 0;  ///< Of the transmit FIFO; at least so many are free.
    sc_core::sc_event given_;                       ///< The card has a frame to send.
    std::uint64_t send_errors_ = 0, receive_errors_ = 0;
};

}  // namespace niclab::etherlink
