/// @file A checker of the pins of one MAC against the rules of csma_rules.h, at each clock of TXC
/// and of RXC.
///
/// Behaviour: passive, independent of the models and of other stations. CRS and COL are
///   asynchronous: of the SQE test's begin and end only what a sample proves is checked.
/// Limitations: it does not check that the sixteenth attempt is the last one and that a late
///   collision ends a frame. A new frame looks like another attempt on the wires. Back-off is
///   checked only if no other station was received since the jam.
#pragma once

#include <cstdint>
#include <string>

#include "check/csma_rules.h"

namespace niclab::check {

/// The wires just before a rising edge of TXC.
struct CsmaSample {
    bool txen = false;
    std::uint8_t txd = 0;
    bool crs = false, col = false;
};

struct CsmaConfig {
    std::string bus = "mac";
    unsigned width = 1;  ///< Data wires: 1, 4 or 8.
    bool full_duplex = false;
    CsmaLimits limits{};
    bool sqe_test = true;  ///< COL may follow an own frame: at 10 Mb/s.
};

/// The earliest time at which a station may transmit, derived from its own pins: E2, E3, E4.
class CsmaGap {
public:
    explicit CsmaGap(const CsmaConfig& config);
    /// A sample with TXEN off.
    void idle(bool crs, bool fell);
    /// Whether idle(crs, false) would only count from now on, and a function that counts `clocks`
    /// times at once.
    bool steady(bool crs) const { return crs != running_; }
    void pass(std::uint64_t clocks) {
        now_ += clocks;
        if (!running_) heard_until_ = now_ - fell_ + 1;
    }
    /// For a rise of TXEN in the sample after the last one: the broken rule, or nullptr.
    const CsmaRule* judge() const;
    /// Clocks since TXEN fell, and whether no other station was received in them after the echo.
    std::uint64_t off() const { return now_ - fell_ + 1; }
    /// Others were received at most up to this number of clocks after the fall.
    std::uint64_t heard_until() const { return heard_until_; }
    bool ends_now() const { return running_ && now_ == base_ + gap_; }

private:
    std::uint64_t gap_, part1_, echo_;
    bool full_duplex_;
    std::uint64_t now_ = 0, base_ = 0, fell_ = 0, heard_until_ = 0;
    bool own_ = false, running_ = true, long_ago_ = true;
};

class CsmaTxChecker {
public:
    CsmaTxChecker(const CsmaConfig& config, Report& report) : config_(config), report_(report), gap_(config) {}
    void sample(const CsmaSample& s, core::Femtoseconds at);
    /// The same `n` times, at `first` and then once per `period`.
    void samples(const CsmaSample& s, std::uint64_t n, core::Femtoseconds first, core::Femtoseconds period);
    /// Number of observed attempts.
    std::uint64_t attempts() const { return attempts_; }

private:
    void fail(CsmaRule r, core::Femtoseconds at, const char* seen);
    void begin(core::Femtoseconds at);
    void judge_backoff(core::Femtoseconds at);
    void bits_of(const CsmaSample& s, core::Femtoseconds at);
    void header_bit(bool bit, core::Femtoseconds at);
    void data_bit(bool bit);
    void end(core::Femtoseconds at);
    void end_of_frame(core::Femtoseconds at);
    void end_of_collision(core::Femtoseconds at);
    void outside(const CsmaSample& s, core::Femtoseconds at);

    CsmaConfig config_;
    Report& report_;
    CsmaGap gap_;
    CsmaSample p_;
    unsigned bits_ = 0;           ///< Of the attempt.
    unsigned collided_bits_ = 0;  ///< Their number when COL was first sampled; 0: it was not.
    unsigned collisions_ = 0;     ///< Successive ones.
    std::uint32_t crc_ = 0;
    bool header_wrong_ = false, carrier_wrong_ = false, late_ = false;
    std::uint64_t attempts_ = 0;
    std::uint64_t since_fall_ = ~std::uint64_t{0} / 2;  ///< Clocks; a long time at first.
    unsigned test_clocks_ = 0;                          ///< Clocks with COL without carrier up to now.
};

/// The wires just before a rising edge of RXC.
struct CsmaRxSample {
    bool rxdv = false;
    std::uint8_t rxd = 0;
    bool crs = false, col = false;
};

class CsmaRxChecker {
public:
    CsmaRxChecker(const CsmaConfig& config, Report& report) : config_(config), report_(report) {}
    void sample(const CsmaRxSample& s, core::Femtoseconds at);
    /// RXDV is on with each of `n` symbols, at `first` and then once per `period`; CRS and COL do
    /// not change.
    void symbols(const std::uint8_t* rxd, std::size_t n, bool crs, bool col, core::Femtoseconds first,
                 core::Femtoseconds period);

private:
    void take(bool bit, bool last_wire, core::Femtoseconds at);

    CsmaConfig config_;
    Report& report_;
    bool p_rxdv_ = false, last_ = false, header_over_ = false, first_ = false;
};

}  // namespace niclab::check
