/// @file  Our own driver of an EtherLink III, on PCI, ISA or EISA: frames into the card's transmit FIFO and out of its receive FIFO, moved
///        by the CPU, or by the bus master of the chip with the Vortex.
///
/// Frames:        ether_board/packet_frame.h.
/// Source:        what the cards want: layout.h, and of Linux 6.1 3c59x.c, which moves a 3C595's frames by programmed I/O unless told
///                otherwise, and 3c509.c: where its FIFOs are, that it counts thresholds in octets, how it is woken; of both: what names
///                a card in a slot of EISA, and that zC88H tells its interrupt (facts).
/// Bus master:    as 3c59x.c uses it: one stretch of memory at a time; the end of one to the card is told by an interrupt, that of one from
///                it is asked for until it comes.
/// Assumed:       a packet is where the card can fetch it, and the protocol takes it where the card has put it, without a copy; every
///                millisecond while the card has something to send the driver looks whether all has left: nothing else tells.
/// Not modelled:  statistics, early receive, a restart behind an abort of the bus, which no experiment causes.
#pragma once

#include "cards/ether_board/port_driver.h"

namespace niclab::etherlink {

class Driver : public ether_board::PortDriver {
public:
    struct Config {
        unsigned mbps = 10;            ///< 10 or 100: which transceiver is chosen.
        unsigned start_octets = 2044;  ///< A multiple of 4, 8 .. 2044: of a frame in the card, until it may be sent.
        bool isa_chip = false;         ///< That of a 3C509 and a 3C579, not that of a 3C595 and a 3C597.
        bool master = false;           ///< The latter moves frames, as master of its bus.
        std::optional<ether_board::IsaPlace> on_isa;  ///< A 3C509; else the card is looked for in its slot:
        std::optional<std::uint16_t> on_eisa;         ///< this product, on EISA; else of PCI.
    };
    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);

    /// Octets of host memory that a driver takes.
    static std::uint32_t memory_octets(const Config& config);

    void open(host::Channel channel) override { inbox(channel); }
    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t octets) const override;
    bool transmit_idle() const override { return free_octets_ == all_octets_ && !downloading_; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void find_card() override;
    void find_in_slot(std::uint16_t product);
    void activate(unsigned irq);
    void wake_on_isa(const ether_board::IsaPlace& place);
    void read_address();
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
    /// A threshold as the card counts: a 3C509 octets, a 3C595 dwords.
    unsigned threshold(std::size_t octets) const { return unsigned(config_.isa_chip ? octets : octets / 4); }
    /// Of a packet's frame with what precedes and fills it.
    static std::size_t fifo_octets(std::size_t packet);

    void command(unsigned which, unsigned argument = 0) { out(kCommand, which << 11 | argument); }
    void finish(unsigned which, unsigned argument = 0);
    void select(unsigned window) { command(1, window); }
    void out(unsigned port, unsigned value) { port_.io_write(io_ + port, 2, value); }
    std::uint16_t in(unsigned port) { return std::uint16_t(port_.io_read(io_ + port, 2)); }

    static constexpr unsigned kCommand = 0x0E;
    /// Of both FIFOs and their statuses: behind the windows, or in window 1.
    struct Ports {
        unsigned fifo, rx_status, tx_status, tx_free;
    };
    static constexpr Ports kBehind{0x10, 0x18, 0x1B, 0x1C}, kInWindow1{0x00, 0x08, 0x0B, 0x0C};
    Config config_;
    const Ports at_;
    std::size_t all_octets_ = 0, free_octets_ = 0;  ///< Of the transmit FIFO; at least so many are free.
    std::uint32_t tx_buffer_ = 0, rx_buffer_ = 0;   ///< In host memory.
    bool downloading_ = false;                      ///< The card fetches a frame.
    sc_core::sc_event given_;                       ///< The card has a frame to send.
    std::uint64_t send_errors_ = 0, receive_errors_ = 0;
};

}  // namespace niclab::etherlink
