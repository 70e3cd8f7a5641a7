/// @file  Holds the pins of an ISA bus against the rules of isa_rules.h, half a BCLK after the other.
///
/// Passive, knows nothing of the models. Halves between two samples have the levels of the later one: a bus that stands still need not be
/// sampled.
/// Not checked:  electrical timing; LA; that an IRQ stays until it is served; lengths of commands of masters, DMA and refresh.
#pragma once

#include <cstdint>
#include <string>

#include "check/isa_rules.h"

namespace niclab::check {

/// The wires just before an edge of BCLK. True means asserted, but for IOCHRDY, whose true is its high level.
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
    /// `half`: halves of BCLK since any fixed one; more than in the last sample.
    void sample(const IsaSample& s, std::uint64_t half, core::Femtoseconds at);
    /// Commands seen to their end.
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
    bool bale_ = false;    ///< There was one since the last command of the CPU.
    bool of_cpu_ = false;  ///< The command that is on.
    bool word_slave_ = false, zero_ws_ = false, waited_ = false, long_wait_ = false, long_master_ = false,
         refresh_late_ = false;
    bool master_began_ = false;
    bool two_told_ = false;  ///< Of I3 and I22, once each time.
    bool drivers_told_ = false;
    unsigned expected_ = 0;  ///< The command that the second half of a word has to have; 0: none.
    std::uint32_t expected_sa_ = 0;
    std::uint64_t commands_ = 0;
};

}  // namespace niclab::check
