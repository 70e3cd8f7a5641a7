/// @file CSRs and BCRs as the host reads and writes them, and the two rings that they define.
///
/// Source: layout.h. CSR47 is the two's complement of the clocks between two polls of the rings; 0
///   means 65536: *assumed* (from memory of 19436).
///   BCR20 after RST#, its readback and its independence of a reset by software are as in QEMU's
///   pcnet.c; NetBSD's am79900reg.h has the same styles.
/// Software styles: BCR20 is written only while the chip is stopped or suspended. An unknown style
///   acts as style 0 (QEMU; pcnet32.c writes 4 when it closes): *assumed*.
/// PROM: octets 0 to 5 are the address, 14 and 15 are 57H. Octets 12 and 13 are the sum of all
///   others, as in QEMU and VirtualBox: *assumed*.
/// Assumed: CSR80's three thresholds are those of the successors; the table of the first chip
///   (Am79C970, p. 1-971) differs. Writes to CSR8 to 15, 24 to 31 and 72 to 80 have an effect only
///   while the chip is stopped or suspended.
#pragma once

#include <array>

#include "cards/lance/config.h"
#include "cards/lance/layout.h"

namespace niclab::lance {

/// Successive descriptors; the first follows the last.
struct Ring {
    std::uint32_t base = 0;
    unsigned length = 1, index = 0;
    unsigned step = 16;  ///< Octets of a descriptor.
    std::uint32_t address() const { return base + index * step; }
    void advance() { index = index + 1 < length ? index + 1 : 0; }
    std::uint32_t address_behind() const { return base + (index + 1 < length ? index + 1 : 0) * step; }
};

class Registers {
public:
    explicit Registers(const Config& config) : address_(config.address), chip_(config.chip) { reset_hard(); }
    /// RST#.
    void reset_hard();
    /// The reset port was read: the station's address, the filter, and the width of I/O are kept.
    void reset_soft();

    std::uint16_t csr(unsigned number) const;
    std::uint16_t bcr(unsigned number) const;
    /// Any CSR except 0.
    void write_csr(unsigned number, std::uint16_t value);
    void write_bcr(unsigned number, std::uint16_t value);

    void raise(std::uint16_t flags) { status |= flags; }
    void count_missed();
    /// INTA# is asserted.
    bool interrupt() const { return (status & csr0::kEnable) && pending(); }
    bool stopped() const { return (status & csr0::kStop) != 0; }
    bool sending() const { return (status & csr0::kSending) != 0; }
    bool receiving() const { return (status & csr0::kReceiving) != 0; }
    bool suspend_asked() const { return (csrs_[5] & csr5::kSuspend) != 0; }
    bool mode(std::uint16_t bit) const { return (csrs_[kMode] & bit) != 0; }
    /// Frames go to the own receiver, and not to the cable.
    bool internal_loopback() const { return mode(mode::kLoopback) && mode(mode::kInternal); }
    bool own_check() const { return chip_.own_check; }
    bool is(unsigned number, std::uint16_t bit) const { return (csrs_[number] & bit) != 0; }
    bool bursts(bool write) const {
        return chip_.always_bursts || (bcrs_[kBursts] & (write ? bcr18::kBurstWrites : bcr18::kBurstReads)) != 0;
    }
    bool dwords() const { return (bcrs_[kBursts] & bcr18::kDwords) != 0; }
    void use_dwords() { bcrs_[kBursts] |= bcr18::kDwords; }
    Address physical() const;
    bool filtered(unsigned bit) const { return (csrs_[kFilter + bit / 16] >> bit % 16 & 1) != 0; }
    std::uint32_t init_block() const { return csrs_[1] | std::uint32_t{csrs_[2]} << 16; }
    /// Octets in the FIFO to begin a frame; free places, and octets in the FIFO, to request memory.
    unsigned send_start() const;
    unsigned send_watermark() const;
    unsigned receive_watermark() const;
    unsigned poll_clocks() const { return 0x10000u - csrs_[kPollInterval]; }
    /// Sets the values of an initialisation block.
    void initialise(const std::uint8_t* block);
    /// The chip starts with the mode in CSR15.
    void note_mode();
    /// Both rings begin anew.
    void rewind() { receive.index = send.index = 0; }
    Format format() const { return chip_.styles ? Format::of_style(bcrs_[kStyle] & 0xFFu) : chip_.format; }
    /// Octet `at`, 0 .. 15.
    std::uint8_t prom(unsigned at) const;

    std::uint16_t status = csr0::kStop;  ///< CSR0 without its derived bits.
    bool suspended = false;
    bool link = true;                    ///< The transceiver receives link pulses.
    const char* ignored_mode = nullptr;  ///< A mode that the driver has selected and this model ignores.
    Ring receive, send;

private:
    bool pending() const;
    bool open() const { return stopped() || suspended; }
    void write_ring(unsigned number, std::uint16_t value);

    Address address_;
    Chip chip_;
    std::array<std::uint16_t, kCsrs> csrs_{};
    std::array<std::uint16_t, kBcrs> bcrs_{};
};

}  // namespace niclab::lance
