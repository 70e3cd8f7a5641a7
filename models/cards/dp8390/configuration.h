/// @file Registers A, B and C of an AT/LANTIC: its mode, ports and interrupt, and the EEPROM from
/// which they are loaded.
///
/// Registers: A and B are read in page 0 at 0AH and 0BH. They are written there by a write directly
///   after a read of the same register; any other write at these addresses is one to RBCR. If B has
///   EELOAD, the next three writes after a read of B go to the EEPROM, as A, B and C. They take
///   effect with the next reset of the bus.
/// Source: NetBSD, dp83905reg.h 1.1: positions, bits, addresses of ports. atlantic.c 1.4 (D.
///   Becker): read and write, access to the EEPROM, interrupts by their code. nei.c (Sun, 1995) for
///   the EP2000Tplus: bit 7 of A alone changes the mode.
/// Assumed: after an access to another register of the chip in between, the write is one to RBCR. B
///   has EELOAD only until the EEPROM is written. Code 1 of the ports is "by software" (NetBSD) or
///   278H (atlantic.c); here it means no ports.
/// Not modelled: bits that select a transceiver, timing (CHRDY, IO16), fast reads or the boot ROM
///   are stored without effect. Good link and bus error read 0. The only known access to C is the
///   EEPROM.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "cards/dp8390/jumpers.h"

namespace niclab::dp8390 {

class Configuration {
public:
    using Image = std::array<std::uint8_t, 3>;  ///< A, B, C.
    static constexpr std::array<unsigned, 8> kIrqs{3, 4, 5, 9, 10, 11, 12, 15};
    static constexpr std::array<std::uint32_t, 8> kPortsOf{0x300, 0, 0x240, 0x280, 0x2C0, 0x320, 0x340, 0x360};

    /// The contents of an EEPROM. Throws std::invalid_argument: a setting that the card cannot
    /// have.
    static Image image(bool shared, const Jumpers& place);
    explicit Configuration(const Image& eeprom) : eeprom_(eeprom) { load(); }

    /// A reset of the bus: loads the registers from the EEPROM.
    void load() { now_ = eeprom_, last_read_ = 0, left_ = 0; }
    const Image& eeprom() const { return eeprom_; }
    bool shared() const { return (now_[0] & kShared) != 0; }
    std::uint32_t port() const { return kPortsOf[now_[0] & 7u]; }  ///< 0: none.
    unsigned irq() const { return kIrqs[now_[0] >> 3 & 7u]; }

    /// Reads register `number` of `page`; nothing if it is none of these.
    std::optional<std::uint8_t> read(unsigned page, unsigned number);
    /// Returns true if the write was to one of these.
    bool write(unsigned page, unsigned number, std::uint8_t value);
    /// The chip's command register was written.
    void commanded() { last_read_ = 0; }

private:
    static constexpr std::uint8_t kShared = 0x80, kLoad = 0x80, kGoodLink = 0x04, kBusError = 0x20;
    static constexpr unsigned kA = 0x0A, kB = 0x0B;
    static bool is_own(unsigned page, unsigned number) { return page == 0 && (number == kA || number == kB); }

    Image eeprom_, now_{};
    unsigned last_read_ = 0;  ///< kA, kB or neither.
    unsigned left_ = 0;       ///< Number of writes to the EEPROM that follow.
};

}  // namespace niclab::dp8390
