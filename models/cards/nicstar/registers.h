/// @file Register offsets and bits, and the registers' state.
///
/// Source: nicstar.h, idtreg.h.
/// Assumed: TSTB is a byte address, bits 18:2 (Linux shifts, FreeBSD does not; both are reported to
///   work).
#pragma once

#include <cstdint>

namespace niclab::nicstar {

namespace reg {
enum Offset : std::uint32_t {
    kDr0 = 0x00,
    kCmd = 0x10,
    kCfg = 0x14,
    kStat = 0x18,
    kRsqb = 0x1C,
    kRsqt = 0x20,
    kRsqh = 0x24,
    kCdc = 0x28,
    kVpec = 0x2C,
    kIcc = 0x30,
    kRawct = 0x34,
    kTmr = 0x38,
    kTstb = 0x3C,
    kTsqb = 0x40,
    kTsqt = 0x44,
    kTsqh = 0x48,
    kGp = 0x4C,
    kVpm = 0x50,
    // Only of variants.
    kTableBase = 0x80,  ///< Address of tables in host memory.
    kTail = 0x84,       ///< Tails of the three variable-rate queues.
    kPollBase = 0x90,   ///< Address of the first tail in host memory.
};
}  // namespace reg

namespace cfg {
inline constexpr std::uint32_t kReset = 1u << 31, kRxPath = 1u << 29, kEmptyFbqIe = 1u << 24, kIcAccept = 1u << 21,
                               kIgnoreGfc = 1u << 20, kVcErrAccept = 1u << 15, kRxRm = 1u << 9, kRawIe = 1u << 11,
                               kRsqAlmostFullIe = 1u << 10, kTimerIe = 1u << 7, kTxEnable = 1u << 5, kTxIe = 1u << 4,
                               kTxUnderrunIe = 1u << 3, kUmode = 1u << 2, kTsqFullIe = 1u << 1, kPhyIe = 1u << 0;
constexpr unsigned small_octets(std::uint32_t c) {
    constexpr unsigned sizes[] = {48, 96, 240, 2048};
    return sizes[c >> 27 & 3u];
}
constexpr unsigned large_octets(std::uint32_t c) { return 2048u << (c >> 25 & 3u); }
constexpr unsigned rsq_octets(std::uint32_t c) { return 2048u << (c >> 22 & 3u); }
/// VPI bits in the index of the receive connection table.
constexpr unsigned vpi_bits(std::uint32_t c) {
    constexpr unsigned bits[] = {0, 1, 2, 8};
    return bits[c >> 18 & 3u];
}
/// log2 of the entries of the receive connection table.
constexpr unsigned rct_bits(std::uint32_t c) { return 12u + (c >> 16 & 3u) - (c >> 17 & c >> 16 & 1u); }
/// Interrupt after the end of a PDU: 0 never, else clocks to wait plus 1.
constexpr std::uint32_t rx_interrupt(std::uint32_t c) {
    constexpr std::uint32_t clocks[] = {0, 1, 0x2881, 0x5081, 0x7401, 0, 0, 0};
    return clocks[c >> 12 & 7u];
}
}  // namespace cfg

namespace stat {
inline constexpr std::uint32_t kTsif = 1u << 15, kTxicp = 1u << 14, kTsqf = 1u << 12, kTmrof = 1u << 11,
                               kPhyi = 1u << 10, kCmdBusy = 1u << 9, kSfbqf = 1u << 8, kLfbqf = 1u << 7,
                               kRsqf = 1u << 6, kEopdu = 1u << 5, kRawcf = 1u << 4, kSfbqe = 1u << 3, kLfbqe = 1u << 2,
                               kRsqaf = 1u << 1;
/// Events that interrupt coalescing counts.
inline constexpr std::uint32_t kCompletions = kTsif | kEopdu;
/// Events: set by the chip, cleared by writing 1.
inline constexpr std::uint32_t kEvents =
    kTsif | kTxicp | kTsqf | kTmrof | kPhyi | kSfbqf | kLfbqf | kRsqf | kEopdu | kRawcf | kSfbqe | kLfbqe | kRsqaf;
}  // namespace stat

namespace gp {
inline constexpr std::uint32_t kPhyReset = 1u << 3, kEepromOut = 1u << 16;
}

/// Events that raise INTA# with a configuration.
constexpr std::uint32_t interrupt_enables(std::uint32_t c) {
    std::uint32_t mask = 0;
    if (c & cfg::kTxIe) mask |= stat::kTsif;
    if (c & cfg::kTxUnderrunIe) mask |= stat::kTxicp;
    if (c & cfg::kTsqFullIe) mask |= stat::kTsqf;
    if (c & cfg::kTimerIe) mask |= stat::kTmrof;
    if (c & cfg::kPhyIe) mask |= stat::kPhyi;
    if (cfg::rx_interrupt(c) != 0) mask |= stat::kEopdu;
    if (c & cfg::kRawIe) mask |= stat::kRawcf;
    if (c & cfg::kEmptyFbqIe) mask |= stat::kSfbqe | stat::kLfbqe;
    if (c & cfg::kRsqAlmostFullIe) mask |= stat::kRsqaf;
    return mask;
}

/// State that several engines share.
struct Registers {
    std::uint32_t dr[4] = {};
    std::uint32_t cfg = 0, events = 0, tstb = 0, gp = 0, vpm = 0;
    std::uint32_t cdc = 0, vpec = 0, icc = 0;  ///< 16-bit counters, cleared by reading (*assumed* width).
    std::uint32_t completions = 0;             ///< Ends of PDUs in both directions, since the host last cleared such an
                                               ///< event.
    bool command_busy = false;
    bool doorbell = false;  ///< The host wrote into the schedule or a channel descriptor.

    void count(std::uint32_t& counter) {
        if (counter < 0xFFFF) ++counter;
    }
};

}  // namespace niclab::nicstar
