/// @file Niclab's own driver of an EtherLink III, on PCI, ISA or EISA. The CPU moves frames into
/// the card's transmit FIFO and out of its receive FIFO, or the bus master of the chip with the
/// Vortex does.
///
/// Behaviour: frames are those of ether_board/packet_frame.h. The bus master is used as in 3c59x.c:
///   one block of memory at a time. An interrupt reports the end of a transfer to the card; the end
///   of one from the card is polled.
/// Source: layout.h for the cards. 3c59x.c of Linux 6.1 moves a 3C595's frames by programmed I/O by
///   default. 3c509.c has the positions of its FIFOs, thresholds in octets, and its activation.
///   Both have the identification of a card in a slot of EISA, and its interrupt in zC88H (facts).
/// Assumed: a packet is where the card can fetch it, and the protocol uses it where the card has
///   put it, without a copy. Every millisecond while the card has something to send, the driver
///   polls whether all has left, because the card does not report that.
/// Not modelled: statistics, early receive, a restart after an abort of the bus, which no
///   experiment causes.
#pragma once

#include "cards/etherlink/chip_driver.h"

namespace niclab::etherlink {

class Driver : public ChipDriver {
public:
    struct Config {
        unsigned mbps = 10;            ///< 10 or 100: selects the transceiver.
        unsigned start_octets = 2044;  ///< A multiple of 4, 8 .. 2044: octets of a frame in the card before it may be
                                       ///< sent.
        bool isa_chip = false;         ///< The chip of a 3C509 and a 3C579, not that of a 3C595 and a 3C597.
        bool master = false;           ///< The latter moves frames as a bus master.
        std::optional<ether_board::IsaPlace> on_isa;  ///< A 3C509. If empty, the card is searched in its slot:
        std::optional<std::uint16_t> on_eisa;         ///< this product, on EISA; if empty, on PCI.
    };
    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);

    /// Octets of host memory that a driver needs.
    static std::uint32_t memory_octets(const Config& config);

    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t octets) const override;
    bool transmit_idle() const override { return free_octets_ == all_octets_ && !downloading_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void find_card() override;
    void find_in_slot(std::uint16_t product);
    void activate(unsigned irq);
    void wake_on_isa(const ether_board::IsaPlace& place);
    void set_up() override;
    void start();
    void service() override;
    void wait_for_room(std::size_t octets);
    void write(const std::uint8_t* octets, std::size_t count);
    void download(std::size_t octets);
    void take_downloaded();
    void end_download();
    void reset_transmitter();
    bool upload(std::size_t octets);
    void look_until_all_has_left();
    void take_received();
    void hand_up(std::size_t octets);
    void take_statuses();
    void look_for_room() { free_octets_ = in(at_.tx_free); }
    /// A threshold in the card's unit: octets for a 3C509, dwords for a 3C595.
    unsigned threshold(std::size_t octets) const { return unsigned(config_.isa_chip ? octets : octets / 4); }
    /// Octets of a frame in the FIFO, with the FIFO's header and padding.
    static std::size_t fifo_octets(std::size_t frame);
    void request_room();

    static constexpr std::uint16_t kHeard = kHostError | kTxComplete | kTxAvailable | kRxComplete | kDmaDone;
    /// Ports of both FIFOs and their statuses: after the windows, or in window 1.
    struct Ports {
        unsigned fifo, rx_status, tx_status, tx_free;
    };
    static constexpr Ports kBehind{0x10, 0x18, 0x1B, 0x1C}, kInWindow1{0x00, 0x08, 0x0B, 0x0C};
    Config config_;
    const Ports at_;
    std::size_t all_octets_ = 0, free_octets_ = 0;  ///< Size of the transmit FIFO; the free part is at least this.
    std::uint32_t tx_buffer_ = 0, rx_buffer_ = 0;   ///< In host memory.
    bool downloading_ = false;                      ///< The card is fetching a frame.
    sc_core::sc_event given_;                       ///< The card has received a frame to send.
    std::uint64_t send_errors_ = 0;
};

}  // namespace niclab::etherlink
