/// @file Niclab's own driver of a PCnet-PCI, and of an AT1500: two rings in host memory, with a
/// buffer for each descriptor.
///
/// Behaviour: on ISA, descriptors and the initialisation block have words, and the board's DMA
///   controller passes the card's requests on. The chip has no suspend: for a change of the group
///   filter it is stopped while there is nothing to send, and its rings begin anew. Frames are
///   those of ether_board/packet_frame.h.
/// Source: layout.h, pcnet32.c and lance.c of Linux 6.1 (facts) for the chip.
/// Assumed: a packet is copied into its ring's buffer and out of it. The cost is `copy_per_octet`,
///   in addition to the profile's.
/// Not modelled: a restart after MERR, which no experiment causes.
#pragma once

#include "cards/ether_board/port_driver.h"

namespace niclab::lance {

/// An AT1500.
struct IsaMaster {
    ether_board::IsaPlace place;
    unsigned channel;  ///< 3, 5, 6 or 7, of DRQ and DACK#
};

class Driver : public ether_board::PortDriver {
public:
    struct Config {
        unsigned tx_ring = 16;            ///< 1 .. 128, a power of two.
        unsigned rx_ring = 32;            ///< 1 .. 128, a power of two.
        double copy_per_octet_ns = 0;     ///< 0 .. 1000
        std::optional<IsaMaster> on_isa;  ///< If empty, the card is searched in its slot of PCI.
    };
    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);
    /// Octets of host memory that a driver needs.
    static std::uint32_t memory_octets(const Config& config);

    void open(host::Channel channel) override;
    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t) const override { return config_.tx_ring - unconfirmed_; }
    bool transmit_idle() const override { return unconfirmed_ == 0; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void find_card() override;
    void set_up() override;
    void find_on_board(const IsaMaster& isa);
    void make_rings();
    void write_block();
    void start();
    void let_in(unsigned bit);
    void let_in_stopped(unsigned bit);
    bool words() const { return config_.on_isa.has_value(); }
    void service() override;
    void take_sent();
    void take_received();
    void give(std::uint32_t entry, std::uint32_t buffer);
    void write_entry(std::uint32_t entry, std::uint32_t buffer, std::uint32_t status, std::size_t octets);
    std::uint32_t status_of(std::uint32_t entry) const;
    std::size_t received_octets(std::uint32_t entry) const;
    std::uint32_t tx_entry(unsigned n) const;
    std::uint32_t rx_entry(unsigned n) const;

    std::uint16_t csr0() { return std::uint16_t(port_.io_read(io_ + kData, 2)); }
    void set_csr0(std::uint16_t value) { port_.io_write(io_ + kData, 2, value); }
    std::uint16_t csr(unsigned number);
    void set_csr(unsigned number, std::uint16_t value);
    void set_bcr(unsigned number, std::uint16_t value);

    static constexpr std::uint32_t kData = 0x10, kSelect = 0x12, kReset = 0x14, kBusData = 0x16;
    Config config_;
    std::uint32_t init_ = 0, tx_ = 0, rx_ = 0, tx_buffers_ = 0, rx_buffers_ = 0;
    unsigned tx_head_ = 0, tx_tail_ = 0, rx_head_ = 0;  ///< Next one to fill, to be confirmed, to be received.
    unsigned unconfirmed_ = 0;
    std::uint64_t send_errors_ = 0, missed_ = 0;
};

}  // namespace niclab::lance
