/// @file A checker of the pins of an ISA bus against the rules of isa_rules.h, at each half of
/// BCLK.
///
/// Behaviour: passive, independent of the models. Halves between two samples have the levels of the
///   later one: a stopped bus need not be sampled.
/// Limitations: it does not check electrical timing, LA, that an IRQ stays until it is served, or
///   lengths of commands of masters, DMA and refresh.
#pragma once

#include <cstdint>
#include <string>

#include "check/isa_rules.h"

namespace niclab::check {

/// The wires just before an edge of BCLK. True means asserted, except for IOCHRDY, which is true at
/// its high level.
struct IsaSample {
    std::uint32_t sa = 0;  ///< 20 bits
    std::uint16_t sd = 0;
    bool sbhe = false, bale = false, aen = false, refresh = false, master = false;
    bool ior = false, iow = false, memr = false, memw = false;
    bool iocs16 = false, memcs16 = false, zero_ws = false, iochrdy = true;
    std::uint8_t drq = 0, dack = 0;  ///< Bit n is channel n.
    unsigned sd_drivers = 0;
};

struct IsaConfig {
    std::string bus = "isa";
    IsaLimits limits{};
};

class IsaChecker {
public:
    IsaChecker(const IsaConfig& config, Report& report) : config_(config), report_(report) {}
    /// `half`: number of the half of BCLK from any fixed one; greater than in the last sample.
    void sample(const IsaSample& s, std::uint64_t half, core::Femtoseconds at);
    /// Number of completed commands.
    std::uint64_t commands() const { return commands_; }

private:
    void fail(IsaRule r, const std::string& seen);
    void begin(const IsaSample& s);
    void during(const IsaSample& s);
    void end();
    void end_of_cpu(unsigned halves);
    void ready(const IsaSample& s);
    void channels(const IsaSample& s);
    void refresh(const IsaSample& s);

    IsaConfig config_;
    Report& report_;
    core::Femtoseconds at_ = 0;
    std::uint64_t now_ = 0;
    bool first_ = true;
    IsaSample p_;
    std::uint64_t address_since_ = 0, master_since_ = 0, refreshed_ = 0, begun_ = 0, ended_ = 0, low_since_ = 0,
                  high_since_ = 0;
    bool bale_ = false;    ///< BALE was asserted since the last command of the CPU.
    bool of_cpu_ = false;  ///< The present command is the CPU's.
    bool word_slave_ = false, zero_ws_ = false, waited_ = false, long_wait_ = false, long_master_ = false,
         refresh_late_ = false;
    bool master_began_ = false;
    bool two_reported_ = false;  ///< For I3 and I22: reported, once each time.
    bool drivers_reported_ = false;
    unsigned expected_ = 0;  ///< The required command for the second half of a word; 0: none.
    std::uint32_t expected_sa_ = 0;
    std::uint64_t commands_ = 0;
};

}  // namespace niclab::check
