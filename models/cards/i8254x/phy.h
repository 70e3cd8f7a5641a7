/// @file The PHY on the same chip, an M88E1011, with its registers through MDIC, and the
/// autonegotiation with a partner of 1000 Mb/s.
///
/// Source: 317453, section 13.4.20 (from memory of it). Its identification 01410C20H at address 1,
///   and the bits of registers 16 and 17: e1000_hw.h of Linux 6.1 (facts). Registers 0 to 15: IEEE
///   802.3 clauses 22, 28 and 40 (from memory of the standard).
/// Timing: an access takes `mdio_us`; autonegotiation `autonegotiation_us` from a restart, a reset,
///   or the connection of the cable. Without autonegotiation there is no link.
/// Assumed: the partner is capable of 1000 Mb/s in full duplex, and of pause frames. Registers
///   without a function here keep what is written.
/// Behaviour: in loopback there is a link, and the cable is ignored (ether_board/loopback.h).
/// Not modelled: 10 and 100 Mb/s, half duplex, pages, tests of the cable.
#pragma once

#include <array>

#include "cards/i8254x/config.h"
#include "cards/i8254x/interrupts.h"

namespace niclab::i8254x {

class Phy {
public:
    explicit Phy(const Config& config);

    /// MDIC: an access begins.
    void access(std::uint32_t mdic, core::Femtoseconds now);
    std::uint32_t mdic() const { return mdic_; }
    /// One edge. Returns true when an access of which the host is to be notified is complete.
    bool clock(core::Femtoseconds now);
    core::Femtoseconds deadline() const { return std::min(ready_, negotiated_); }
    /// A reset by the MAC, or of power: all registers take their first values.
    void reset(core::Femtoseconds now);
    /// The partner's end is connected, or disconnected.
    void set_cable(bool connected, core::Femtoseconds now);
    bool link() const { return link_ || loops_back(); }
    /// What the MAC sends comes back to it, and the cable is ignored.
    bool loops_back() const { return (registers_[0] & kLoopback) != 0; }

private:
    static constexpr std::uint16_t kLoopback = 0x4000;
    std::uint16_t read(unsigned number);
    void write(unsigned number, std::uint16_t value, core::Femtoseconds now);
    void negotiate(core::Femtoseconds now);
    bool gigabit() const;
    void set_link(bool up);

    const std::uint16_t id_high_, id_low_;
    core::Femtoseconds access_time_, negotiation_;
    std::array<std::uint16_t, 32> registers_{};
    std::uint32_t mdic_ = 0;
    core::Femtoseconds ready_ = kNever, negotiated_ = kNever;
    bool cable_ = true, link_ = false, link_lost_ = true, complete_ = false;
};

}  // namespace niclab::i8254x
