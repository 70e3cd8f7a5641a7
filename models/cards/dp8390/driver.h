/// @file  Our own driver of an RTL8029 or an NE2000: two frames to send and a ring of received ones in the card's memory, moved by the CPU.
///
/// Frames:        ether_board/packet_frame.h; shorter ones are filled up with zeros, which the chip does not do.
/// Source:        what the chip wants: layout.h; two buffers to send from, and what a full ring needs: lib8390.c of Linux 6.1 (facts).
/// Not modelled:  loopback tests, statistics by the chip's tallies.
#pragma once

#include <array>
#include <deque>

#include "cards/ether_board/port_driver.h"

namespace niclab::dp8390 {

class Driver : public ether_board::PortDriver {
public:
    struct Config {
        unsigned access_octets = 2;                   ///< 2 or 4: of the data port in an access.
        std::optional<ether_board::IsaPlace> on_isa;  ///< An NE2000; else the card is looked for in its slot of PCI.
    };
    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);

    void open(host::Channel channel) override;
    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t) const override { return kSlots - waiting_.size(); }
    bool transmit_idle() const override { return waiting_.empty(); }
    void describe(core::StatsVisitor& visitor) const override;

private:
    static constexpr std::size_t kSlots = 2;
    struct Waiting {
        std::uint8_t page;
        std::uint16_t octets;
    };

    void find_card() override;
    void reset_card();
    void set_up() override;
    void service() override;
    void send_next();
    void take_sent(bool good);
    void take_received();
    void hand_up(std::uint8_t page, std::size_t octets);
    void empty_full_ring();

    void out(unsigned reg, std::uint8_t value) { port_.io_write(io_ + reg, 1, value); }
    std::uint8_t in(unsigned reg) { return std::uint8_t(port_.io_read(io_ + reg, 1)); }
    std::uint8_t current_page();
    void begin_copy(std::uint16_t at, std::size_t octets, std::uint8_t command);
    void copy_in(std::uint16_t at, const std::vector<std::uint8_t>& octets);
    std::vector<std::uint8_t> copy_out(std::uint16_t at, std::size_t octets);
    std::size_t rounded(std::size_t octets) const;

    Config config_;
    std::array<std::uint8_t, 8> groups_{};
    std::deque<Waiting> waiting_;  ///< In the card's memory, the one being sent first.
    std::uint8_t next_slot_ = 0;   ///< Where the next frame to send goes.
    std::uint8_t next_page_ = 0;   ///< Of the ring: where the next received frame begins.
    std::uint64_t send_errors_ = 0, receive_errors_ = 0, full_rings_ = 0;
};

}  // namespace niclab::dp8390
