/// @file Niclab's own driver of the cards of this family: two rings in host memory, with a buffer
/// for each descriptor.
///
/// Behaviour: legacy descriptors, each with RS. Channels are groups in the table of the chip.
///   Frames are those of ether_board/packet_frame.h. Where MSI-X is enabled, the queues have a vector
///   each: their causes clear and mask themselves, and ICR is not read.
/// Source: layout.h, e1000_main.c of Linux 6.1 (facts) for the chip.
/// Assumed: a packet is copied into its ring's buffer and out of it. The cost is `copy_per_octet`,
///   in addition to the profile's.
#pragma once

#include "cards/ether_board/port_driver.h"

namespace niclab::i8254x {

class Driver : public ether_board::PortDriver {
public:
    struct Config {
        std::uint16_t device = 0x100E;  ///< Of the card.
        const char* chip = "82540EM";
        bool may_have_vectors = false;     ///< Software may have enabled MSI-X.
        unsigned tx_ring = 64;             ///< 8 .. 256, a multiple of 8.
        unsigned rx_ring = 64;             ///< 8 .. 256, a multiple of 8.
        double interrupt_interval_us = 0;  ///< 0 .. 16 000: ITR.
        double receive_delay_us = 0;       ///< 0 .. 60 000: RDTR.
        double receive_limit_us = 0;       ///< 0 .. 60 000: RADV.
        double send_delay_us = 0;          ///< 0 .. 60 000: TIDV.
        unsigned prefetch = 0;             ///< 0 .. 63 descriptors: PTHRESH of both rings,
        unsigned offered = 1;              ///< 1 .. 63: HTHRESH,
        unsigned write_back = 0;           ///< 0 .. 31: WTHRESH; above 1 with both delays.
        double copy_per_octet_ns = 0;      ///< 0 .. 1000
    };
    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);
    /// Octets of host memory that a driver needs.
    static std::uint32_t memory_octets(const Config& config);

    void open(host::Channel channel) override;
    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t) const override { return config_.tx_ring - 1 - unconfirmed_; }
    bool transmit_idle() const override { return unconfirmed_ == 0; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void find_card() override;
    void set_up() override;
    void make_rings();
    void start();
    void await_link();
    bool has_vectors();
    void assign_vectors();
    void service() override;
    void take_sent();
    void take_received();
    std::uint32_t read(std::uint32_t at) { return port_.read32(window_ + at); }
    void write(std::uint32_t at, std::uint32_t value) { port_.write32(window_ + at, value); }

    Config config_;
    std::uint32_t window_ = 0, tx_ = 0, rx_ = 0, tx_buffers_ = 0, rx_buffers_ = 0;
    unsigned tx_head_ = 0, tx_tail_ = 0, rx_head_ = 0;  ///< Next one to fill, to be confirmed, to be received.
    unsigned unconfirmed_ = 0;
    bool by_vectors_ = false;
    std::uint64_t overruns_ = 0;
};

}  // namespace niclab::i8254x
