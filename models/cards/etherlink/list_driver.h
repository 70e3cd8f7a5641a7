/// @file Niclab's own driver of a 3C905, 3C905B or 3C905C: a list of descriptors per direction in
/// host memory, with a buffer for each descriptor.
///
/// Behaviour: the descriptors of a direction are a ring. A frame to be sent is appended while the
///   list is stalled, as in 3c59x.c. Frames are those of ether_board/packet_frame.h. A 3C905 does not
///   mark sent descriptors: they are those before the one that the list pointer has.
/// Source: list_layout.h and 3c59x.c of Linux 6.1 (facts) for the chip.
/// Assumed: a packet is copied into its ring's buffer and out of it. The cost is `copy_per_octet`,
///   in addition to the profile's.
/// Not modelled: statistics, a restart after an abort of the bus, which no experiment causes.
#pragma once

#include "cards/etherlink/chip_driver.h"

namespace niclab::etherlink {

class ListDriver : public ChipDriver {
public:
    struct Config {
        unsigned tx_ring = 16;         ///< 2 .. 128 descriptors.
        unsigned rx_ring = 32;         ///< 2 .. 128 descriptors.
        double copy_per_octet_ns = 0;  ///< 0 .. 1000
        std::uint16_t product = 0x9055;
        bool boomerang = false;  ///< A 3C905.
    };
    ListDriver(sc_core::sc_module_name name, host::Port& port, const card::DriverPlace& place, const Config& config);
    /// Octets of host memory that a driver needs.
    static std::uint32_t memory_octets(const Config& config);

    void transmit(const std::vector<std::uint8_t>& packet, host::Channel channel, std::uint32_t pdu) override;
    std::size_t room(std::size_t) const override { return config_.tx_ring - unconfirmed_; }
    bool transmit_idle() const override { return unconfirmed_ == 0; }
    void describe(core::StatsVisitor& visitor) const override;

private:
    void find_card() override;
    void set_up() override;
    void make_lists();
    void service() override;
    void append(std::uint32_t entry);
    /// The descriptor under way, of a 3C905; 0: none.
    std::uint32_t under_way() { return config_.boomerang ? port_.io_read(io_ + kDownList, 4) : 0; }
    void take_sent(std::uint32_t under_way);
    bool is_sent(unsigned n, std::uint32_t under_way) const;
    void enable_list();
    void take_statuses();
    void take_received();
    std::uint32_t tx_entry(unsigned n) const;
    std::uint32_t rx_entry(unsigned n) const;

    // Registers and descriptors as drivers use them; a driver must not include the card's own
    // headers.
    static constexpr std::uint32_t kVendor = 0x10B7;
    static constexpr unsigned kTxStatus = 0x1B, kDownList = 0x24, kFreeThreshold = 0x2F, kUpList = 0x38;
    static constexpr unsigned kUpUnstall = 1, kDownStall = 2, kDownUnstall = 3;
    static constexpr unsigned kStatus = 4, kFragment = 8, kLength = 12;  // of a descriptor
    static constexpr std::uint32_t kEntry = 16, kBuffer = 1536, kAligned = 64, kLast = 0x8000'0000;
    static constexpr std::uint32_t kIndicate = 0x8000'0000, kNoRounding = 0x1000'0000, kDownloaded = 0x0001'0000;
    static constexpr std::uint32_t kComplete = 0x8000, kError = 0x4000, kLengthMask = 0x1FFF;

    Config config_;
    std::uint32_t tx_ = 0, rx_ = 0, tx_buffers_ = 0, rx_buffers_ = 0;
    unsigned tx_head_ = 0, tx_tail_ = 0, rx_head_ = 0;  ///< Next one to fill, to be confirmed, to be received.
    unsigned unconfirmed_ = 0;
    std::uint64_t send_errors_ = 0;
};

}  // namespace niclab::etherlink
