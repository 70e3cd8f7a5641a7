/// @file The PHY of a 3C905B on its management wires: address 24, autonegotiation.
///
/// Source: 3c59x.c and mii.c of Linux 6.1. Logs of 3c59x.c with such cards have the address, and
///   a status of 782DH with a link. exphy.c of FreeBSD expects an identification of zeros.
/// Behaviour: a frame of 32 bits follows a preamble of 32 ones. The first bit of the turnaround is
///   not driven, the second one is 0. The bit for a lost link stays until its register is read.
/// Assumed: the other end does not negotiate, so the PHY detects its rate in parallel and reports
///   half duplex; with `full_duplex` it negotiates. A forced rate has a link if it is that of the
///   network.
/// Not modelled: the time of the exchange; isolation, loopback and power-down by register 0.
#pragma once

#include <cstdint>

#include "cards/etherlink/management.h"

namespace niclab::etherlink {

class Phy : public Management {
public:
    Phy(unsigned mbps, bool full_duplex) : mbps_(mbps), full_duplex_(full_duplex) {}

    void clock(bool data) override;
    bool data() const override;
    void set_link(bool up) override;
    bool has_link() const override;

    /// The value of a register; a read of the status shows a lost link again after it.
    std::uint16_t read(unsigned number);
    void write(unsigned number, std::uint16_t value);

    static constexpr unsigned kAddress = 24;

private:
    bool negotiates() const;
    std::uint16_t common_mode() const;

    const unsigned mbps_;
    const bool full_duplex_;
    bool up_ = true, lost_ = false;
    std::uint16_t control_ = kControlAtReset, advertised_ = kAdvertisedAtReset;
    unsigned ones_ = 0;  ///< Of a preamble, up to 32.
    unsigned bits_ = 0;  ///< Of the frame under way; 0: none.
    std::uint32_t shifted_ = 0;
    bool reads_ = false, writes_ = false;  ///< The frame is for this PHY.
    std::uint16_t value_ = 0;              ///< Of the register that is read.

    static constexpr std::uint16_t kControlAtReset = 0x3000, kAdvertisedAtReset = 0x01E1;
};

}  // namespace niclab::etherlink
