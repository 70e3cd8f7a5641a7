/// @file Niclab's own driver of cards with a DP8390: two frames to send and a ring of received ones
/// in the card's memory, moved by the CPU.
///
/// Behaviour: copies use the data port of an RTL8029 or an NE2000. A WD8013's memory is accessed
///   directly, word by word. Frames are those of ether_board/packet_frame.h; shorter ones are
///   padded with zeros, because the chip does not pad. A frame is in an NE2000's memory when the chip
///   reports the end of its remote DMA: until then the last word may be in the latch.
/// Source: layout.h for the chip. Two transmit buffers, and the handling of a full ring: lib8390.c
///   of Linux 6.1. The end of remote DMA: its ne.c. A WD8013: its wd.c (facts).
/// Assumed: no memory of 8 bits is in a WD8013's 128 KB. The card always answers with 16 bits, with
///   wd.c only during a copy.
/// Not modelled: loopback tests, statistics by the chip's tallies.
#pragma once

#include <array>
#include <deque>

#include "cards/ether_board/port_driver.h"

namespace niclab::dp8390 {

class Driver : public ether_board::PortDriver {
public:
    struct Config {
        unsigned access_octets = 2;                   ///< 2 or 4: octets of a data port access; of a WD8013's memory 2.
        std::optional<ether_board::IsaPlace> on_isa;  ///< If empty, the card is searched in its slot of PCI.
        /// For a WD8013: the address of its memory, a multiple of 8 KB. If empty, the data port is
        /// used.
        std::optional<std::uint32_t> memory;
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
    void reset_shared();
    void set_up() override;
    void service() override;
    void send_next();
    void take_sent(bool good);
    void take_received();
    void hand_up(std::uint8_t page, std::size_t octets);
    void empty_full_ring();

    void out(unsigned reg, std::uint8_t value) { port_.io_write(chip_ + reg, 1, value); }
    std::uint8_t in(unsigned reg) { return std::uint8_t(port_.io_read(chip_ + reg, 1)); }
    std::uint8_t current_page();
    void begin_copy(std::uint16_t at, std::size_t octets, std::uint8_t command);
    void copy_in(std::uint16_t at, const std::vector<std::uint8_t>& octets);
    const std::vector<std::uint8_t>& copy_out(std::uint16_t at, std::size_t octets);
    std::size_t rounded(std::size_t octets) const;

    std::uint8_t page(unsigned number) const { return std::uint8_t(first_page_ + number); }

    Config config_;
    std::uint32_t chip_ = 0;       ///< The first port of the chip's own registers.
    std::uint8_t first_page_ = 0;  ///< First page of the chip's memory that is RAM.
    std::array<std::uint8_t, 8> groups_{};
    std::deque<Waiting> waiting_;        ///< In the card's memory, with the one being sent first.
    std::uint8_t next_slot_ = 0;         ///< Position of the next frame to send.
    std::vector<std::uint32_t> values_;  ///< Of the present copy, one per access: under the card's lock.
    std::vector<std::uint8_t> read_;     ///< Copied out last: a thread that is killed during a copy frees nothing.
    std::uint8_t next_page_ = 0;         ///< Page of the ring at which the next received frame begins.
    std::uint64_t send_errors_ = 0, full_rings_ = 0;
};

}  // namespace niclab::dp8390
