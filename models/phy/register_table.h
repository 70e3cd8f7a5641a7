/// @file The registers as data: reset values, writable bits, and the position of each interrupt
/// cause.
#pragma once

#include <cstdint>

#include "phy/interrupts.h"

namespace niclab::phy {

struct RegisterRow {
    std::uint8_t address;
    const char* name;
    std::uint8_t reset;
    std::uint8_t writable;  ///< Bits that store what is written.
};
inline constexpr RegisterRow kRegisterTable[] = {
    {0x00, "master reset and identity", 0x00, 0x80},
    {0x01, "master configuration", 0x70, 0x7F},  // assumed
    {0x02, "master interrupt status", 0x00, 0x00},
    {0x04, "clock monitor", 0x00, 0x00},
    {0x05, "master control", 0x20, 0xA7},  // assumed
    {0x06, "clock synthesis", 0x00, 0x03},
    {0x07, "clock recovery", 0x00, 0x03},
    {0x10, "RSOP control", 0x00, 0x4F},
    {0x11, "RSOP status", 0x00, 0x00},
    {0x12, "section BIP-8 count 0", 0x00, 0x00},
    {0x13, "section BIP-8 count 1", 0x00, 0x00},
    {0x14, "TSOP control", 0x00, 0x41},
    {0x15, "TSOP diagnostic", 0x00, 0x07},
    {0x18, "RLOP control", 0x00, 0x80},
    {0x19, "RLOP interrupt", 0x00, 0xF0},
    {0x1A, "line BIP-24 count 0", 0x00, 0x00},
    {0x1B, "line BIP-24 count 1", 0x00, 0x00},
    {0x1C, "line BIP-24 count 2", 0x00, 0x00},
    {0x1D, "line FEBE count 0", 0x00, 0x00},
    {0x1E, "line FEBE count 1", 0x00, 0x00},
    {0x1F, "line FEBE count 2", 0x00, 0x00},
    {0x20, "TLOP control", 0x00, 0x01},
    {0x21, "TLOP diagnostic", 0x00, 0x01},
    {0x30, "RPOP status", 0x00, 0x00},
    {0x31, "RPOP interrupt", 0x00, 0x00},
    {0x33, "RPOP interrupt enable", 0x00, 0xAF},
    {0x37, "RPOP path signal label", 0x00, 0x00},
    {0x38, "path BIP-8 count 0", 0x00, 0x00},
    {0x39, "path BIP-8 count 1", 0x00, 0x00},
    {0x3A, "path FEBE count 0", 0x00, 0x00},
    {0x3B, "path FEBE count 1", 0x00, 0x00},
    {0x3D, "RPOP BIP-8 configuration", 0x00, 0x20},
    {0x40, "TPOP diagnostic", 0x00, 0x03},
    {0x41, "TPOP pointer control", 0x00, 0x68},
    {0x45, "arbitrary pointer 0", 0x00, 0xFF},     // assumed
    {0x46, "arbitrary pointer 1", 0x90, 0xFF},     // assumed
    {0x48, "TPOP path signal label", 0x13, 0xFF},  // assumed
    {0x49, "TPOP path status", 0x00, 0xFF},
    {0x50, "RACP control", 0x04, 0x7F},  // assumed
    {0x51, "RACP interrupt", 0x00, 0xE0},
    {0x52, "match header pattern", 0x00, 0xFF},
    {0x53, "match header mask", 0x00, 0xFF},
    {0x54, "correctable HCS count", 0x00, 0x00},
    {0x55, "uncorrectable HCS count", 0x00, 0x00},
    {0x56, "receive cell count 0", 0x00, 0x00},
    {0x57, "receive cell count 1", 0x00, 0x00},
    {0x58, "receive cell count 2", 0x00, 0x00},
    {0x59, "RACP configuration", 0x00, 0xFF},
    {0x60, "TACP control", 0x04, 0x97},       // assumed
    {0x61, "idle cell header", 0x00, 0xFF},   // assumed
    {0x62, "idle cell payload", 0x6A, 0xFF},  // assumed
    {0x63, "TACP FIFO", 0x00, 0xEE},          // assumed
    {0x64, "transmit cell count 0", 0x00, 0x00},
    {0x65, "transmit cell count 1", 0x00, 0x00},
    {0x66, "transmit cell count 2", 0x00, 0x00},
    {0x67, "TACP configuration", 0x00, 0xFF},
    {0x80, "master test", 0x00, 0x9F},
};

/// Additional registers of IDT's part.
inline constexpr RegisterRow kIdt77155Table[] = {
    {0x24, "transmit K1", 0x00, 0xFF}, {0x25, "transmit K2", 0x00, 0xFF}, {0x26, "receive K1", 0x00, 0x00},
    {0x27, "receive K2", 0x00, 0x00},  {0x70, "BER status", 0x03, 0x00},  // Its writable bits are not known.
};

/// The bit in which a cause is latched, the bit that enables it for INT#, and its block's bit in
/// the master interrupt status.
struct CauseRow {
    Cause cause;
    std::uint8_t address, bit, enable_address, enable_bit, summary_bit;
};
inline constexpr CauseRow kCauseTable[] = {
    {Cause::SectionBip, 0x11, 6, 0x10, 3, 0}, {Cause::Los, 0x11, 5, 0x10, 2, 0},
    {Cause::Lof, 0x11, 4, 0x10, 1, 0},        {Cause::Oof, 0x11, 3, 0x10, 0, 0},
    {Cause::LineFebe, 0x19, 3, 0x19, 7, 1},   {Cause::LineBip, 0x19, 2, 0x19, 6, 1},
    {Cause::LineAis, 0x19, 1, 0x19, 5, 1},    {Cause::LineRdi, 0x19, 0, 0x19, 4, 1},
    {Cause::PathLabel, 0x31, 7, 0x33, 7, 2},  {Cause::Lop, 0x31, 5, 0x33, 5, 2},
    {Cause::PathAis, 0x31, 3, 0x33, 3, 2},    {Cause::PathRdi, 0x31, 2, 0x33, 2, 2},
    {Cause::PathBip, 0x31, 1, 0x33, 1, 2},    {Cause::PathFebe, 0x31, 0, 0x33, 0, 2},
    {Cause::Ocd, 0x51, 4, 0x51, 7, 3},        {Cause::HcsCorrected, 0x51, 3, 0x51, 6, 3},
    {Cause::HcsDropped, 0x51, 2, 0x51, 6, 3}, {Cause::RxOverrun, 0x51, 1, 0x51, 5, 3},
    {Cause::TxSoc, 0x60, 6, 0x60, 7, 4},      {Cause::TxOverrun, 0x60, 5, 0x60, 7, 4},
    {Cause::TxParity, 0x63, 4, 0x63, 6, 4},   {Cause::DataLock, 0x02, 5, 0x07, 1, 5},
    {Cause::Lcd, 0x02, 6, 0x05, 7, 6},
};

}  // namespace niclab::phy
