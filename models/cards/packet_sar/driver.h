/// @file Niclab's own driver of a card with packet memory: DMA or programmed I/O, as the card
/// indicates.
///
/// Source: *assumed*; the registers and the window are those of this folder's README.md.
/// Timing: payload is written in bursts of `write_combining_dwords`, as a CPU's write buffer
///   combines successive stores, and read in bursts of `read_dwords`: most CPUs read uncached
///   memory dword by dword.
/// Not modelled: CPU time of the driver's own instructions; it is part of the profile's software
///   cost.
#pragma once

#include <vector>

#include "card/kind.h"
#include "cards/board/atm_device.h"

namespace niclab::packet_sar {

class Driver : public board::AtmDevice {
public:
    struct Config {
        unsigned tx_buffers = 32;              ///< 1..128, each for a whole SDU; DMA.
        unsigned rx_buffers = 16;              ///< 1..127, each for a whole CPCS-PDU; DMA.
        unsigned write_combining_dwords = 16;  ///< 1..16
        unsigned read_dwords = 1;              ///< 1..16
        unsigned connections = 1;              ///< 1..16 connections that share the receive part of packet memory.
        double poll_us = 0;                    ///< Interval of polls of the card's events without interrupts; 0:
                                               ///< interrupts.
    };

    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);

    void probe() override;
    void open(host::Channel channel) override;
    void transmit(const std::vector<std::uint8_t>& sdu, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t octets) const override;
    bool transmit_idle() const override { return outstanding_.empty(); }

private:
    struct Outstanding {
        std::uint32_t entry = 0;   ///< Its index in the ring.
        std::uint32_t buffer = 0;  ///< In host memory; DMA.
        std::uint32_t room = 0;    ///< In packet memory; PIO.
    };

    void find_card();
    void set_up_transmit();
    void set_up_receive();
    void wait_for_work() override;
    void service() override;
    void put_in_host_memory(const std::vector<std::uint8_t>& sdu);
    void put_in_packet_memory(const std::vector<std::uint8_t>& sdu);
    void take_sent();
    void take_received();
    void take_from_host_memory();
    void take_from_packet_memory();
    std::vector<std::uint8_t> read_packet_memory(std::uint32_t offset, std::uint32_t octets, std::uint16_t vci);
    void supply(std::uint32_t buffer);

    std::uint32_t reg(std::uint32_t offset) { return port_.read32(registers_ + offset); }
    void set_reg(std::uint32_t offset, std::uint32_t value) { port_.write32(registers_ + offset, value); }
    void write_window(std::uint32_t offset, const std::vector<std::uint32_t>& dwords);

    card::DriverPlace place_;
    Config config_;
    bool pio_transmit_ = false, pio_receive_ = false;
    std::uint32_t registers_ = 0, window_ = 0, window_octets_ = 0, transmit_octets_ = 0;
    std::uint32_t tx_tail_ = 0, tx_write_ = 0, tx_used_ = 0;  ///< Ring; circle of packet memory.
    std::uint32_t free_tail_ = 0, status_ring_ = 0, status_head_ = 0;
    std::vector<std::uint32_t> free_tx_;
    std::deque<Outstanding> outstanding_;
    struct Circle {
        std::uint16_t vci;
        std::uint32_t base, octets;
    };
    std::vector<Circle> circles_;  ///< Of the open connections.
};

}  // namespace niclab::packet_sar
