/// @file The common part of niclab's own drivers of the family: commands, windows, the address in
/// the EEPROM.
///
/// Source: layout.h and list_layout.h for the cards. A driver does not include them.
#pragma once

#include "cards/ether_board/port_driver.h"

namespace niclab::etherlink {

class ChipDriver : public ether_board::PortDriver {
protected:
    using PortDriver::PortDriver;
    void open(host::Channel channel) override;

    enum Command : unsigned {
        kTotalReset = 0,
        kSelectWindow = 1,
        kRxEnable = 4,
        kRxReset = 5,
        kStall = 6,
        kRxDiscard = 8,
        kTxEnable = 9,
        kTxReset = 11,
        kAcknowledge = 13,
        kSetInterruptEnable = 14,
        kSetStatusEnable = 15,
        kSetRxFilter = 16,
        kSetTxAvailable = 18,
        kSetTxStart = 19,
        kStartDma = 20,
    };
    static constexpr std::uint16_t kLatch = 0x0001, kHostError = 0x0002, kTxComplete = 0x0004, kTxAvailable = 0x0008,
                                   kRxComplete = 0x0010, kDmaDone = 0x0100, kDownComplete = 0x0200,
                                   kUpComplete = 0x0400;
    static constexpr unsigned kCommandPort = 0x0E, kOwnAndGroups = 0x03, kBroadcasts = 0x04;
    static constexpr std::uint8_t kUnderrun = 0x10;

    void command(unsigned which, unsigned argument = 0) { out(kCommandPort, which << 11 | argument); }
    /// Waits until the command is no longer in progress.
    void finish(unsigned which, unsigned argument = 0);
    void select(unsigned window) { command(kSelectWindow, window); }
    void out(unsigned port, unsigned value) { port_.io_write(io_ + port, 2, value); }
    std::uint16_t in(unsigned port) { return std::uint16_t(port_.io_read(io_ + port, 2)); }
    /// Reads the own address from the EEPROM.
    void read_address();
    /// Sets the own address.
    void set_station();
    /// Resets both halves.
    void reset_halves() { finish(kRxReset), finish(kTxReset); }
    /// Enables these indications and both halves.
    void enable(std::uint16_t indications);

private:
    // Of window 0, and of the status register.
    static constexpr unsigned kEepromCommand = 0x0A, kEepromData = 0x0C, kEepromRead = 0x80, kFirstAddressWord = 10;
    static constexpr std::uint16_t kEepromBusy = 0x8000, kInProgress = 0x1000;
};

}  // namespace niclab::etherlink
