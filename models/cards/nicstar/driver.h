/// @file Niclab's own driver of the NICStAR: accesses the card only through host::Port.
///
/// Source: the order of nicstar.c's probe as far as this card needs it.
/// Not modelled: CPU time of the driver's own instructions; it is part of the profile's software
///   cost.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "card/kind.h"
#include "cards/board/atm_device.h"

namespace niclab::nicstar {

class Driver : public board::AtmDevice {
public:
    struct Config {
        unsigned tx_buffers = 32;     ///< 1..128, each for a whole CS-PDU.
        unsigned small_buffers = 64;  ///< 2..508, 2048 octets each, even.
        unsigned large_buffers = 64;  ///< 2..508, 16384 octets each, even.
        bool host_tables = false;     ///< The card's tables are in host memory.
        enum class Doorbell { Command, Register, Memory } doorbell = Doorbell::Command;
        std::size_t copy_threshold = 65536;  ///< Longer SDUs are mapped, shorter ones copied.
        double copy_per_octet_ns = 0, map_us = 0;
        double poll_us = 0;  ///< Interval of polls without interrupts; 0: interrupts.
    };
    Driver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);

    void probe() override;
    void open(host::Channel channel) override;
    void transmit(const std::vector<std::uint8_t>& sdu, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t octets) const override;
    bool transmit_idle() const override { return outstanding_.empty(); }

private:
    struct Outstanding {
        std::uint32_t tag, entries, buffer;
    };

    void write_table(std::uint32_t address, const std::vector<std::uint32_t>& words, unsigned on_card);
    void wait_for_work() override;
    void ring(std::uint32_t tail);
    void find_card();
    void reset_card();
    void set_up_transmit();
    void set_up_receive();
    void service() override;
    void take_transmit_status();
    bool transmit_status_waits() const;
    bool receive_status_waits() const;
    void take_receive_status();
    void take_buffer(std::uint32_t entry);
    void return_buffers();
    void supply(unsigned kind, std::uint32_t first, std::uint32_t second);
    std::uint32_t buffer_address(std::uint32_t handle) const;
    static std::uint32_t descriptors_of(std::size_t sdu_octets);
    std::uint32_t write_descriptors(std::uint32_t buffer, std::uint32_t octets, std::uint32_t header,
                                    std::uint32_t sdu_octets);
    std::uint32_t put_entry(std::uint32_t w0, std::uint32_t w1, std::uint32_t w2, std::uint32_t w3);

    std::uint32_t reg(std::uint32_t offset) { return port_.read32(base_ + offset); }
    void set_reg(std::uint32_t offset, std::uint32_t value) { port_.write32(base_ + offset, value); }
    void wait_command();
    void write_sram(std::uint32_t address, const std::vector<std::uint32_t>& words);

    card::DriverPlace place_;
    Config config_;
    std::uint32_t base_ = 0;
    std::uint32_t tsq_ = 0, rsq_ = 0, scq_ = 0, tsq_next_ = 0, rsq_next_ = 0, scq_next_ = 0;
    std::uint32_t small_ = 0, large_ = 0, tables_ = 0, tail_ = 0;
    std::uint32_t scq_used_ = 0, next_tag_ = 1;
    std::deque<std::uint32_t> free_tx_;
    std::deque<Outstanding> outstanding_;
    std::vector<std::uint32_t> to_return_[2];
    std::map<std::uint32_t, std::vector<std::uint8_t>> partial_;
};

}  // namespace niclab::nicstar
