/// @file A checker of the pins of an EISA bus against the rules of eisa_rules.h, at each half of
/// BCLK.
///
/// Behaviour: passive, independent of the models. Halves between two samples have the levels of the
///   later one: a stopped bus need not be sampled, and its BCLK is stopped, too.
/// Limitations: it does not check electrical timing, EX32# and EX16#, the ISA half of the slots,
///   DMA, that an IRQ stays until it is served, or the driver of START#.
#pragma once

#include <cstdint>
#include <string>

#include "check/eisa_rules.h"

namespace niclab::check {

/// The wires just before an edge of BCLK. True means asserted, except for BCLK and EXRDY, which are
/// true at their high level. M/IO and W/R are true for memory and for writes.
struct EisaSample {
    std::uint32_t la = 0;  ///< Address in octets; bits 1:0 are zero.
    std::uint32_t data = 0;
    std::uint8_t be = 0;
    std::uint16_t aen = 0, mreq = 0, mak = 0;  ///< Bit n is slot n.
    bool bclk = false, start = false, cmd = false, memory = false, write = false, refresh = false;
    bool nows = false, msburst = false, slburst = false, exrdy = true;
    unsigned data_drivers = 0, address_drivers = 0;
};

struct EisaConfig {
    std::string bus = "eisa";
    EisaLimits limits{};
};

class EisaChecker {
public:
    EisaChecker(const EisaConfig& config, Report& report) : config_(config), report_(report) {}
    /// `half`: number of the half of BCLK from any fixed one; greater than in the last sample.
    void sample(const EisaSample& s, std::uint64_t half, core::Femtoseconds at);
    /// Number of completed CMD#s.
    std::uint64_t commands() const { return commands_; }

private:
    void fail(EisaRule r, const std::string& seen);
    void clock(const EisaSample& s);
    void start(const EisaSample& s);
    void start_ends(const EisaSample& s);
    void command(const EisaSample& s);
    void command_ends();
    void burst(const EisaSample& s);
    void data(const EisaSample& s);
    void slots(const EisaSample& s);
    void masters(const EisaSample& s);
    void refresh(const EisaSample& s);
    void drivers(const EisaSample& s);
    bool rises(const EisaSample& s) const { return !p_.bclk && s.bclk; }
    bool falls(const EisaSample& s) const { return p_.bclk && !s.bclk; }
    bool ends(const EisaSample& s) const { return p_.cmd && !s.cmd; }

    EisaConfig config_;
    Report& report_;
    core::Femtoseconds at_ = 0;
    std::uint64_t now_ = 0;
    bool first_ = true;
    EisaSample p_;
    std::uint64_t address_since_ = 0, start_since_ = 0, command_since_ = 0, ended_ = 0, mak_since_ = 0, mak_until_ = 0,
                  refreshed_ = 0;
    /// Of the present cycle, at the end of its START#.
    bool compressed_ = false, burst_answered_ = false, write_ = false;
    bool ready_ = true;  ///< EXRDY at the last fall of BCLK.
    std::uint16_t leaving_ = 0;
    bool long_reported_ = false, leave_reported_ = false, refresh_late_ = false, drivers_reported_ = false;
    std::uint64_t commands_ = 0;
};

}  // namespace niclab::check
