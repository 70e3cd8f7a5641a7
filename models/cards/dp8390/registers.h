/// @file The registers of the chip as software sees them: four pages of 16, flags, tallies.
///
/// Source: layout.h. Tallies count up to C0H and are cleared by a read, DP8390D section 10 (from
///   memory of it). 8029ID0 and 8029ID1 are 50H and 43H (from memory of the RTL8029AS data sheet).
///   The FIFO register is that of LoopReceiver.
/// Page 3 of an RTL8029: CONFIG0 (3) reads 00H, no coax. CONFIG2 (5) reads 40H, 10BASE-T without
///   link test, as in QEMU and Bochs; 86Box stores its bits 7:5. 8029ASID0 and 1 (0EH, 0FH) read
///   29H and 80H (86Box). CONFIG2 and CONFIG3 (6) are written while EEM1 and EEM0 of 9346CR (1) are
///   set (ne2k-pci.c of Linux 6.1 sets them). All are *assumed*: no page of the data sheet was
///   available.
/// Ambiguous: CONFIG3. QEMU and Bochs read 40H, FUDUP, which ne2k-pci.c sets for full duplex. 86Box
///   reads 00H after a reset. This model sends in half duplex, so it reads 00H.
/// Assumed: registers of page 3 store what is written, without effect, where the chip is another
///   one. Registers that no page has read FFH.
#pragma once

#include <array>
#include <cstdint>

#include "cards/dp8390/config.h"
#include "cards/dp8390/layout.h"

namespace niclab::dp8390 {

inline constexpr std::uint8_t kUndriven = 0xFF;  ///< Read where no register drives the data.

struct Registers {
    std::uint8_t command = cr::kStop | cr::kAbort;  ///< As written, without TXP.
    bool transmitting = false;                      ///< TXP.
    std::uint8_t isr = isr::kReset, imr = 0, dcr = 0x04, tcr = 0, rcr = 0, tsr = 0, rsr = 0, ncr = 0;
    std::uint8_t pstart = 0, pstop = 0, bnry = 0, curr = 0, tpsr = 0;
    std::uint16_t tbcr = 0, rsar = 0, rbcr = 0;
    std::uint16_t local_address = 0, remote_address = 0;  ///< CLDA, CRDA.
    Address par{};
    std::array<std::uint8_t, 8> mar{};
    std::array<std::uint8_t, 3> tallies{};  ///< Alignment errors, CRC errors, missed frames.
    std::array<std::uint8_t, 16> page3{};
    bool realtek = false;                ///< Page 3 is that of an RTL8029.
    const char* ignored_mode = nullptr;  ///< A mode that the driver has selected and this model ignores.

    enum Tally { kAlignmentErrors, kCrcErrors, kMissed };
    void count(Tally which);
    void raise(std::uint8_t flags) { isr |= flags; }
    bool interrupt() const { return (isr & imr & ~isr::kReset) != 0; }
    bool words() const { return (dcr & dcr::kWords) != 0; }
    bool loopback() const { return (tcr & tcr::kLoopback) != 0; }
    /// Octets of a burst of local DMA.
    unsigned threshold() const;
    /// Of registers.
    unsigned page() const { return command >> 6; }
    /// Of the ring; 0 before a driver has set its limits.
    std::size_t ring_pages() const { return pstop > pstart ? std::size_t(pstop - pstart) : 0; }
    /// The page after `page` in the ring.
    std::uint8_t page_behind(std::uint8_t page) const {
        return std::uint8_t(page + 1) == pstop ? pstart : std::uint8_t(page + 1);
    }

    /// Register `number`, 0 .. 15, of the selected page. A read of a tally clears it.
    std::uint8_t read(unsigned number);
    /// All registers except CR (0), which is a command.
    void write(unsigned number, std::uint8_t value);
    /// Page 3 is that of an RTL8029 from now on.
    void show_realtek();
    /// Resets the registers that a reset affects.
    void reset();

private:
    std::uint8_t read_page0(unsigned number);
    std::uint8_t read_page1(unsigned number) const;
    std::uint8_t read_page2(unsigned number) const;
    void write_page0(unsigned number, std::uint8_t value);
    void write_page1(unsigned number, std::uint8_t value);
    void write_page3(unsigned number, std::uint8_t value);
};

}  // namespace niclab::dp8390
