/// @file The PHY of a chip with lists on its management wires: address 24, autonegotiation.
///
/// Source: 3c59x.c and mii.c of Linux 6.1. Logs of 3c59x.c with such cards have the address, and
///   a status of 782DH with a link. exphy.c of FreeBSD expects an identification of zeros. A 3C905
///   has a DP83840A of National at its MII: identification 2000H, 5C01H, status 7849H without a link
///   (a dump by mii-diag). Bit 6 of its status means that frames need no preamble (802.3).
/// Behaviour: a frame of 32 bits follows a preamble of 32 ones. The first bit of the turnaround is
///   not driven, the second one is 0. The bit for a lost link stays until its register is read. If
///   frames need no preamble, one bit of 1 precedes each after the first preamble.
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
    /// What a driver finds out about it.
    struct Model {
        std::uint16_t first_identifier, second_identifier, abilities;
    };
    static constexpr std::uint16_t kAbilities = 0x7809,  ///< 100BASE-TX and 10BASE-T in both modes; negotiates.
        kNoPreamble = 0x0040;
    static constexpr Model kInternal{0, 0, kAbilities}, kDp83840{0x2000, 0x5C01, kAbilities | kNoPreamble};
    Phy(const Model& model, unsigned mbps, bool full_duplex) : model_(model), mbps_(mbps), full_duplex_(full_duplex) {}

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

    const Model model_;
    const unsigned mbps_;
    const bool full_duplex_;
    bool up_ = true, lost_ = false;
    std::uint16_t control_ = kControlAtReset, advertised_ = kAdvertisedAtReset;
    unsigned ones_ = 0;          ///< Of a preamble, up to 32.
    bool synchronized_ = false;  ///< It has received a preamble.
    unsigned bits_ = 0;          ///< Of the frame under way; 0: none.
    std::uint32_t shifted_ = 0;
    bool reads_ = false, writes_ = false;  ///< The frame is for this PHY.
    std::uint16_t value_ = 0;              ///< Of the register that is read.

    static constexpr std::uint16_t kControlAtReset = 0x3000, kAdvertisedAtReset = 0x01E1;
};

}  // namespace niclab::etherlink
